#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# hilrigd with wrong input: a message that says what and where, status 1, and
# nothing on standard output. Needs no GPIO.

set -uo pipefail

hilrigd=$HIL_BUILD/hilrigd
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

refused() { # TEXT ARGUMENT...: status 1, and TEXT on stderr
	local text=$1
	shift
	timeout 10 "$hilrigd" "$@" > "$work/out" 2> "$work/err" < /dev/null
	local status=$?
	if [ $status != 1 ] || ! grep -qF -- "$text" "$work/err" ||
		[ -s "$work/out" ]; then
		echo "FAILED: hilrigd $*: status $status, wanted 1 and '$text'"
		cat "$work/err" "$work/out"
		failures=$((failures + 1))
	fi
}

lines=(--line 0 --spare 2 --probe 1)
refused "--chip is missing"
refused "--spare is missing" --chip gpiochip0 --line 0 --probe 1
refused "--spare" --spqre 2
refused "rising" --edge sideways
refused "98" -p 99 --chip gpiochip0 "${lines[@]}"
refused "above the priority 80" --irq-thread-prio 80 --chip 0 "${lines[@]}"
refused "'off' or 0 to" --cpu-dma-latency never --chip 0 "${lines[@]}"
refused "go together" --seed-delay 5 --chip 0 "${lines[@]}"
refused "go together" --seed-every 5 --chip 0 "${lines[@]}"
refused "out of range" --seed-delay 11ms --seed-every 5
refused "out of range" --seed-delay 5 --seed-every 1
refused "--probe is missing" --readback 100 --chip no-such-chip
refused "out of range" --readback 9
refused "no such gpiochip" --readback 100 --chip no-such-chip --probe 1
refused "unexpected argument 'gpiochip0'" gpiochip0
refused "no such gpiochip" --chip no-such-chip "${lines[@]}"
refused "cannot open /dev/null" --chip /dev/null "${lines[@]}"

# With --stdio the message is a frame, and the totals come all the same.
timeout 10 "$hilrigd" --stdio --nonce 77 --chip no-such-chip "${lines[@]}" \
	> "$work/out" 2> "$work/err" < /dev/null
status=$?
for text in '"nonce":"77"' '"level":"error"' 'no such gpiochip' \
	'"state":"FAILED"' '"reason":"not-started"'; do
	if ! grep -qaF -- "$text" "$work/out"; then
		echo "FAILED: no $text in the frames of a failed start"
		failures=$((failures + 1))
	fi
done
if [ $status != 1 ] || [ -s "$work/err" ]; then
	echo "FAILED: a failed start with --stdio: status $status, stderr:"
	cat "$work/err"
	failures=$((failures + 1))
fi

# Checks give a row each, and status 3 exactly when one is bad.
"$hilrigd" --doctor --json > "$work/out" 2> "$work/err"
status=$?
bad=$(grep -c '"state": "bad"' "$work/out")
rows=$(grep -c '"advice"' "$work/out")
if [ "$rows" -lt 15 ] || { [ "$bad" = 0 ] && [ $status != 0 ]; } ||
	{ [ "$bad" != 0 ] && [ $status != 3 ]; }; then
	echo "FAILED: doctor: status $status with $bad bad of $rows rows"
	failures=$((failures + 1))
fi
[ "$failures" = 0 ]
