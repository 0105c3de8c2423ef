#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every C file is as clang-format leaves it. Other versions than 14 break
# lines elsewhere, so only that one has a say.

# shellcheck source=tests/check/lib.sh
. "$(dirname "$0")/lib.sh"
skip_without clang-format clang-format
version=$(clang-format --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
if [ "$version" != 14 ]; then
	echo "skipped: this is clang-format $version, the code follows 14"
	exit 77
fi
mapfile -t files < <(tracked '*.c' '*.h')
while IFS= read -r file; do
	problem "$file: not formatted, run: clang-format -i $file"
done < <(clang-format --dry-run "${files[@]}" 2>&1 |
	sed -n 's/^\([^:]*\):[0-9]*:[0-9]*: warning: .*/\1/p' | sort -u)
finish ${#files[@]} files
