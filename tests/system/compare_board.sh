#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A planted disturbance on the board is found and named, an ordinary program is
# not; two stored runs differ in what was set.

# shellcheck source=tests/system/lib.sh
. "$(dirname "$0")/lib.sh"
need_board
disturb=$HIL_BUILD/board/obj/hilrig-disturb
[ -x "$disturb" ] || skip "hilrig-disturb is not built for the board"
# shellcheck disable=SC2119 # no options
start_bench
# shellcheck disable=SC2016 # the guest's shell expands it
"$hilrig" bench exec --name "$bench" -- \
	sh -c 'cat > /opt/hilrig-disturb && chmod +x /opt/hilrig-disturb' \
	< "$disturb" || fail "cannot copy hilrig-disturb to the board"

"$hilrig" compare --config "$config" -i 2ms -D 90s --json="$work/c.json" \
	--variant none \
	--variant 'name=ordinary,cmd:hilrig-disturb 0 500 20' \
	--variant 'name=above the IST,cmd:hilrig-disturb 90 500 20' \
	> "$work/text" 2> "$work/messages"
expect_status 2 $? "compare with a disturbance"
cat "$work/text"
json=$work/c.json
expect_json "$json" '.schema == "hilrig-compare-1"'
expect_json "$json" '.verdict == "VALID" or .verdict == "DEGRADED"'
expect_json "$json" '.beyond_margin and .method.interleaved'
expect_json "$json" '[.variants[].name] ==
	["none", "ordinary", "above the IST"]'
# found and named: late edges are later, by hundreds of microseconds
expect_json "$json" '.pairs[] | select(.a == "none" and .b == "above the IST")
	| [.p99, .max, .jitter] | any(.verdict == "differs" and .low_ns > 0
		and .beyond_margin)'
expect_json "$json" '.pairs[] | select(.a == "none" and .b == "ordinary")
	| [.mean, .p50, .p99, .max, .jitter]
	| all(.beyond_margin == false and .within_ns > 0)'
# every block of every variant was measured, nothing else took its time
# shellcheck disable=SC2016 # it is jq's
expect_json "$json" '.method.rounds as $n | [.variants[].blocks | length] ==
	[$n, $n, $n] and $n >= 6 and ([.variants[].blocks[] | .count] | min) > 100'
expect_json "$json" '[.variants[] | .stimulus | .edges ==
	.matched + .ambiguous + .missed + .in_gap] | all'
expect_json "$json" '.variants[0].front_end == null'
expect_json "$json" '.variants[2].front_end | .failed == 0 and .told == 0 and
	.cpu_s.user + .cpu_s.system > 0 and .torn == null'
expect_text "$work/text" "above the IST against none"
run=$(find "$HILRIG_RUNS" -mindepth 1 -maxdepth 1 -type d)
cmp "$json" "$run/compare.json" || fail "compare.json in the run differs"
[ -s "$run/compare.html" ] || fail "no compare.html in $run"
[ -s "$run/report.html" ] || fail "no report.html in $run"
# computed again from the store it is the same, to the last digit
"$hilrig" show last --json="$work/again.json" --html "$work" > "$work/again"
expect_status 2 $? "show of the comparison"
cmp "$json" "$work/again.json" || fail "the comparison shown again differs"
cmp "$work/text" "$work/again" || fail "its text shown again differs"
cmp "$run/compare.html" "$work/compare.html" || fail "its page differs"

# a front end that the board does not have ends the comparison at once
timeout 60 "$hilrig" compare --config "$config" -D 600s --block 2s \
	--variant none --variant cmd:no-such-program > "$work/out" 2> "$work/messages"
expect_status 1 $? "compare with a missing program"
expect_text "$work/messages" "the board does not have the program"

# killed in a block: nothing of it stays on the board
"$hilrig" compare --config "$config" -D 60s --block 8s --variant \
	'name=x,cmd:hilrig-disturb 0 100 20' --variant none,load:'sleep 77' \
	> "$work/out" 2> "$work/messages" &
pid=$!
sleep 4
kill -KILL $pid
wait $pid 2> /dev/null
sleep 1
"$hilrig" bench exec --name "$bench" -- ps > "$work/ps" ||
	fail "cannot list the board's processes"
grep -E 'hilrig-disturb|sleep 77|hilrigd' "$work/ps" &&
	fail "a killed comparison leaves these on the board"

"$hilrig" run --config "$config" -D 4s -q --name first > /dev/null
expect_status 0 $? "first run"
"$hilrig" run --config "$config" -D 4s -q -p 70 --name second > /dev/null
expect_status 0 $? "second run"
"$hilrig" diff first second --margin 10ms --json="$work/d.json" \
	--html "$work/d.html" > "$work/text" 2> "$work/messages"
expect_status 0 $? "diff"
cat "$work/text"
expect_json "$work/d.json" '.settings_that_differ | map(.key) |
	index("options.priority") and index("board.ist_priority")'
expect_json "$work/d.json" '.pairs[0].mean | .verdict == "no_difference" and
	.rounds >= 6'
expect_text "$work/text" "one after the other"
[ -s "$work/d.html" ] || fail "no page of the diff"
stop_bench
finish
