#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A whole run with a sound card as generator and analyzer and a known answer,
# on a JACK server without a card; what is refused; what is killed in a run.

. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/audio_lib.sh"

audio=audio:device=delay

# run NAME [OPTIONS]: status in $status
run() {
	local name=$1
	shift
	timeout 60 "$hilrig" run --board none --probe-edge rising \
		--socket none -q -d "$audio" -g "$audio" --line-volts 3.3 \
		--json="$work/$name.json" "$@" > "$work/text" \
		2> "$work/messages"
	status=$?
}

accounts_balance() {
	expect_json "$1" '.lines[0].imbalance.pairing == 0'
	expect_json "$1" '.stimulus.edges > 50'
	expect_json "$1" '[.reasons[] | select(startswith("generator") or
		startswith("coverage") or startswith("samples") | not)] == []'
}

# A delay of D samples at rate R is found: exactly, but near an overload, which
# is counted.
for rate in 48000 96000 192000; do
	start_sound $rate 100
	run "known-$rate" --buffer schmitt -D 2s -i 4000
	expect_status 0 "$status" "$rate Hz: $(cat "$work/messages")"
	json=$work/known-$rate.json
	accounts_balance "$json"
	expect_json "$json" ".samples.rate_hz == $((rate * 16))"
	expect_json "$json" \
		".latency_ns.p50 == (1e11 / $rate | round)"
	expect_json "$json" '.verdict != "VALID" or
		(.latency_ns.min == .latency_ns.max and
		 .stimulus.matched == .stimulus.edges)'
	stop_sound
done

start_sound 48000 120

# Line-out swings below ground.
run refused -D 1s
expect_status 1 "$status" "no buffer"
expect_text "$work/messages" "swings below ground"
expect_text "$work/messages" "buffer = schmitt"

# A frequency that it has not got.
run far --buffer schmitt -D 1s -i 227
expect_status 1 "$status" "4405 Hz, levels of 5.4 samples"
expect_text "$work/messages" "the nearest are"
run near --buffer schmitt -D 1s -i 4005us
expect_status 0 "$status" "249.7 Hz: $(cat "$work/messages")"
run short --buffer schmitt -D 1s -i 100us
expect_status 1 "$status" "10 kHz"
expect_text "$work/messages" "at most 6000 Hz"

# Every pattern comes through, and is answered.
for pattern in jitter:percent=40 sweep:from=8ms,to=3ms,over=1s \
	burst:count=5,every=60ms missing:every=8; do
	run pattern --buffer schmitt -D 2s -i 8ms --pattern "$pattern"
	expect_status 0 "$status" "$pattern: $(cat "$work/messages")"
	accounts_balance "$work/pattern.json"
	expect_json "$work/pattern.json" '.latency_ns.p50 == 2500000'
done

# Frozen in a run: a gap, counted, and the edges that touch it are in it.
run_in_background() {
	{
		run "$@" --buffer schmitt
		exit "$status"
	} &
	run_pid=$!
	for _ in $(seq 100); do
		main_pid=$(pgrep -f "^$hilrig run .*$work/$1.json")
		capture_pid=$(pgrep -P "${main_pid:-0}" -f "hilrig-audio --driver")
		player_pid=$(pgrep -P "${main_pid:-0}" -f "hilrig-audio --play")
		[ -n "$capture_pid" ] && [ -n "$player_pid" ] && break
		sleep 0.1
	done
	sleep 2.5
}

run_in_background frozen -D 4s -i 4000
kill -STOP "$capture_pid"
sleep 0.3
kill -CONT "$capture_pid"
wait "$run_pid"
expect_json "$work/frozen.json" '.verdict == "DEGRADED"'
expect_json "$work/frozen.json" '.samples.gap_count > 0'
expect_json "$work/frozen.json" '.stimulus.in_gap > 0'
expect_json "$work/frozen.json" '.latency_ns.p50 == 2500000'
accounts_balance "$work/frozen.json"

# killed NAME PID REASON: the run ends by itself, with a reason
killed() {
	local start
	kill -9 "$2"
	start=$(date +%s%N)
	wait "$run_pid"
	expect_status 3 $? "$1 killed"
	echo "$1 killed: ended after $((($(date +%s%N) - start) / 1000000)) ms"
	expect_json "$work/$1.json" '.verdict == "INVALID"'
	expect_json "$work/$1.json" "[.reasons[] | select(test(\"$3\"))] != []"
	# of 7,500 that it would have seen
	expect_json "$work/$1.json" '.stimulus.edges | . > 0 and . < 5000'
	! pgrep -P "${main_pid:-0}" > /dev/null || fail "$1: something is left"
}

run_in_background capture -D 30s -i 4000
killed capture "$capture_pid" analyzer-died
run_in_background player -D 30s -i 4000
killed player "$player_pid" generator
run_in_background server -D 30s -i 4000
killed server "$server_pid" 'analyzer-ended|generator'
expect_text "$work/messages" "sound server"

# hilrig itself killed: the sound ends with it.
start_sound 48000 1
run_in_background orphan -D 30s -i 4000
kill -9 "$main_pid"
wait "$run_pid"
for _ in $(seq 50); do
	kill -0 "$player_pid" 2> /dev/null || break
	sleep 0.1
done
! kill -0 "$player_pid" 2> /dev/null || fail "orphan: it plays on"

# No server at all, and none of that name.
stop_sound
run none --buffer schmitt -D 1s
expect_status 4 "$status" "no server"
grep -q "no sound device\|PortAudio" "$work/messages" ||
	fail "no server: $(cat "$work/messages")"
run none -g manual -D 1s
expect_status 4 "$status" "no server, as analyzer"
grep -q "no sound device\|PortAudio" "$work/messages" ||
	fail "no server, as analyzer: $(cat "$work/messages")"

# PortAudio aborts where ALSA has no default device.
ALSA_CONFIG_PATH=/dev/null run abort --buffer schmitt -D 1s
expect_status 4 "$status" "PortAudio aborts"
expect_text "$work/messages" "PortAudio aborted"
ALSA_CONFIG_PATH=/dev/null run abort -g manual -D 1s
expect_status 4 "$status" "PortAudio aborts, as analyzer"
expect_text "$work/messages" "PortAudio aborted"

start_sound 48000 1
"$hilrig" scan -g audio:device=delay > "$work/text" 2> "$work/messages"
expect_text "$work/text" "audio:device=JACK Audio Connection Kit: delay"
expect_text "$work/text" "sound card,JACK Audio Connection Kit: delay,48000 Hz"
run unknown --buffer schmitt -g audio:device=nosuch -D 1s
expect_text "$work/messages" "'nosuch' in its name"
stop_sound
finish
