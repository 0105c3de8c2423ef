#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Whatever part of a bench is killed: nothing stays, and a start works again.

# shellcheck source=tests/system/bench_lib.sh
. "$(dirname "$0")/bench_lib.sh"
need ""

# kill -9 of the server: QEMU goes with it, the next start cleans up
start bench
pids=$(value bench '.pids[]')
"$program" exec --name bench -- sleep 1000 2> "$work/err" &
client=$!
sleep 0.5
kill -9 "$(value bench .pids.server)"
# shellcheck disable=SC2086 # several pids
gone $pids
wait $client
equal 255 $? "status of a command whose bench was killed"
said "$work/err" "it is gone"
equal "bench dead" "$(bench list | tr -s ' ')" "list after the kill"
bench status --name bench 2> "$work/err"
equal 1 $? "status of a dead bench"
said "$work/err" "the bench 'bench' is dead"
start bench
equal ready "$(value bench .state)" "state after a second start"

# kill -9 of QEMU: said, and the instruments still answer
pids=$(value bench '.pids[]')
kill -9 "$(value bench .pids.qemu)"
for ((i = 0; i < 100; i++)); do
	[ "$(value bench .state)" != failed ] || break
	sleep 0.05
done
equal failed "$(value bench .state)" "state without QEMU"
bench status --name bench > "$work/out"
said "$work/out" "QEMU was ended by signal 9"
bench exec --name bench -- true 2> "$work/err"
equal 255 $? "status of a command without a board"
said "$work/err" "the board is gone"
bench stop --name bench || fail "stop without QEMU"
# shellcheck disable=SC2086
gone $pids
equal "" "$(ls "$state")" "files left"

# a server that hangs is ended by stop
start bench
pids=$(value bench '.pids[]')
kill -STOP "$(value bench .pids.server)"
bench stop --name bench > "$work/out" 2>&1
# shellcheck disable=SC2086
gone $pids
equal "" "$(ls "$state")" "files left of a hanging bench"

# a start that is given up leaves no process
"$program" start --name bench > /dev/null 2>&1 &
client=$!
for ((i = 0; i < 100; i++)); do
	[ ! -s "$state/bench/processes" ] || break
	sleep 0.02
done
pids=$(awk '{ print $1 }' "$state/bench/processes")
kill -9 $client
# shellcheck disable=SC2086
gone $pids

# a board that does not come up is explained by its console
bench start --name bench --append rdinit=/bin/sh --timeout 5 \
	> "$work/out" 2>&1
equal 1 $? "start of a board without agent"
said "$work/out" "was not ready in 5 s"
said "$work/out" "console.log"
bench start --name bench --append panic_on_warn=1\ root=/dev/none\ rdinit=/x \
	> "$work/out" 2>&1
equal 1 $? "start of a board that panics"
said "$work/out" "did not come up"
said "$work/out" "panic"
bench stop --name bench || fail "stop of a failed start"
equal "" "$(ls "$state")" "files left of a failed start"
finish
