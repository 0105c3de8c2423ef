#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Includes go one way (includes.txt), by path from the root, and only to files
# that exist.

table=$(realpath "$(dirname "$0")/includes.txt")
# shellcheck source=tests/check/lib.sh
. "$(dirname "$0")/lib.sh"
mapfile -t files < <(tracked '*.c' '*.h')

# Prints "FILE:LINE: reason" for an include that must not be there. Reads the
# table first, then the list of files that exist, then the sources.
# shellcheck disable=SC2016 # it is awk's
rules='
function folder_of(path) { sub("/[^/]*$", "", path); return path }
FILENAME == table { if (/^[a-z]/) { known[$1] = 1
	for (i = 1; i <= NF; i++) allowed[$1, $i] = 1 }; next }
FILENAME == list { exists[$0] = 1; next }
FNR == 1 { folder = folder_of(FILENAME); free = folder ~ "^tests/"
	if (!free && !(folder in known))
		print FILENAME ": " folder " is not in tests/check/includes.txt" }
/^ *# *include *"/ { split($0, part, "\""); file = part[2]
	if (!(file in exists))
		print FILENAME ":" FNR ": there is no " file " from the root"
	else if (!free && !((folder, folder_of(file)) in allowed))
		print FILENAME ":" FNR ": " folder " must not include " file }'
list=$(mktemp)
trap 'rm "$list"' EXIT
printf '%s\n' "${files[@]}" > "$list"
while IFS= read -r line; do
	problem "$line"
done < <(awk -v table="$table" -v list="$list" "$rules" "$table" "$list" \
	"${files[@]}")
finish ${#files[@]} files
