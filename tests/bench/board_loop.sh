#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Wake-up to probe on the virtual board, hilrigd beside the least loop, in
# turns. Prints figures and promises none: the board is emulated.

HIL_BUILD=$1
# shellcheck source=tests/system/board_lib.sh
. "$(dirname "$0")/../system/board_lib.sh"

board_start hilrig-loop
exec_in_guest /tmp/hilrig-loop 10 > "$work/loop" 2> "$work/loop.err" &
loop=$!
wait_for "$work/loop.err" ARMED
generator '*RST' 'OUTP1:LOAD INF' 'SOUR1:APPL:SQU 250,3.3,1.65' 'OUTP1 ON'
wait $loop || fail "hilrig-loop: $(cat "$work/loop.err")"
jq -r '"board: wake-up to probe p50 \(.ist.p50_ns) ns, least loop " +
	"\(.minimal.p50_ns) ns; p99 \(.ist.p99_ns) ns, \(.minimal.p99_ns) ns"' \
	"$work/loop" || fail "no figures"
board_finish > /dev/null
