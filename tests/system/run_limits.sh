#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Ends that the user asks for: -b, -l, Ctrl-C once and twice, board = none.

. "$(dirname "$0")/lib.sh"
need_board
start_bench

"$hilrig" run --config "$config" -D 30s -b 1 -q --json="$work/b.json" \
	> "$work/text" 2>&1
expect_status 2 $? "run -b 1"
# The first event says it, before its row is decided.
expect_json "$work/b.json" '.return_code == 2 and .stimulus.edges < 250 and
	.limit_hit_ns > 1000'

"$hilrig" run --config "$config" -l 200 -q --json="$work/l.json" \
	> "$work/text" 2>&1
expect_status 0 $? "run -l 200"
expect_json "$work/l.json" '.stimulus.edges == 200'

# A pattern is no burst: it ends when the edges were seen.
"$hilrig" run --config "$config" -l 200 --pattern jitter:percent=20 -q \
	--json="$work/l.json" > "$work/text" 2>&1
expect_status 0 $? "run -l 200 --pattern"
expect_json "$work/l.json" '.stimulus.edges >= 200 and .stimulus.edges < 300'

"$hilrig" run --config "$config" -D 60s --json="$work/int.json" \
	> "$work/text" 2> "$work/messages" &
pid=$!
sleep 4
kill -INT "$pid"
wait "$pid"
expect_status 0 $? "run, Ctrl-C"
expect_json "$work/int.json" '.stimulus.edges > 100 and
	(.verdict == "VALID" or .verdict == "DEGRADED")'

"$hilrig" run --config "$config" -D 60s > "$work/text" 2> "$work/messages" &
pid=$!
sleep 4
kill -INT "$pid"
sleep 0.1
kill -INT "$pid"
wait "$pid"
status=$?
# The second signal may come when the run is over already.
[ "$status" = 1 ] || [ "$status" = 0 ] || fail "second Ctrl-C: status $status"
[ "$status" = 0 ] || expect_text "$work/messages" aborted

# timeout(1) sends SIGTERM to the process and to its group: one wish to stop
timeout 4 "$hilrig" run --config "$config" -D 60s --json="$work/term.json" \
	> "$work/text" 2> "$work/messages"
expect_status 124 $? "run, SIGTERM to the group"
expect_json "$work/term.json" '.verdict != "INVALID" and .return_code == 0'

# Without standard descriptors nothing that is printed may land in the run.
"$hilrig" run --config "$config" -D 1s <&- >&- 2>&-
expect_status 1 $? "run, descriptors closed"
"$hilrig" show last --json="$work/closed.json" > "$work/text" 2>&1
expect_json "$work/closed.json" '.verdict != "INVALID"'

# The heartbeat goes on when the generator stops: the stimulus is what counts.
"$hilrig" run --config "$config" -D 4s -q --json="$work/stop.json" \
	> "$work/text" 2> "$work/messages" &
pid=$!
sleep 1.5
"$hilrig" bench fault --name "$bench" generator-stop > "$work/fault" 2>&1
wait "$pid"
expect_json "$work/stop.json" '.verdict != "VALID" and
	any(.reasons[]; startswith("stimulus"))'
"$hilrig" bench fault --name "$bench" clear > "$work/fault" 2>&1

# a second run must not touch the instruments of the first
"$hilrig" run --config "$config" -D 4s -q --json="$work/first.json" \
	> "$work/text" 2>&1 &
pid=$!
sleep 2
"$hilrig" run --config "$config" -D 1s > "$work/second" 2>&1
expect_status 4 $? "a second run on one bench"
expect_text "$work/second" "another run on this machine uses it"
wait "$pid"
expect_status 0 $? "the first of two runs"
expect_json "$work/first.json" '.stimulus.edges > 900'

# board = none: somebody else's program answers; here hilrigd started by hand
"$hilrig" bench exec --name "$bench" -- hilrigd --chip gpiochip0 --line 0 \
	--spare 2 --probe 1 -D 30 -q > "$work/daemon" 2>&1 &
daemon=$!
sleep 2
"$hilrig" run --config "$config" --board none -D 3s --max-latency 3500us \
	--json="$work/none.json" \
	> "$work/text" 2> "$work/messages"
expect_status 0 $? "run --board none"
expect_json "$work/none.json" '.lines[0].board == null and .period_ns == null'
expect_json "$work/none.json" '.stimulus | .edges > 500 and
	.matched > 0.9 * .edges'
expect_json "$work/none.json" '.pairing | test("within max-latency")'
"$hilrig" show last --json="$work/shown.json" > "$work/text" 2>&1
expect_json "$work/shown.json" '.pairing | test("within max-latency")'
kill -INT "$daemon"
wait "$daemon"
stop_bench
finish
