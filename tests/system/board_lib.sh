# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# For tests of hilrigd on the virtual board: boots one, copies programs in,
# speaks SCPI. Sourced; needs HIL_BUILD. Ends the board when the test ends.

set -u
bench_program=${HIL_BUILD:?}/hilrig-bench
board_programs=$HIL_BUILD/board/obj
work=$(mktemp -d)
board=
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
board_end() {
	[ -z "$board" ] ||
		"$bench_program" stop --name "$board" > /dev/null 2>&1
	rm -rf "$work"
}
trap board_end EXIT
trap 'exit 1' INT TERM HUP

in_guest() { "$bench_program" exec --name "$board" -- "$@"; }

# The same for "... &": a signal to $! reaches the program in the guest.
# shellcheck disable=SC2317 # it is called
exec_in_guest() { exec "$bench_program" exec --name "$board" -- "$@"; }

# board_start PROGRAM...: a board with these programs in its /tmp
board_start() {
	local program
	command -v qemu-system-aarch64 > /dev/null ||
		skip "no qemu-system-aarch64 (.ci/setup.sh board)"
	[ -r "$HIL_BUILD/board/board.conf" ] ||
		skip "no board (rig/bench/board/make-board.sh makes it)"
	[ -x "$bench_program" ] || skip "hilrig-bench was not built"
	for program in "$@"; do
		[ -x "$board_programs/$program" ] ||
			skip "no $program for the board in $board_programs"
	done
	board=daemon-$$
	if ! "$bench_program" start --name "$board" > "$work/start" 2>&1; then
		cat "$work/start"
		board=
		echo "FAILED: the board did not start"
		exit 1
	fi
	for program in "$@"; do
		# shellcheck disable=SC2016 # the guest's shell expands it
		in_guest sh -c 'cat > /tmp/$0 && chmod +x /tmp/$0' "$program" \
			< "$board_programs/$program" ||
			fail "cannot copy $program to the board"
	done
	port=$("$bench_program" status --name "$board" --json |
		jq -r .ports.generator)
}

# generator LINE...: each a SCPI command; the errors must be none
generator() {
	local answer line
	exec 4<> "/dev/tcp/127.0.0.1/$port" || { fail "no generator"; return; }
	for line in "$@" 'SYST:ERR?'; do
		printf '%s\n' "$line" >&4
	done
	read -r -t 10 answer <&4 || answer='no answer'
	exec 4>&-
	case $answer in
	*0,*) ;;
	*) fail "generator: $answer after $*" ;;
	esac
}

# wait_for FILE TEXT: at most 20 s
wait_for() {
	for _ in $(seq 400); do
		! grep -qaF -- "$2" "$1" || return 0
		sleep 0.05
	done
	fail "never saw \"$2\" in:"
	cat "$1"
	return 1
}

# expect FILE FILTER WANTED: what jq finds in the last JSON object of a file
expect() {
	local got
	got=$(jq -c "$2" "$1" 2>&1)
	[ "$got" = "$3" ] || {
		fail "$2 is $got, expected $3, in:"
		cat "$1"
	}
}

board_finish() {
	[ "$failures" = 0 ] || { echo "$failures failed"; exit 1; }
	echo "passed"
	exit 0
}
