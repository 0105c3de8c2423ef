#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What hilrigd knows of edges that it could not serve one by one: 7 edges come
# while a load has the only CPU. Above the irq thread they fold into one event,
# below it they queue. A request without the spare line must not notice.

. "$(dirname "$0")/board_lib.sh"

# measure NAME SPINNER-PRIORITY [VARIABLE=VALUE] [OPTION...]: 7 edges under a
# load; the summary goes to $work/NAME
measure() {
	local name=$1 load=$2 inject=$3 hilrigd spinner
	shift 3
	exec_in_guest env HIL_INJECT="$inject" /tmp/hilrigd-test --chip gpiochip0 \
		--line 0 --spare 2 --probe 1 --socket none --json "$@" \
		> "$work/$name" 2> "$work/$name.err" &
	hilrigd=$!
	wait_for "$work/$name.err" "waiting for edges" || return
	: > "$work/spinner"
	exec_in_guest /tmp/hilrig-spinner "$load" 850 > "$work/spinner" &
	spinner=$!
	wait_for "$work/spinner" READY || return
	sleep 0.5 # it sleeps 0.3 s, then computes until 1.15 s
	generator '*TRG'
	wait $spinner || fail "$name: the spinner failed"
	grep -q DONE "$work/spinner" || fail "$name: the spinner was not done"
	sleep 0.3
	kill -TERM $hilrigd
	wait $hilrigd || fail "$name: hilrigd ended with status $?"
	[ "$(grep -v 'waiting for edges' "$work/$name.err")" = "" ] ||
		fail "$name: $(cat "$work/$name.err")"
}

board_start hilrigd-test hilrig-spinner
# 7 edges in 350 ms, on *TRG
generator '*RST' 'OUTP1:LOAD INF' 'SOUR1:APPL:SQU 20,3.3,1.65' \
	'SOUR1:BURS:NCYC 7' 'SOUR1:BURS ON' 'OUTP1 ON'

# Nothing above us: 7 events.
measure free 1 ""
expect "$work/free" '[.state, .reason]' '["CLOSED","signal"]'
expect "$work/free" '.lines[0] | [.events, .coalesced, .fifo_drops]' '[7,0,0]'
# initial low, 7 toggles, final low
expect "$work/free" '.lines[0].commands' 9

# Below irq thread and IST: they preempt it, all 7 events.
measure below 40 ""
expect "$work/below" '.lines[0] | [.events, .coalesced, .fifo_drops]' '[7,0,0]'

# Above both: one event, and 6 edges that only seqno has seen. What the event
# says of its time is wrong by 300 ms: no wake-up latency is made of it.
measure above 99 ""
expect "$work/above" '.lines[0] | [.events, .coalesced, .fifo_drops]' '[1,6,0]'
expect "$work/above" '.lines[0] | [.last_seqno, .last_line_seqno]' '[7,1]'
expect "$work/above" '.wakeup_ns' null

# The same without the spare line: the six are gone without a trace. If this
# ever sees them, the experiment above proves nothing.
measure one_line 99 one-line
expect "$work/one_line" '.lines[0] | [.events, .coalesced, .fifo_drops]' \
	'[1,0,0]'

# Between irq thread and IST: the events queue. With room for 4 the oldest
# 3 are dropped, and line_seqno tells how many.
measure queue 75 buffer=4 -p 60 --irq-thread-prio 90
expect "$work/queue" '.lines[0] | [.events, .coalesced, .fifo_drops]' '[4,0,3]'
expect "$work/queue" \
	'.lines[0] | [.first_line_seqno, .last_line_seqno]' '[4,7]'

# With room for all, none is.
measure room 75 "" -p 60 --irq-thread-prio 90
expect "$work/room" '.lines[0] | [.events, .coalesced, .fifo_drops]' '[7,0,0]'

board_finish
