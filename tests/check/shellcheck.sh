#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every shell script passes shellcheck. The guest's init is busybox sh.

set -euo pipefail
cd "$HIL_SOURCE"

if ! command -v shellcheck > /dev/null; then
	echo "skipped: shellcheck is not installed (.ci/setup.sh test)"
	exit 77
fi
mapfile -t scripts < <(find . \( -name .git -o -name build \) -prune -o \
	-type f -exec awk 'FNR == 1 {
		if (/^#!.*[\/ ](ba|da)?sh$/ || FILENAME ~ /\.sh$/)
			print FILENAME
		nextfile }' {} +)
[ ${#scripts[@]} -gt 0 ] || { echo "found no script in $HIL_SOURCE"; exit 1; }
for script in "${scripts[@]}"; do
	dialect=()
	! head -n 1 "$script" | grep 'busybox sh' > /dev/null || dialect=(-s dash)
	shellcheck -x -e SC2119 -P SCRIPTDIR -P . "${dialect[@]}" "$script" || status=1
done
echo "${#scripts[@]} scripts checked"
exit "${status:-0}"
