#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The garbage-collected front end on the virtual board, beside an IST that
# answers edges: it runs there, its JIT compiles, its collections are listed on
# the board's clock, and it loses nothing.

# shellcheck source=tests/system/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/system/gui_lib.sh
. "$(dirname "$0")/gui_lib.sh"
need_board
# shellcheck disable=SC2119 # it takes options of the bench
start_bench

in_board() { "$hilrig" bench exec --name "$bench" -- "$@"; }

in_board hilrig-gui managed > "$work/out" 2> "$work/err"
grep -q 'was built without' "$work/err" &&
	skip "the board's hilrig-gui has no LuaJIT"
expect_text "$work/err" 'give --pty'

# shellcheck disable=SC2154 # start_bench sets config
"$hilrig" run --config "$config" -q -D 10s --json="$work/run.json" \
	> /dev/null 2> "$work/run.err" &
run=$!
for _ in $(seq 60); do
	kill -0 "$run" 2> /dev/null || break
	in_board hilrig-gui --json > "$work/board" 2> /dev/null &&
		jq -e '.quantities[0].all.count > 200' "$work/board" \
			> /dev/null && break
	sleep 0.2
done
in_board sh -c 'cut -d " " -f 1 /proc/uptime' > "$work/before"
in_board hilrig-gui managed --pty --duration 3 --stats - --sched batch \
	> "$work/stats" || fail "managed on the board: status $?"
in_board sh -c 'cut -d " " -f 1 /proc/uptime' > "$work/after"
wait "$run"
[ $? -le 3 ] || fail "the run failed: $(cat "$work/run.err")"

expect_json "$work/stats" '.frames_drawn > 0 and .torn == 0 and
	.sched == "batch" and .staleness_ms.max > 0'
expect_json "$work/stats" '.runtime | .errors == 0 and .jit and
	.traces_compiled > 0 and (.runtime | endswith("arm64"))'
# CLOCK_MONOTONIC and the uptime are one clock on a board that never sleeps.
expect_json "$work/stats" ".runtime.collections_mono_ns | length > 0 and
	min > $(cat "$work/before")e9 and max < $(cat "$work/after")e9 + 1e7"
expect_json "$work/run.json" '.lines[0].stimulus.edges > 100'
stop_bench
finish
