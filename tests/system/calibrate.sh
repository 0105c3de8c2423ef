#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# hilrig calibrate on the virtual bench: a planted skew and a wrong clock are
# found within U, a run is corrected by them, and says when the record is not
# its own. The bench stamps pins in whole microseconds, so the skew is 3 us.

. "$(dirname "$0")/lib.sh"
need_board
start_bench --fault loopback --fault skew=3000 --fault clock=250

"$hilrig" calibrate show --config "$config" > "$work/out" 2>&1
expect_status 4 $? "show without a record"
expect_text "$work/out" "no calibration record"

"$hilrig" calibrate all --config "$config" -D 4s -i 2017 -q \
	--json="$work/record.json" > "$work/out" 2> "$work/err"
expect_status 0 $? "calibrate all: $(cat "$work/err")"
record=${config%.conf}.calibration.json
cmp "$record" "$work/record.json" || fail "--json is not the record"
expect_text "$work/err" "skipped: seed: the probe's channel sees the generator"
expect_json "$work/record.json" '.entries | (keys ==
	["clock", "loopback", "posted", "probe", "threshold"]) and
	(.loopback.as_left | (.value - 3000 | fabs) <= .U + 1) and
	(.clock.as_left | (.value - 250 | fabs) <= .U) and
	all(.[]; (.raw_sha256 | length == 64) and .as_found == null and
	(.temperature_c | has("board") and has("host")) and
	(.reference | test("not traceable to SI")) and .as_left.k == 2 and
	any(.devices[]; .role == "host")) and
	all(.clock, .loopback; .devices[0].driver == "beaglelogic" and
	(.devices[1] | .role == "generator" and .firmware != null) and
	(.as_left.again | (.raw_sha256 | length == 64))) and
	(.loopback.as_left.again | (.residual | fabs) <= .U) and
	(.probe.devices[0].role == "board")'
# the edges of this bench are fast: nothing slow is found. How long the pulses
# are varies with what else its host does, by 3 us from run to run
expect_json "$work/record.json" '.entries.threshold.details |
	(.crossing_ns | fabs) <= .crossing_U_ns + 3000'
expect_text "$work/out" "skew_ns"

# the same again: what was left is found
"$hilrig" calibrate loopback --config "$config" -D 2s -i 2017 -q \
	> "$work/out" 2>&1 || fail "calibrate loopback"
expect_text "$work/out" "as found   off by"

# edges that take 40 us, seen at 1.5 V and 1.3 V: products of 60,000 and 52,000
# V ns, 8,000 apart; 3 us of pulse length are 9,200 V ns
"$hilrig" bench fault --name "$bench" edge-time=40000 > /dev/null
"$hilrig" bench fault --name "$bench" threshold=1300 > /dev/null
"$hilrig" calibrate threshold --config "$config" -D 4s -i 2017 -q \
	--json="$work/slow.json" > "$work/out" 2>&1 || fail "calibrate threshold"
expect_json "$work/slow.json" '.entries.threshold.details |
	(.stimulus_product_v_ns - 60000 | fabs) <= .stimulus_product_U + 9200 and
	(.probe_product_v_ns - 52000 | fabs) <= .probe_product_U + 9200 and
	(.apart_v_ns + 8000 | fabs) <= 1.5 * .apart_U and .limit_ns > 15000'
# limits without a preferred value: U = 2 limit / sqrt(3)
expect_json "$work/slow.json" '.entries.threshold |
	(.as_left.U * 3 / .as_left.k / .details.limit_ns - 1.7321 | fabs) < 0.01'
cp "$work/record.json" "$record"

# without the loop wired: refused, and the record stays
cp "$record" "$work/good.json"
"$hilrig" bench fault --name "$bench" clear > /dev/null
"$hilrig" calibrate threshold --config "$config" -D 1s -q > "$work/out" 2>&1
expect_status 1 $? "threshold without a loop"
"$hilrig" bench fault --name "$bench" skew=3000 > /dev/null
"$hilrig" calibrate loopback --config "$config" -D 1s -q > "$work/out" 2>&1
expect_status 1 $? "loopback without a loop"
expect_text "$work/out" "do not see one signal"
cmp "$record" "$work/good.json" || fail "a failed calibration changed the record"

run() {
	"$hilrig" run --config "$config" -D 1s -q --json="$work/run.json" \
		> "$work/out" 2>&1
	expect_status 0 $? "run"
}
run
expect_json "$work/run.json" '[.lines[0].budget.effects[] |
	select(.name | test("skew|clock")) | .known] == [true, true]'
expect_json "$work/run.json" '.lines[0].budget | .correction_ns < -2900 and
	.correction_ns > -3500'
expect_json "$work/run.json" '[.reasons[] | select(test("^calibration"))] == []'
expect_json "$work/run.json" '.settings.calibration.loopback.as_left.value > 2900'
grep -q "raw_sha256" "$(jq -r .run "$work/run.json")/report.html" ||
	fail "the report does not show its calibration"
# a stored run knows what it was corrected by
mv "$record" "$work/away.json"
"$hilrig" budget last --json > "$work/budget.json"
[ "$(jq -S .lines[0] "$work/budget.json")" = \
	"$(jq -S .lines[0].budget "$work/run.json")" ] ||
	fail "the stored run's budget is another one"

jq '.entries.loopback.due_s = 1' "$work/good.json" > "$record"
run
expect_json "$work/run.json" '.verdict == "DEGRADED" and
	any(.reasons[]; test("loopback calibration has expired"))'
jq '.entries.clock.devices[0].model = "other"' "$work/good.json" > "$record"
run
expect_json "$work/run.json" '.verdict == "DEGRADED" and
	any(.reasons[]; test("clock calibration is of another analyzer")) and
	(.lines[0].budget.effects[] | select(.name == "analyzer'"'"'s clock") |
	.correction_ns == 0)'
echo '{"schema": "hilrig-calibration-1", "entries": {"loopback": {}}}' > "$record"
"$hilrig" run --config "$config" -D 1s -q > "$work/out" 2>&1
expect_status 1 $? "a wrong record"
expect_text "$work/out" "is wrong; move it away"
# what a record says moves no cursor
jq '.entries["a\u001b[31m"] = (.entries.clock | .effect = "\u001b[2J" |
	.due_utc = "\u001b[5m" | .devices[0].role = "\u001b[1m" |
	.details["\u001b[7m"] = "\u001b]0;t\u0007")' "$work/good.json" > "$record"
"$hilrig" calibrate show --config "$config" > "$work/out" 2>&1
expect_status 0 $? "show of an odd record"
! grep -q $'\033' "$work/out" || fail "a record's escapes reach the terminal"
echo nothing > "$record"
"$hilrig" calibrate show --config "$config" > "$work/out" 2>&1
expect_status 1 $? "show of no record"
expect_text "$work/out" "cannot use the calibration record"
stop_bench
finish
