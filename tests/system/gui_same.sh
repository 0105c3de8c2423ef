#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The terminal shows the numbers of the view's JSON, in its order. The writer
# has written all it will write, so the numbers stand still.

# shellcheck source=tests/system/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/system/gui_lib.sh
. "$(dirname "$0")/gui_lib.sh"
need_tmux

start_writer --host --hold --events 5000
start_term 200 60
wait_screen 'drawn 2'
"$gui" --json --socket "$socket" > "$work/json" || fail "no JSON"

# One line for each quantity, as the terminal writes it.
us='def us: if . == null then "-" else (. / 1000 * 1000 | round / 1000
	| tostring) end;'
jq -r "$us"' .quantities[] | [.name, .witness, .all.count,
	(.all.min_ns, .all.avg_ns, .all.max_ns, .last.min_ns, .last.max_ns,
	 .last.avg_ns, .p50_ns, .p99_ns, .p999_ns, .deviation_ns, .ideal_ns
	 | us)] | join(" ")' "$work/json" > "$work/wanted"
[ "$(wc -l < "$work/wanted")" = 5 ] || fail "expected five quantities"

# Numbers without the zeros that printf fills up to three decimals with.
grep -A 5 'last min' "$work/screen" | tail -n 5 |
	awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^[0-9]+\.[0-9]+$/)
		$i = $i + 0; print }' CONVFMT=%.9g > "$work/shown"
diff -u "$work/wanted" "$work/shown" || fail "the numbers differ"

jq -r '.counters[] | .name + " " + (if .value == null then "unknown"
	else (.value | tostring) end)' "$work/json" | paste -s -d '~' |
	sed 's/~/  /g' > "$work/counters"
grep -qF -- "$(cat "$work/counters")" "$work/screen" || {
	fail "the counters differ, expected:"
	cat "$work/counters"
	grep 'FIFO drops' "$work/screen"
}

jq -r '.worst[] | .at' "$work/json" > "$work/worst"
[ "$(wc -l < "$work/worst")" = 10 ] || fail "expected a worst ten"
while read -r at; do
	expect_text "$work/screen" "$at"
done < "$work/worst"

expect_json "$work/json" '[.quantities[].name] ==
	["period", "wake-up", "latency", "delivery", "write"]'
expect_json "$work/json" '.leg_ns == 3100'
expect_text "$work/screen" 'legs within 3.100 us'

# What was planted is what is shown: 5,000 events, five of them 300 us late.
expect_json "$work/json" '.quantities[1].all.count == 5000'
expect_json "$work/json" '[.worst[:5][].value_ns] | min > 440000'
expect_json "$work/json" '[.worst[5:][].value_ns] | max < 152000'
expect_json "$work/json" '[.quantities[] | .got + .lost == .all.count] | all'
finish
