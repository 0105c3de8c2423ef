# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# What run.sh and test.sh share: set up, build, make the board. To be sourced.

me=${0##*/}
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$top/build
dry_run=no

say() { printf '%s: %s\n' "$me" "$*" >&2; }
die() { say "$*"; exit 1; }

set_up() { # SET...
	local option=()
	[ "$dry_run" = no ] || option=(--dry-run)
	"$top/.ci/setup.sh" "${option[@]}" "$@" || exit 1
}

logged() { # WHAT COMMAND...: its output goes to a log, shown if it fails
	local what=$1 log=$build/${1// /-}.log
	shift
	"$@" > "$log" 2>&1 && return
	grep -E -A 5 '(error|Error|undefined reference)' "$log" | head -n 40 >&2
	say "cannot $what; all of its output is in $log"
	return 1
}

fetch_page() { # [--tests]: what the web front end needs from npm
	if [ "$dry_run" = yes ]; then
		say "would install the page's npm packages in $build/web"
		return
	fi
	"$top/gui-bridge/web/fetch.sh" "$@" "$build"
}

configured() { # NAME VALUE: the build folder was configured with it
	[ -f "$build/Makefile" ] || [ -f "$build/build.ninja" ] || return 1
	grep -qs "^$1:[A-Z]*=$2\$" "$build/CMakeCache.txt"
}

build_programs() { # TESTS (ON or OFF; what is ON stays so)
	if [ "$dry_run" = yes ]; then
		say "would build in $build"
		return
	fi
	local tests=$1 page=$build/web/package-lock.json
	mkdir -p "$build"
	! configured HIL_TESTS ON || tests=ON
	if ! configured HIL_TESTS "$tests" ||
		[ "$page" -nt "$build/CMakeCache.txt" ]; then
		logged configure cmake -S "$top" -B "$build" \
			-DCMAKE_BUILD_TYPE=Release -DHIL_TESTS="$tests" || exit 1
	fi
	say "building"
	logged build cmake --build "$build" -j "$(nproc)" || exit 1
}

make_board() {
	local option=()
	[ "$dry_run" = no ] || option=(--dry-run)
	"$top/rig/bench/board/make-board.sh" -o "$build/board" "${option[@]}"
}
