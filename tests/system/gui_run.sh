#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# hilrig run on the virtual bench, followed by front ends on both sides: the
# measuring host shows both witnesses, the board its own numbers, and neither
# changes what the run comes to.

# shellcheck source=tests/system/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/system/gui_lib.sh
. "$(dirname "$0")/gui_lib.sh"
need_board
start_bench

# shellcheck disable=SC2154 # start_bench sets config
"$hilrig" run --config "$config" -q -D 12s --socket "$socket" \
	--json="$work/run.json" > /dev/null 2> "$work/run.err" &
run=$!
for _ in $(seq 200); do
	"$gui" --json --socket "$socket" > "$work/host" 2> /dev/null &&
		jq -e '.state == "RUN" and .quantities[2].all.count > 500' \
			"$work/host" > /dev/null && break
	sleep 0.1
done
expect_json "$work/host" '.state == "RUN" and .live'
expect_json "$work/host" '[.quantities[] | .name + "/" + .witness] ==
	["period/IST", "wake-up/IST", "latency/analyzer", "delivery/analyzer",
	 "response/IST", "write/analyzer"]'
expect_json "$work/host" '[.witnesses[].name] ==
	["real-time side", "analyzer"]'
expect_json "$work/host" '.U_ns > 0 and (.worst | length) == 10'
expect_json "$work/host" '[.counters[] | select(.name == "edges").value]
	[0] > 500'
# What the join decides is counted while the run goes on.
expect_json "$work/host" '[.counters[] | select(.name == "extra" or
	.name == "never an interrupt" or .name == "spurious" or
	.name == "probe failures").value] | all(. != null)'
expect_json "$work/host" '.threads[0].role == "IST" and
	.threads[0].policy == "FIFO"'

# On the board, beside the IST.
"$hilrig" bench exec --name "$bench" -- hilrig-gui term --pty --duration 2 \
	--stats - > "$work/stats" || fail "term on the board: status $?"
expect_json "$work/stats" '.torn == 0 and .frames_drawn > 0'
"$hilrig" bench exec --name "$bench" -- hilrig-gui --json > "$work/board" ||
	fail "no view on the board"
expect_json "$work/board" '[.threads[].role] ==
	["IST", "irq thread", "front end"]'
expect_json "$work/board" '.threads[0].policy == "FIFO" and
	.threads[0].voluntary > 0'

# Legs follow when the first block of rows has its clock fit.
for _ in $(seq 100); do
	"$gui" --json --socket "$socket" > "$work/legs" 2> /dev/null &&
		jq -e '.quantities[5].all.count > 200' "$work/legs" \
			> /dev/null && break
	sleep 0.1
done
expect_json "$work/legs" '.state == "RUN" and .leg_ns > 0 and
	.quantities[3].all.count > 200 and .quantities[3].p50_ns > 0 and
	.quantities[5].all.count >= .quantities[3].all.count'

# A reader that stays sees the end; its totals are the run's.
"$gui" term --pty --duration 25s --socket "$socket" --stats "$work/last" &
term=$!
wait "$run"
[ $? -le 3 ] || fail "the run failed: $(cat "$work/run.err")"
kill "$term"
wait "$term"
expect_json "$work/last" '.torn == 0 and .frames_drawn > 0'
[ ! -S "$socket" ] || fail "the run left its socket behind"

# A path that cannot be served is said, and the run goes on.
"$hilrig" run --config "$config" -q -D 1s --socket /proc/x/run.sock \
	--json="$work/run.json" > /dev/null 2> "$work/run.err"
expect_text "$work/run.err" 'front ends cannot follow this run'
expect_json "$work/run.json" '.lines[0].stimulus.edges > 100'
stop_bench
finish
