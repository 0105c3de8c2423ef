#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# libhilrig-shm.so as others use it: the examples in C and Python show the
# numbers of the view, and the library exports nothing but its own functions.

# shellcheck source=tests/system/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/system/gui_lib.sh
. "$(dirname "$0")/gui_lib.sh"
library=$HIL_BUILD/libhilrig-shm.so.1
client=$HIL_SOURCE/gui-bridge/client

start_writer --host --hold --events 5000
"$gui" --json --socket "$socket" > "$work/json" || fail "no JSON"
jq -r '.quantities[] | .name + " by " + .witness + ": count "
	+ (.all.count | tostring)' "$work/json" > "$work/wanted"
jq -r '.counters[] | .name + " " + (if .value == null then "unknown"
	else (.value | tostring) end)' "$work/json" >> "$work/wanted"
[ "$(wc -l < "$work/wanted")" -ge 10 ] || fail "nothing to look for"

check() { # NAME: what it printed has every number
	while IFS= read -r line; do
		grep -qF -- "$line" "$work/$1" || fail "$1 lacks: $line"
	done < "$work/wanted"
}

cc -Wall -Wextra -Werror -I"$client" "$client/example.c" -o "$work/example" \
	-L"$HIL_BUILD" -lhilrig-shm -Wl,-rpath,"$HIL_BUILD" ||
	fail "the example does not compile with the header alone"
"$work/example" "$socket" 1 > "$work/c" || fail "example.c: status $?"
check c
if command -v python3 > /dev/null; then
	python3 "$client/example.py" "$socket" 1 "$library" > "$work/python" ||
		fail "example.py: status $?"
	check python
fi
"$work/example" "$work/none.sock" 1 > "$work/c" || fail "example.c: status $?"
expect_text "$work/c" 'nothing serves'
echo '#include <hilrig-shm.h>' | cc -std=c99 -pedantic -Wall -Wextra -Werror \
	-fsyntax-only -I"$client" -x c - || fail "the header is not plain C"
others=$(nm -D --defined-only "$library" | awk '$2 == "T" { print $3 }' |
	grep -v '^hilrig_shm_')
[ -z "$others" ] || fail "it also exports $others"
for example in "$client"/example.{c,py}; do
	[ "$(wc -l < "$example")" -le 60 ] || fail "$example: more than 60 lines"
done
finish
