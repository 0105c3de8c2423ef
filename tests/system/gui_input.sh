#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Wrong input of hilrig-gui: a clear message, what to do, exit status 1.

# shellcheck source=tests/system/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/system/gui_lib.sh
. "$(dirname "$0")/gui_lib.sh"

# refuses TEXT ARGUMENT...: status 1, the text on stderr, nothing on stdout
refuses() {
	local text=$1 status=0
	shift
	timeout 20 "$gui" "$@" > "$work/out" 2> "$work/err" < /dev/null ||
		status=$?
	expect_status 1 "$status" "hilrig-gui $*"
	expect_text "$work/err" "$text"
	[ ! -s "$work/out" ] || fail "hilrig-gui $*: something on stdout"
}

refuses 'no front end was given'
refuses 'did you mean "term"?' trem
refuses 'one of term, web, window' cinema
refuses 'one front end at a time' --web --term
refuses "unexpected argument 'web'" --term web
refuses '--sched fast: must be other, batch, idle' term --sched fast
refuses 'with PRIO from 1 to 99' term --sched fifo:100
refuses '--cpus 0-: must be a list' term --cpus 0-
refuses 'refresh' term --refresh 1ms
refuses 'refresh' term --refresh 1h
refuses 'are not a terminal' term
refuses 'nothing serves' --json --socket "$work/none.sock"
refuses 'start hilrigd or hilrig run' --json --socket "$work/none.sock"
refuses 'cannot write statistics' term --pty --duration 100ms \
	--socket "$work/none.sock" --stats "$work/none/stats"

# A file that is no socket, a socket whose server was killed, one that is
# something else.
: > "$work/file.sock"
refuses "$work/file.sock" --json --socket "$work/file.sock"
start_writer
stop_writer KILL
refuses 'has ended' --json --socket "$socket"

# Without any memory the terminal says why, and ends in order.
"$gui" term --pty --duration 300ms --socket "$work/none.sock" --stats - \
	> "$work/stats" || fail "term ended with status $?"
expect_json "$work/stats" '.schema == "hilrig-gui-stats-1"'
expect_json "$work/stats" '.frames_drawn > 0 and .torn == 0'
expect_json "$work/stats" '.staleness_ms.max == null'

# What is asked for is what the statistics say it was.
rm -f "$socket"
start_writer
"$gui" term --pty --duration 500ms --socket "$socket" --stats "$work/stats" \
	--sched batch --cpus 0 --refresh 100ms || fail "term: status $?"
expect_json "$work/stats" '.sched == "batch" and .cpus == "0"'
expect_json "$work/stats" '.front_end == "term" and .refresh_ms == 100'
expect_json "$work/stats" '.frames_drawn + .frames_skipped <= 6'
expect_json "$work/stats" '.staleness_ms.mean > 0 and .cpu_s.user >= 0'

# A terminal that nobody knows.
command -v script > /dev/null &&
	TERM=no-such-terminal timeout 20 script -qec "'$gui' term" /dev/null \
		> "$work/out" 2>&1 < /dev/null &&
	fail "an unknown terminal was taken"
[ ! -f "$work/out" ] || expect_text "$work/out" 'set TERM' 
finish
