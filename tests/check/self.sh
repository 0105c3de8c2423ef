#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The checks find what they are there for: each is run on a small tree with
# one mistake in it and must fail, and must pass once the mistake is gone.

set -euo pipefail
here=$(realpath "$(dirname "$0")")
HIL_SOURCE=${HIL_SOURCE:-$here/../..}
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failed=0
spdx='SPDX-License-Identifier: GPL-3.0-or-later'

fresh()
{
	rm -rf "${tree:?}"/*
	mkdir -p "$tree/daemon/base" "$tree/build/daemon/base/CMakeFiles/x.dir"
	cp "$HIL_SOURCE/.clang-format" "$tree"
	printf '%s\n' "/* $spdx */" '#ifndef HIL_BASE_GOOD_H' \
		'#define HIL_BASE_GOOD_H' '' 'int hil_good(int x);' '' \
		'#endif' > "$tree/daemon/base/good.h"
	printf '%s\n' "/* $spdx */" '#include "daemon/base/good.h"' '' \
		'#include <stdlib.h>' '' 'int hil_good(int x)' '{' \
		$'\treturn abs(x) + 1;' '}' > "$tree/daemon/base/good.c"
	echo daemon/base/good.c > "$tree/daemon/rt-objects.txt"
	echo abs > "$tree/daemon/rt-symbols.txt"
	compile
}

compile()
{
	"${CC:-cc}" -O0 -fno-builtin -I"$tree" -c "$tree/daemon/base/good.c" \
		-o "$tree/build/daemon/base/CMakeFiles/x.dir/good.c.o"
}

# expect STATUS CHECK WHAT
expect()
{
	local status=0
	HIL_SOURCE=$tree HIL_BUILD=$tree/build "$here/$2" \
		> "$tree/build/output" 2>&1 || status=$?
	[ $status -ne 77 ] || { echo "skipped: $2"; return 0; }
	if [ $status -ne "$1" ]; then
		echo "$2: status $status instead of $1 for: $3"
		cat "$tree/build/output"
		failed=1
	fi
}

for check in format spdx headers includes rt length tree; do
	fresh
	expect 0 $check.sh 'nothing wrong'
done

fresh
sed -i 's/return abs/  return   abs/' "$tree/daemon/base/good.c"
expect 1 format.sh 'blanks'
fresh
sed -i 1d "$tree/daemon/base/good.c"
expect 1 spdx.sh 'no licence'
fresh
sed -i 's/(int x)/(size_t x)/' "$tree/daemon/base/good.h"
expect 1 headers.sh 'a type that nobody declared'
fresh
sed -i 's/_GOOD_/_OTHER_/' "$tree/daemon/base/good.h"
expect 1 headers.sh 'a guard of another name'
fresh
mkdir -p "$tree/rig/run"
touch "$tree/rig/run/run.h"
sed -i '3i #include "rig/run/run.h"' "$tree/daemon/base/good.c"
expect 1 includes.sh 'base includes rig'
fresh
sed -i 's,"daemon/base/good.h","good.h",' "$tree/daemon/base/good.c"
expect 1 includes.sh 'not by path from the root'
fresh
sed -i 's/abs(x)/(int)(long)malloc(8)/' "$tree/daemon/base/good.c"
compile
expect 1 rt.sh 'real-time code allocates'
fresh
sed -i 's/return abs/volatile char a[9000]; a[x] = 1; return a[1] + abs/' \
	"$tree/daemon/base/good.c"
compile
expect 1 rt.sh 'real-time code with 9,000 bytes of stack'
fresh
for _ in $(seq 101); do
	sed -i '/^{/a \\tx++;' "$tree/daemon/base/good.c"
done
expect 1 length.sh 'a function of 102 lines'
fresh
touch "$tree/notes.txt"
expect 1 tree.sh 'a new name at the top'
fresh
printf '/* ht''tp://packages.somewhere.net/x */\n' >> "$tree/daemon/base/good.c"
expect 1 tree.sh 'a host'
fresh
printf '/* see /wo''rk/notes */\n' >> "$tree/daemon/base/good.c"
expect 1 tree.sh 'a path'

[ $failed -eq 0 ] && echo "every check finds its mistake"
exit $failed
