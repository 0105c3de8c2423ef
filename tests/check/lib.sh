#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the checks share. Each runs over the tracked files of HIL_SOURCE, prints
# what is wrong and where, and ends with status 1 if anything was.

set -euo pipefail
HIL_SOURCE=${HIL_SOURCE:-$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")}
HIL_BUILD=$(realpath -m "${HIL_BUILD:-$HIL_SOURCE/build}")
cd "$HIL_SOURCE"
problems=0

# Tracked files that match any of the patterns, one a line. A source tree
# without git (a tarball) is taken whole.
tracked()
{
	if git rev-parse --git-dir > /dev/null 2>&1; then
		git ls-files -- "$@"
	else
		local pattern names=()
		for pattern; do
			names+=(-o -path "./$pattern" -o -name "$pattern")
		done
		find . -path ./build -prune -o -type f \
			\( -false "${names[@]}" \) -print | sed 's,^\./,,'
	fi | while IFS= read -r file; do
		# one that was deleted and not yet committed has nothing to say
		[ ! -f "$file" ] || printf '%s\n' "$file"
	done
}

problem()
{
	printf '%s\n' "$*"
	problems=$((problems + 1))
}

# skip_without PROGRAM PACKAGE
skip_without()
{
	command -v "$1" > /dev/null && return
	echo "skipped: $1 is not installed (Debian package $2)"
	exit 77
}

# finish COUNT WHAT
finish()
{
	[ "$1" -gt 0 ] || problem "found no $2 in $HIL_SOURCE"
	echo "$1 $2 checked, $problems problems"
	[ "$problems" -eq 0 ]
}
