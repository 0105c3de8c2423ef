#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The garbage-collected front end in tmux: it shows the numbers that the front
# end "term" shows, at 80 x 24 and at 200 x 60, its keys, a writer that dies, and
# what it tells of its runtime. The writer has written all it will write, so the
# numbers stand still.

# shellcheck source=tests/system/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/system/gui_lib.sh
. "$(dirname "$0")/gui_lib.sh"
need_tmux

# start_managed COLS ROWS [OPTIONS]
start_managed() {
	local cols=$1 rows=$2
	shift 2
	end_term
	server=gui-$RANDOM
	tmux -L "$server" -f /dev/null new-session -d -x "$cols" -y "$rows" \
		"LC_ALL=C.UTF-8 '$gui' managed --socket '$socket' $*; echo ended \$?; sleep 60"
}

# What stands still on the screen: quantities, counters and the worst.
numbers() { # FILE
	grep -A 3 'last min' "$work/screen" | sed 's/ *$//' > "$1"
	grep -oE '[a-z]+ (unknown|[0-9]+)(  |$)' "$work/screen" |
		grep -vE '^(pid|drawn|skipped|retries|torn|collections|traces|aborted|calls|errors) ' |
		sed 's/ *$//' >> "$1"
	grep -oE '[0-9]+ +[0-9.]+  [0-9.]+ s' "$work/screen" | sort -n >> "$1"
}

compare() { # COLS ROWS
	start_term "$1" "$2"
	wait_screen 'drawn 2'
	keys t
	wait_screen 'worst ten'
	numbers "$work/term"
	start_managed "$1" "$2"
	wait_screen 'drawn 2'
	[ "$2" -ge 40 ] || keys t
	wait_screen 'worst ten'
	numbers "$work/managed"
	[ "$(wc -l < "$work/managed")" -gt 20 ] ||
		fail "only $(wc -l < "$work/managed") lines of numbers"
	diff -u "$work/term" "$work/managed" ||
		fail "managed shows other numbers than term at $1 x $2"
}

start_writer --host --hold --events 5000
compare 80 24
compare 200 60
for text in 'period by IST, us over 40 s, ideal 4000.000' 'wake-up by IST' \
	'latency histogram, log' 'LuaJIT 2.1' 'errors 0' 'front end  hilrig-gui'
do
	expect_text "$work/screen" "$text"
done
stop_writer
rm -f "$socket"

start_writer --host
start_managed 80 24
wait_screen 'analyzer: running'
wait_screen 'drawn 2'
[ "$(LC_ALL=C.UTF-8 wc -L < "$work/screen")" -le 80 ] ||
	fail "a line is longer than 80"
keys n
wait_screen 'wake-up by IST, us over'
keys +
wait_screen '100 ms  drawn'
keys -
keys -
wait_screen '20 ms  drawn'
keys s
wait_screen 'us over 120 s'
keys h
wait_screen 'next or previous quantity'
keys h
keys p
wait_screen 'paused'
keys p
resize 60 20
wait_screen 'this terminal is 60 x 20: make it 80 x 24'
resize 80 24
stop_writer KILL
wait_screen 'writer died at'
expect_text "$work/screen" 'latency  analyzer'
keys q
wait_screen 'ended 0'

# What its runtime did; unknown is null.
start_writer --host
"$gui" managed --pty --duration 2s --socket "$socket" --stats - \
	> "$work/stats" || fail "managed: status $?"
expect_json "$work/stats" '.schema == "hilrig-gui-stats-1" and
	.front_end == "managed" and .torn == 0'
expect_json "$work/stats" '.frames_drawn > 0'
expect_json "$work/stats" '.runtime | .errors == 0 and .collections > 0 and
	.traces_compiled > 0 and .trace_code_bytes > 0 and
	.native_calls > 0 and .bytes_allocated > .bytes_in_use_after and
	.bytes_in_use_peak >= .bytes_in_use_after and
	.bytes_in_use_before > 0 and .run_time_ns > 0'
expect_json "$work/stats" '.runtime | .compile_time_ns == null and
	has("compile_time_ns")'
expect_json "$work/stats" '.runtime | .collections_mono_ns ==
	(.collections_mono_ns | sort) and (.collections_mono_ns | length) ==
	.collections'

"$gui" managed --socket "$socket" > "$work/out" 2> "$work/err" < /dev/null
expect_status 1 $? "managed without a terminal"
expect_text "$work/err" 'standard output is no terminal'
finish
