#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# How hilrigd begins and ends on a real gpiochip: a busy line, SIGTERM, the end
# of its input, a chip that is taken away. Times are the guest's.

# shellcheck disable=SC2016 # the guest's shell expands what is in quotes
. "$(dirname "$0")/board_lib.sh"

board_start hilrigd hilrigd-test hilrig-watch
generator '*RST' 'OUTP1:LOAD INF' 'SOUR1:APPL:SQU 10,3.3,1.65' \
	'SOUR1:BURS:NCYC 5' 'SOUR1:BURS ON' 'OUTP1 ON'

# A script in the guest: "session ACTION" runs hilrigd --stdio with its input
# held open, does ACTION after it is armed and 5 edges came, and prints the
# exit status and how many ms it took to be gone.
in_guest sh -c 'cat > /tmp/session' << 'END'
rm -f /tmp/in /tmp/go; mkfifo /tmp/in
/tmp/${HILRIGD:-hilrigd} --stdio --nonce 1 --chip gpiochip0 --line 0 --spare 2 --probe 1 \
	--socket none < /tmp/in > /tmp/frames &
pid=$!
exec 9> /tmp/in
until grep -q WAITING /tmp/frames; do sleep 0.1; done
echo "ARMED $(gpioinfo -c gpiochip0 2>&1 | grep -c "consumer=.*hilrigd")"
until [ -e /tmp/go ]; do sleep 0.1; done
now() { awk '{ printf "%d", $1 * 1000 }' /proc/uptime; }
begin=$(now)
eval "$1"
wait $pid
echo "STATUS $? MS $(($(now) - begin))"
echo "HELD $(gpioinfo -c gpiochip0 2>&1 | grep -c "consumer=.*hilrigd")"
END

# session NAME ACTION: the frames' text goes to $work/NAME.frames
session() {
	local ended
	: > "$work/$1"
	exec_in_guest env HIL_INJECT="${HIL_INJECT-}" \
		HILRIGD="${HILRIGD-hilrigd}" sh /tmp/session "$2" > "$work/$1" 2> "$work/$1.err" &
	ended=$!
	wait_for "$work/$1" ARMED || return
	generator '*TRG'
	sleep 0.8
	in_guest touch /tmp/go
	wait $ended
	in_guest cat /tmp/frames > "$work/$1.frames"
	tr -c '[:print:]' '\n' < "$work/$1.frames" > "$work/$1.text"
	milliseconds=$(sed -n 's/^STATUS [0-9]* MS //p' "$work/$1")
}

has() { # NAME TEXT: in the frames
	grep -qF -- "$2" "$work/$1.text" || {
		fail "$1: no $2 in:"
		grep -E '.{20}' "$work/$1.text"
	}
}

ended() { # NAME STATUS MS: with this status, within this time
	grep -q "^STATUS $2 " "$work/$1" || fail "$1: $(cat "$work/$1")"
	[ "${milliseconds:-99999}" -le "$3" ] ||
		fail "$1: took $milliseconds ms, allowed are $3"
}

probe_is() { # NAME LEVEL: of the pin as the program left it
	local level
	level=$(in_guest gpioget -c gpiochip0 --as-is --numeric 1 2>&1)
	[ "$level" = "$2" ] || fail "$1: the probe is '$level', expected $2"
}

# SIGTERM: gone within 500 ms, totals sent, probe low, lines given back.
session term 'kill -TERM $pid'
ended term 0 500
has term '"state":"CLOSED"'
has term '"reason":"signal"'
has term '"events":5,'
has term '"commands":7,'
grep -q '^ARMED 3$' "$work/term" || fail "term: $(cat "$work/term")"
grep -q '^HELD 0$' "$work/term" || fail "term: $(cat "$work/term")"
# 5 toggles leave it high: the last change of the pin is the final low.
probe_is term 0

# Without that, as after SIGKILL, it stays high: so the check above can fail.
session kill 'kill -KILL $pid'
probe_is kill 1

# The end of input is a stop like any other.
session eof 'exec 9>&-'
ended eof 0 500
has eof '"reason":"stopped"'
has eof '"events":5,'

# A front end gets the memory from the socket, and finds the same 5 edges.
exec_in_guest /tmp/hilrigd --chip gpiochip0 --line 0 --spare 2 --probe 1 \
	--socket /tmp/hilrigd.sock --json > "$work/served" 2> "$work/served.err" &
served=$!
wait_for "$work/served.err" "waiting for edges"
generator '*TRG'
sleep 0.8
in_guest /tmp/hilrig-watch /tmp/hilrigd.sock > "$work/watch" ||
	fail "watch: $(cat "$work/watch")"
# state 2 is RUN
expect "$work/watch" '[.state, .progress, .events, .wakeup, .period]' \
	'[2,5,5,5,4]'
kill -TERM $served
wait $served || fail "served: status $?"
expect "$work/served" '.lines[0].events' 5
in_guest test -e /tmp/hilrigd.sock && fail "served: the socket was left behind"

# A host that reads nothing: the pipe is full from the beginning, so not even
# the first frame leaves. SIGTERM ends it in time, and the status says that the
# totals were not taken.
in_guest sh > "$work/stalled" 2> "$work/stalled.err" << 'END'
mkfifo /tmp/full /tmp/never
exec 8<> /tmp/full 9<> /tmp/never
dd if=/dev/zero of=/tmp/full bs=4096 count=16 2> /dev/null
/tmp/hilrigd --stdio --nonce 1 --chip gpiochip0 --line 0 --spare 2 --probe 1 \
	--socket none < /tmp/never > /tmp/full &
pid=$!
until grep -q hilrigd /proc/interrupts; do sleep 0.1; done
sleep 0.5
now() { awk '{ printf "%d", $1 * 1000 }' /proc/uptime; }
begin=$(now)
kill -TERM $pid
wait $pid
echo "STATUS $? MS $(($(now) - begin))"
END
milliseconds=$(sed -n 's/^STATUS [0-9]* MS //p' "$work/stalled")
ended stalled 3 500

# Somebody changes the throttling during the run: said, and recorded.
session changed 'echo 940000 > /proc/sys/kernel/sched_rt_runtime_us
	sleep 1.5; exec 9>&-'
ended changed 0 3000
has changed 'sched_rt_runtime_us changed during the run from 950000 to 940000'
has changed '"sched_rt_runtime_us":940000'
[ "$(grep -c '"preempt_rt"' "$work/changed.text")" = 2 ] ||
	fail "changed: not two SETTINGS records"

# A thread that computes for 300 ms without a pause is stopped and named.
HIL_INJECT=spin=3 HILRIGD=hilrigd-test session runaway 'true'
ended runaway 3 3000
has runaway '"code":"runaway"'

# A probe that cannot be set is counted, and the run goes on.
HIL_INJECT=fail=2 HILRIGD=hilrigd-test session failing 'exec 9>&-'
ended failing 0 500
has failing '"events":5,'
has failing '"commands":7,"edges_per_command":1,"probe_failures":1}'

# A busy line names its owner; the totals say that nothing was started.
exec_in_guest /tmp/hilrigd --chip gpiochip0 --line 4 --spare 5 --probe 6 \
	--socket none -D 20 > "$work/owner" 2> "$work/owner.err" &
owner=$!
wait_for "$work/owner.err" "waiting for edges"
in_guest /tmp/hilrigd --chip gpiochip0 --line 0 --spare 5 --probe 1 \
	--socket none > "$work/busy" 2>&1
status=$?
[ $status = 1 ] || fail "busy line: status $status, expected 1"
grep -q "line 5 of gpiochip0: it is in use by 'hilrigd-[0-9]*'" "$work/busy" ||
	fail "busy line: $(cat "$work/busy")"
kill -TERM $owner
wait $owner || fail "owner: status $?"

# A line that the chip does not have, a CPU that the board does not have.
in_guest /tmp/hilrigd --chip gpiochip0 --line 8 --spare 5 --probe 1 \
	> "$work/line" 2>&1
grep -q "gpiochip0 has lines 0 to 7" "$work/line" || fail "$(cat "$work/line")"

in_guest /tmp/hilrigd --chip gpiochip0 --line 0 --spare 2 --probe 1 -a 7 \
	> "$work/cpu" 2>&1
grep -q -- "--affinity 7: there is no such CPU, online are 0" "$work/cpu" ||
	fail "$(cat "$work/cpu")"

# Threads that are left alone are named, and it is in the settings.
in_guest /tmp/hilrigd --chip gpiochip0 --line 0 --spare 2 --probe 1 -p 60 \
	--socket none --no-raise -D 1 > "$work/low" 2>&1 || fail "no-raise: $?"
grep -q "irq/[0-9]*-hilrigd-* is not above the priority 60" "$work/low" ||
	fail "no-raise: $(cat "$work/low")"

# The doctor finds what the board is.
in_guest /tmp/hilrigd --doctor --chip gpiochip0 --json > "$work/doctor"
status=$?
[ $status = 3 ] || fail "doctor: status $status, expected 3 (virtual)"
expect "$work/doctor" '[.rows[] | select(.state == "bad") | .id]' \
	'["virtualisation"]'
expect "$work/doctor" '.rows[] | select(.id == "preempt_rt") | .state' '"good"'

# Last, for the chip is gone then: FAILED(chip-removed) within a second.
session unbind 'echo 9030000.pl061 > /sys/bus/amba/drivers/pl061_gpio/unbind'
ended unbind 3 1000
has unbind '"state":"FAILED","code":"chip-removed"'
has unbind '"reason":"chip-removed"'
has unbind '"events":5,'

board_finish
