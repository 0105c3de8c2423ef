#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# No function is longer than 100 lines; says which are longer than 60. The
# formatting makes this easy: a body begins and ends with a brace in column 1.

# shellcheck source=tests/check/lib.sh
. "$(dirname "$0")/lib.sh"
mapfile -t files < <(tracked '*.c' '*.h')
[ ${#files[@]} -gt 0 ] || finish 0 files

lengths=$(awk '
	FNR == 1 { inside = 0 }
	/^[a-zA-Z_].*\(/ && !inside { name = $0; sub(/\(.*/, "", name)
				     sub(/.*[ *]/, "", name) }
	/^\{$/ { inside = FNR }
	/^\}/ && inside { print FNR - inside - 1, FILENAME ":" inside, name
			  inside = 0 }' "${files[@]}" | sort -rn)
while read -r lines where name; do
	if [ "$lines" -gt 100 ]; then
		problem "$where: $name has $lines lines, 100 is the limit"
	elif [ "$lines" -gt 60 ]; then
		echo "$where: $name has $lines lines, 40 is the aim"
	fi
done <<< "$lengths"
median=$(awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }' \
	<<< "$lengths")
echo "median $median lines, 90th percentile $(awk '{ all[NR] = $1 }
	END { print all[int((NR + 9) / 10)] }' <<< "$lengths")"
finish "$(wc -l <<< "$lengths")" functions
