#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# hilrig-audio as generator and as analyzer, with the real PortAudio on a JACK
# server without a sound card: the period is exact to the sample, lost samples
# are a gap and the only one, and what comes after it is in its place.

# shellcheck disable=SC2016 # what looks like the shell's is jq's

. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/audio_lib.sh"

# What must hold whatever the machine does. An interval is from edge to edge of
# one channel, and exact but where a gap lies between or the generator had none
# to give ($under times). $half is half a period, in sixteenths of a sample.
rules='
def gapless($a; $b): all(.gaps[]; .[1] <= $a or .[0] >= $b);
def odd($e): . as $all | [range(1; $e | length) as $i |
	$e[$i][0] - $e[$i - 1][0] | select(. != $half) | $i |
	select(. as $i | $all | gapless($e[$i - 1][0]; $e[$i][0]))] | length;
def alternates($e): . as $all | all(range(1; $e | length); . as $i |
	$e[$i][1] != $e[$i - 1][1] or
	($all | gapless($e[$i - 1][0]; $e[$i][0]) | not));
'

# holds NAME FILTER: a jq filter with the rules is true for the capture
holds() {
	jq -e --argjson half "$half" --argjson under "$underruns" \
		"$rules$2" "$work/edges" > /dev/null || {
		fail "$rate Hz: $1: not true: $2"
		jq -c '[.covered, .["end"], .text, .gaps, .last]' "$work/edges"
		echo "underruns $underruns"
	}
}

accounts_hold() {
	holds "it ended as it was told" '.["end"] == 1 and .text == "stopped"'
	holds "its rate is sixteen times the card's" \
		".head.rate_num == $((rate * 16)) and .head.driver == \"audio\""
	holds "it stays in order" '.back | not'
	holds "all samples are covered or in a gap" \
		'.last.samples == ([.covered, (.gaps | last // [0, 0])[1]] |
			max)'
	holds "left is exact" 'odd(.d0) <= $under'
	holds "right is exact" 'odd(.d1) <= $under'
	holds "left alternates" 'alternates(.d0)'
	holds "right alternates" 'alternates(.d1)'
	holds "left and right see as much" \
		'((.d0 | length) - (.d1 | length) | fabs) <=
			2 + 2 * (.gaps | length)'
}

# A reader, "audio_edges", on its own; its capture is $capture_pid.
start_reader() {
	"$build/tests/audio_edges" audio:device=delay D0,D1 "$1" \
		> "$work/edges" 2> "$work/messages" &
	reader_pid=$!
	capture_pid=
	for _ in $(seq 100); do
		capture_pid=$(pgrep -P "$reader_pid" -f hilrig-audio) && return
		sleep 0.1
	done
	fail "no capture: $(cat "$work/messages")"
}

for rate in 48000 96000 192000; do
	start_sound $rate 100
	# fs / 2k for k = 96, 97 and 512 at 48 kHz: blocks are no multiple of it
	for k in 96 97 512; do
		k=$((k * rate / 48000))
		half=$((k * 16))
		start_play "$(awk "BEGIN { printf \"%.17g\", $rate / (2 * $k) }")"
		start_reader $((rate * 16 * 2))
		wait "$reader_pid" || fail "$rate Hz: $(cat "$work/messages")"
		stop_play
		accounts_hold
		holds "there are edges" \
			"(.d0 | length) > $((rate / k)) or .gaps != []"
		# the answer is 100 samples later, each one
		holds "the delay is that of the client" '. as $all |
			[.d0[][0]] as $a | all(.d1[][0] - 1600; . as $t |
			$t < 0 or ($a | bsearch($t)) >= 0 or ($all | [.gaps[] |
			select(.[0] <= $t + 1600 + 65536 and
			       .[1] >= $t - 65536)] != []) or $under > 0)'
	done
	stop_sound
done

# Frozen for 300 ms, it loses samples: that is seen, and counted exactly. The
# generator goes on meanwhile, so edges after it lie on the same raster.
for victim in capture server; do
	rate=48000
	half=$((96 * 16))
	start_sound $rate 100
	start_play 250
	start_reader $((rate * 16 * 4))
	sleep 2
	case $victim in
	capture) pid=$capture_pid ;;
	server) pid=$server_pid ;;
	esac
	kill -STOP "$pid"
	sleep 0.3
	kill -CONT "$pid"
	wait "$reader_pid" || fail "frozen $victim: $(cat "$work/messages")"
	stop_play
	accounts_hold
	holds "frozen $victim: there is a gap of 300 ms" \
		"[.gaps[] | .[1] - .[0]] | max >= $((rate * 16 / 4))"
	holds "frozen $victim: edges come after it" \
		'([.gaps[][1]] | max) < ([.d0[][0]] | max)'
	expect_text "$work/messages" "the sound card lost samples"
	[ "$victim" != capture ] || [ "$underruns" -gt 1 ] ||
		holds "no edge moved" '[.d0[][0] % $half] | unique | length == 1'
	stop_sound
done
finish
