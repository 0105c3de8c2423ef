#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Whatever is killed in the middle of a run: a named reason, a summary of what
# was seen, status 3, nothing left behind.

. "$(dirname "$0")/lib.sh"
need_board

# children PID: all processes below it
children() {
	local child
	for child in $(pgrep -P "$1"); do
		echo "$child"
		children "$child"
	done
}

# victim NAME RUN_PID: process ids to kill
victim() {
	local status
	status=$("$hilrig" bench status --name "$bench" --json)
	case $1 in
	capture) pgrep -P "$2" -f hilrig-capture ;;
	link) pgrep -P "$2" -f "hilrig-bench exec" ;;
	qemu) jq -r .pids.qemu <<< "$status" ;;
	server) jq -r .pids.server <<< "$status" ;;
	esac
}

# kill_one VICTIM CODE: CODE is a pattern for the reason
kill_one() {
	local pid pids left start
	start_bench
	"$hilrig" run --config "$config" -D 60s --json="$work/$1.json" \
		> "$work/text" 2> "$work/messages" &
	pid=$!
	sleep 4
	if [ "$1" = hilrigd ]; then
		"$hilrig" bench exec --name "$bench" -- killall -9 hilrigd
	elif [ "$1" = frozen ]; then
		"$hilrig" bench exec --name "$bench" -- killall -STOP hilrigd
	else
		left=$(children "$pid")
		pids=$(victim "$1" "$pid")
		[ -n "$pids" ] || fail "$1: no such process"
		# shellcheck disable=SC2086 # several pids
		kill -9 $pids
	fi
	start=$(date +%s%N)
	wait "$pid"
	expect_status 3 $? "$1 killed"
	echo "$1 killed: ended after $((($(date +%s%N) - start) / 1000000)) ms"
	expect_text "$work/text" INVALID
	expect_json "$work/$1.json" '.verdict == "INVALID"'
	expect_json "$work/$1.json" "[.reasons[] | select(test(\"$2\"))] != []"
	expect_json "$work/$1.json" '.stimulus.edges > 0'
	for pid in ${left:-}; do
		! kill -0 "$pid" 2> /dev/null || fail "$1: process $pid is left"
	done
	stop_bench
}

# An analyzer that falls silent is its own fault, not the stimulus's.
start_bench --fault stall@1.5
"$hilrig" run --config "$config" -D 20s -q --json="$work/stall.json" \
	> "$work/text" 2>&1
expect_status 3 $? "stalled analyzer"
expect_json "$work/stall.json" 'any(.reasons[]; test("analyzer-hung")) and
	all(.reasons[]; startswith("stimulus") | not)'
stop_bench

# An analyzer that takes the connection and says nothing: it is named.
start_bench
server=$(victim server 0)
kill -STOP "$server"
"$hilrig" run --config "$config" --generator manual -q \
	> "$work/text" 2> "$work/messages"
expect_status 4 $? "mute analyzer"
kill -CONT "$server"
expect_text "$work/messages" "did not answer"
stop_bench

kill_one capture 'analyzer|capture'
kill_one hilrigd 'board'
kill_one link 'board'
kill_one frozen 'board-silent'
kill_one qemu 'board|analyzer|generator'
kill_one server 'board|analyzer|generator'
finish
