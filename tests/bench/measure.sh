#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `hilrig measure` against sigrok-cli's jitter decoder on the same captures, by
# CPU-independent ratio of wall time per sample in the same session, and
# hilrig's memory over 10^8 edges.

set -eu
build=${1:?usage: measure.sh BUILD}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# seconds COMMAND…: wall time of a command, its output dropped
seconds() {
	local begin end
	begin=$(date +%s%N)
	"$@" > /dev/null 2>&1
	end=$(date +%s%N)
	echo "$((end - begin))"
}

# best_of N COMMAND…: shortest time in ns
best_of() {
	local n=$1 best=0 now
	shift
	for ((; n > 0; n--)); do
		now=$(seconds "$@")
		[ "$best" != 0 ] && [ "$now" -ge "$best" ] || best=$now
	done
	echo "$best"
}

# compare WHAT OUR_FILE PEER_FILE OUR_SAMPLES PEER_SAMPLES WANTED INPUT…
compare() {
	local what=$1 ours=$2 peer=$3 n_ours=$4 n_peer=$5 wanted=$6 t_ours t_peer
	shift 6
	t_ours=$(best_of 3 "$build/hilrig" measure "$ours" --samplerate 24m \
		--stimulus 0 --probe 1)
	t_peer=$(best_of 1 sigrok-cli -i "$peer" "$@" \
		-P jitter:clk=0:sig=1:sig_polarity=both -B jitter=ascii-float)
	awk -v what="$what" -v a="$t_ours" -v b="$t_peer" -v n="$n_ours" \
		-v m="$n_peer" -v wanted="$wanted" 'BEGIN {
		ratio = (n / a) / (m / b)
		printf "%-22s hilrig %8.1f MS/s, jitter %6.2f MS/s, ratio " \
			"%7.1f (wanted %d): %s\n", what, 1e3 * n / a,
			1e3 * m / b, ratio, wanted,
			(ratio >= wanted ? "met" : "MISSED")
		exit (ratio < wanted) }' || status=1
}

make=$build/tests/make_capture
raw=(-I "binary:numchannels=8:samplerate=24000000")
"$make" 480000000 2400 > "$work/10k.bin"
head -c 48000000 "$work/10k.bin" > "$work/10k-peer.bin"
"$make" 240000000 24 > "$work/1m.bin"
head -c 2400000 "$work/1m.bin" > "$work/1m-peer.bin"
sigrok-cli -i "$work/10k-peer.bin" "${raw[@]}" -O srzip -o "$work/10k.sr"

compare "10 kHz, raw" "$work/10k.bin" "$work/10k-peer.bin" \
	480000000 48000000 50 "${raw[@]}"
compare "10 kHz, .sr" "$work/10k.sr" "$work/10k.sr" 48000000 48000000 5
compare "1 MHz, raw" "$work/1m.bin" "$work/1m-peer.bin" \
	240000000 2400000 1000 "${raw[@]}"

# 10^8 edges: three in a period of 24 samples
rm -f "$work"/10k* "$work"/1m*
"$make" 800000000 24 > "$work/long.bin"
/usr/bin/time -o "$work/peak" -f %M "$build/hilrig" measure "$work/long.bin" \
	--format raw --samplerate 24m --stimulus 0 --probe 1 > "$work/text"
grep -m1 'edges seen' "$work/text"
peak=$(tail -n 1 "$work/peak")
awk -v kb="$peak" 'BEGIN { printf "memory over 10^8 edges: %.1f MB (limit 64): " \
	"%s\n", kb / 1024, (kb < 65536 ? "met" : "MISSED")
	exit (kb >= 65536) }' ||
	status=1
exit $status
