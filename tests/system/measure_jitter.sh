#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `hilrig measure` against sigrok-cli's jitter decoder, latency by latency, on
# captures of 1 MS/s, where a sample is a microsecond of hilrig's histogram.

. "$(dirname "$0")/lib.sh"
command -v sigrok-cli > /dev/null || skip "sigrok-cli is not installed"

# peer FILE: "US COUNT" of the decoder. Its first value is spurious when the
# clock starts high, as it does here; ours then has no edge for it either.
peer() {
	sigrok-cli -i "$1" -I binary:numchannels=8:samplerate=1000000 \
		-P jitter:clk=0:sig=1:clk_polarity=rising:sig_polarity=both \
		-B jitter=ascii-float |
		awk 'NF && ++line > 1 { n[int($1 * 1e6 + 0.5)]++ }
			END { for (us in n) print us, n[us] }' | sort -n
}

# compare_at PERIOD MIN SPREAD GLITCH
compare_at() {
	local file=$work/$1.bin what="period $1 us, glitch each $4"
	"$HIL_BUILD/tests/make_capture" 1000000 "$1" "$2" "$3" "$4" > "$file"
	"$hilrig" measure "$file" --samplerate 1m --stimulus 0 --probe 1 \
		--json="$work/ours.json" > "$work/text" 2>&1
	expect_status 0 $? "measure, $what"
	jq -r '.thread."0".histogram | to_entries[] | "\(.key) \(.value)"' \
		"$work/ours.json" | sort -n > "$work/ours"
	peer "$file" > "$work/peer"
	# what the decoder has and we have not, must be our ambiguous rows
	awk -v ambiguous="$(jq .stimulus.ambiguous "$work/ours.json")" \
		-v what="$what" '
		NR == FNR { ours[$1] = $2; total += $2; next }
		{ peer += $2; if (ours[$1] > $2) wrong = 1
		  more += $2 - ours[$1]; seen[$1] = 1 }
		END { for (us in ours) if (!(us in seen)) wrong = 1
		  printf "%s: %d ours, %d of the decoder, %d ambiguous\n",
			what, total, peer, ambiguous
		  exit wrong || total == 0 || more != ambiguous }' "$work/ours" "$work/peer" || {
		fail "$what: other latencies than the decoder"
		diff "$work/ours" "$work/peer" | head -20
	}
}

compare_at 10000 20 400 0
compare_at 1000 15 100 0
compare_at 100 12 30 0
compare_at 10000 20 400 7
compare_at 1000 15 100 10
compare_at 100 12 30 13
finish
