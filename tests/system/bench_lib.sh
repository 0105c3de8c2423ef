# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# What the tests of the virtual bench share. Sourced; needs HIL_BUILD. Each
# test has a state folder of its own, so it sees no bench but its own.

set -u
program=${HIL_BUILD:?}/hilrig-bench
work=$(mktemp -d)
export XDG_RUNTIME_DIR=$work/run
state=$XDG_RUNTIME_DIR/hilrig-bench
failures=0
mkdir -m 700 "$XDG_RUNTIME_DIR"

skip() {
	echo "skipped: $*"
	exit 77
}

fail() {
	echo "FAILED: $*"
	failures=$((failures + 1))
}

# shellcheck disable=SC2317 # the EXIT trap calls it
end_all() {
	local name
	for name in "$state"/*/; do
		[ ! -d "$name" ] ||
			"$program" stop --name "$(basename "$name")" \
				> /dev/null 2>&1
	done
	rm -rf "$work"
}
trap end_all EXIT
trap 'exit 1' INT TERM HUP

# need TOOLS: what the test needs beside a board, "" for nothing more
need() {
	local tool
	for tool in jq $1; do
		command -v "$tool" > /dev/null || skip "$tool is not installed"
	done
	command -v qemu-system-aarch64 > /dev/null || skip "QEMU is not installed"
	[ -f "$HIL_BUILD/board/board.conf" ] ||
		skip "the virtual board is not made (rig/bench/board/make-board.sh)"
}

bench() { "$program" "$@"; }

# start NAME [OPTION...]: or the test ends
start() {
	local name=$1
	shift
	bench start --name "$name" "$@" > "$work/start" 2>&1 || {
		cat "$work/start"
		echo "FAILED: the bench '$name' did not start"
		exit 1
	}
}

# value NAME FILTER: from the status
value() { bench status --name "$1" --json | jq -r "$2"; }

# equal WANTED GOT WHAT
equal() { [ "$1" = "$2" ] || fail "$3: \"$2\", expected \"$1\""; }

# said FILE TEXT: a fixed text stands in the file
said() {
	grep -qF -- "$2" "$1" || {
		fail "expected \"$2\" in:"
		sed 's/^/    /' "$1"
	}
}

# gone PID...: the processes are gone, or only wait to be reaped
gone() {
	local pid tries
	for pid; do
		for ((tries = 0; tries < 100; tries++)); do
			grep -qs '^State:[[:space:]]*[^ZX]' "/proc/$pid/status" ||
				continue 2
			sleep 0.05
		done
		fail "process $pid is still there"
	done
}

finish() {
	[ "$failures" = 0 ] || { echo "$failures failed"; exit 1; }
	echo "passed"
	exit 0
}
