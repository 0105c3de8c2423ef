#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Real-time code (daemon/rt-objects.txt) calls only what is allowed
# (daemon/rt-symbols.txt) or real-time code itself, and needs little stack.

# shellcheck source=tests/check/lib.sh
. "$(dirname "$0")/lib.sh"
CC=${CC:-cc}
STACK_MAX=8192 # bytes a function
skip_without nm binutils
skip_without "$CC" gcc

words_of()
{
	sed 's/#.*//' "$1" | awk 'NF { print $1 }'
}

object_of()
{
	local folder=$HIL_BUILD/${1%/*}
	find "$folder"/CMakeFiles/*.dir -name "${1##*/}.o" 2> /dev/null |
		head -n 1
}

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
words_of daemon/rt-symbols.txt | sort > "$work/allowed"
mapfile -t sources < <(words_of daemon/rt-objects.txt)
objects=()
for source in "${sources[@]}"; do
	object=$(object_of "$source")
	if [ ! -f "$source" ]; then
		problem "daemon/rt-objects.txt: there is no $source"
	elif [ -z "$object" ]; then
		problem "$source: no object in $HIL_BUILD, build it first"
	else
		objects+=("$object")
	fi
done
if [ ${#objects[@]} -gt 0 ] &&
	nm "${objects[@]}" |
	# not -q: it would end nm, and with it the pipeline
	grep ' U __\(asan\|tsan\|ubsan\|msan\)_' > /dev/null; then
	echo "skipped: sanitizers call more than real-time code may"
	exit 77
fi

# Real-time code may call real-time code.
if [ ${#objects[@]} -gt 0 ]; then
	nm --defined-only "${objects[@]}" | awk 'NF == 3 { print $3 }' |
		sort > "$work/own"
	for object in "${objects[@]}"; do
		nm -u "$object" | awk '{ print $2 }' | sort |
			comm -23 - "$work/allowed" | comm -23 - "$work/own" |
			sed "s,\$, is called by $(basename "$object" .o)," \
				> "$work/wrong"
		while IFS= read -r wrong; do
			problem "$wrong and not in daemon/rt-symbols.txt"
		done < "$work/wrong"
	done
fi

for source in "${sources[@]}"; do
	[ -f "$source" ] || continue
	"$CC" -std=gnu17 -O2 -D_GNU_SOURCE -I. -fstack-usage -c "$source" \
		-o "$work/object.o"
	while IFS=$'\t' read -r where bytes kind; do
		# "dynamic" alone has no bound; "dynamic,bounded" has one
		if [ "$bytes" -gt $STACK_MAX ] || [ "$kind" = dynamic ]; then
			problem "$where: $bytes bytes of stack ($kind)," \
				"$STACK_MAX is the limit"
		fi
		echo "$bytes $where" >> "$work/stack"
	done < "$work/object.su"
done
[ ! -f "$work/stack" ] ||
	echo "largest stack: $(sort -rn "$work/stack" | head -n 1)"
finish ${#sources[@]} 'real-time sources'
