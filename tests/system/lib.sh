# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# What the whole-program tests share. Sourced; needs HIL_BUILD. Every test has
# its own runs folder and bench name, and ends what it started.

set -u
hilrig=${HIL_BUILD:?}/hilrig
work=$(mktemp -d)
bench=
failures=0

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
	[ -z "$bench" ] || "$hilrig" bench stop --name "$bench" > /dev/null 2>&1
	rm -rf "$work"
}
trap end_all EXIT
trap 'exit 1' INT TERM HUP

export HILRIG_RUNS=$work/runs
mkdir -p "$HILRIG_RUNS"

need_board() {
	[ -f "$HIL_BUILD/board/board.conf" ] ||
		skip "the virtual board is not made (rig/bench/board/make-board.sh)"
	command -v qemu-system-aarch64 > /dev/null || skip "QEMU is not installed"
}

# start_bench [OPTIONS]: sets bench and config
start_bench() {
	bench=test-$$-$RANDOM
	"$hilrig" bench start --name "$bench" "$@" > "$work/start" 2>&1 || {
		cat "$work/start"
		echo "FAILED: the bench did not start"
		exit 1
	}
	config=$("$hilrig" bench status --name "$bench" --json | jq -r .config)
	[ -f "$config" ] || { echo "FAILED: no config file \"$config\""; exit 1; }
}

stop_bench() {
	"$hilrig" bench stop --name "$bench" > "$work/stop" 2>&1 ||
		fail "bench stop: $(cat "$work/stop")"
	bench=
}

# expect_status WANTED GOT WHAT
expect_status() {
	[ "$1" = "$2" ] || fail "$3: exit status $2, expected $1"
}

# expect_text FILE TEXT: a fixed text stands in the file
expect_text() {
	grep -qF -- "$2" "$1" || {
		fail "expected \"$2\" in:"
		sed 's/^/    /' "$1"
	}
}

# expect_json FILE FILTER: a jq filter is true
expect_json() {
	jq -e "$2" "$1" > /dev/null 2>&1 || {
		fail "not true: $2; the values:"
		jq -c '{verdict, reasons, stimulus: .lines[0].stimulus,
			probe: .lines[0].probe, board: .lines[0].board}' "$1" \
			2> /dev/null || head -c 400 "$1"
	}
}

finish() {
	[ "$failures" = 0 ] || { echo "$failures failed"; exit 1; }
	echo "passed"
	exit 0
}
