#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The generator and the analyzer as strangers see them: SCPI on a socket and
# sigrok-cli's BeagleLogic driver. What one sends, the other must see.

# shellcheck source=tests/system/bench_lib.sh
. "$(dirname "$0")/bench_lib.sh"
need "sigrok-cli od"

start bench
analyzer=$(value bench .ports.analyzer)
exec 3<> "/dev/tcp/127.0.0.1/$(value bench .ports.generator)"
tell() { printf '%s\n' "$@" >&3; }
ask() {
	tell "$1"
	IFS= read -r -t 5 -u 3 answer
	printf '%s\n' "$answer"
}

# capture FILE SAMPLES [RATE]: bytes, bit 0 stimulus, 1 probe, 2 heartbeat
capture() {
	timeout 60 sigrok-cli \
		-d "beaglelogic:conn=tcp-raw/127.0.0.1/$analyzer" \
		-c "samplerate=${3:-1m}" -C P8_45,P8_46,P8_43 \
		--samples "$2" -O binary > "$1" 2> "$work/sigrok" ||
		fail "sigrok-cli: $(cat "$work/sigrok")"
	equal "$2" "$(stat -c %s "$1")" "samples of $1"
}

# edges FILE BIT: "sample level" of each edge; od gives runs as one line
edges() {
	od -An -v -tu1 -w1 "$1" | awk -v bit="$2" '
		{ level = int($1 / 2 ^ bit) % 2 }
		NR > 1 && level != last { print NR - 1, level }
		{ last = level }'
}
rising() { edges "$1" "$2" | grep -c ' 1$'; }

case $(ask '*IDN?') in
"hilrig,virtual bench generator,0,"*) ;;
*) fail "*IDN? says \"$answer\"" ;;
esac

# the heartbeat: an edge each 1,000 samples at 1 MS/s, 250 at 250 kS/s
capture "$work/a" 100000
equal 1000 "$(edges "$work/a" 2 | awk 'NR > 1 { print $1 - last }
	{ last = $1 }' | sort -u | tr '\n' ' ' | sed 's/ $//')" "heartbeat"
equal 100 "$(edges "$work/a" 2 | wc -l)" "edges of the heartbeat"
capture "$work/a" 25000 250k
equal 100 "$(edges "$work/a" 2 | wc -l)" "edges of the heartbeat, 250 kS/s"

# a burst of 7 is 7 edges, but for those that the generator says it skipped
tell '*RST' ':OUTP1:LOAD INF' ':SOUR1:APPL:SQU 250,3.3,1.65' \
	':SOUR1:BURS:NCYC 7' ':SOUR1:BURS:STAT ON' ':OUTP1 ON'
equal '0,"No error"' "$(ask 'SYST:ERR?')" "error queue"
capture "$work/a" 1000000 &
sleep 0.5
skipped=$(ask 'SOUR1:HIL:SKIP?')
tell '*TRG'
wait $!
skipped=$(($(ask 'SOUR1:HIL:SKIP?') - skipped))
equal 7 $(($(rising "$work/a" 0) + skipped)) "edges of the burst"

# 250 Hz for 2 s: 500 edges of 4,000 samples on average
tell ':OUTP1 OFF' ':SOUR1:BURS:STAT OFF' ':OUTP1 ON'
sleep 0.3
skipped=$(ask 'SOUR1:HIL:SKIP?')
capture "$work/a" 2000000
skipped=$(($(ask 'SOUR1:HIL:SKIP?') - skipped))
seen=$(rising "$work/a" 0)
echo "250 Hz: $seen edges in 2 s, $skipped periods skipped around it"
if [ "$seen" -gt 501 ] || [ $((seen + skipped)) -lt 499 ]; then
	fail "$seen edges in 2 s at 250 Hz"
fi
equal 0 "$(edges "$work/a" 1 | wc -l)" "edges of a probe that nobody moves"

# a silent gap of 12,345 samples, exactly where the truth says
bench fault --name bench gap=12345@0.05 || fail "fault gap"
capture "$work/a" 100000
sample=$(jq -r 'select(.kind == "gap") | .sample' "$state/bench/truth.jsonl")
equal 50000 "$sample" "sample of the gap in truth.jsonl"
phases=$(edges "$work/a" 2 | awk '$1 != 50000 {
	print ($1 < 50000 ? "before" : "after"), $1 % 1000 }' | sort -u)
equal 2 "$(wc -l <<< "$phases")" "phases of the heartbeat"
before=$(awk '$1 == "before" { print $2 }' <<< "$phases")
after=$(awk '$1 == "after" { print $2 }' <<< "$phases")
equal 345 $(((before - after + 1000) % 1000)) "samples lost, modulo 1,000"

# the output stays on, but the edges stop
bench fault --name bench generator-stop || fail "fault generator-stop"
sleep 0.3
capture "$work/a" 200000
equal 0 "$(rising "$work/a" 0)" "edges after generator-stop"
equal 1 "$(ask 'OUTP1?')" "output after generator-stop"
bench fault --name bench clear
sleep 0.3
capture "$work/a" 200000
[ "$(rising "$work/a" 0)" -gt 0 ] || fail "no edges after clear"

# clock=1000 ppm: a heartbeat of 1,001 samples
tell ':OUTP1 OFF'
bench fault --name bench clock=1000
capture "$work/a" 100000
equal 1001 "$(edges "$work/a" 2 | awk 'NR > 1 { print $1 - last }
	{ last = $1 }' | sort -u | tr '\n' ' ' | sed 's/ $//')" \
	"heartbeat on a fast clock"
bench fault --name bench nonsense 2> "$work/err" && fail "nonsense was taken"
said "$work/err" "unknown fault 'nonsense'"

bench stop --name bench || fail "stop"
finish
