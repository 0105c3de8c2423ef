#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# spin.sh MODEL verifies|fails [DEFINE…]: explore one variant of a model.
#
# "fails" is met by an assertion violation only: a model that does not compile,
# that is cut off or that ends in a wrong state meets neither.
set -eu

model=$1
expected=$2
shift 2

if ! command -v spin >/dev/null; then
	echo "skipped: spin is not installed (apt-get install spin)"
	exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$HIL_SOURCE/tests/model/$model.pml" "$work/"
cd "$work"

for define; do
	shift
	set -- "$@" "-D$define"
done
spin "$@" -a "$model.pml" >spin.log 2>&1 || { cat spin.log; exit 1; }
cc -O0 -DSAFETY -DMEMLIM=1024 -o pan pan.c 2>cc.log || { cat cc.log; exit 1; }
./pan -m100000 >pan.log 2>&1 || true
grep -E 'error|depth|States|states, stored|assertion|max search' pan.log

if grep -q -e 'max search depth too small' -e 'out of memory' \
	-e 'reached -D' pan.log; then
	echo "the search was cut off"
	exit 1
fi
if grep -q 'errors: 0$' pan.log; then
	found=verifies
elif grep -q 'assertion violated' pan.log; then
	found=fails
else
	found="something else"
fi
echo "$model $*: $found"
test "$found" = "$expected"
