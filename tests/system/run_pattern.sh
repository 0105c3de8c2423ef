#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every pattern on the virtual bench: the accounts balance though no interval
# is like the other, and the report says what the stimulus was. Then the same
# board drives itself: one of its lines, set by an ordinary thread, is wired to
# the line of the stimulus.

. "$(dirname "$0")/lib.sh"
need_board

# measure NAME OPTION...: a run of 3 s whose accounts balance
measure() {
	local name=$1
	shift
	"$hilrig" run --config "$config" -D 3s -q --json="$work/$name.json" \
		"$@" > "$work/$name.text" 2> "$work/messages"
	expect_status 0 $? "$name"
	expect_json "$work/$name.json" '.lines[0].stimulus |
		.edges > 10 and
		.edges == .matched + .ambiguous + .missed + .in_gap and
		.matched >= 0.9 * .edges'
	expect_json "$work/$name.json" '.lines[0] | .stimulus.edges ==
		.board.events + .board.fifo_drops + .board.coalesced +
		.board.never_interrupt - .board.spurious'
	expect_json "$work/$name.json" '[.reasons[] | select(
		test("host|bench|stall|skipped") | not)] == []'
}

# intervals NAME LOW HIGH: ns between activations as the board saw them; it
# may be late for one by far, but not for half of them
intervals() {
	expect_json "$work/$1.json" ".lines[0].period_ns |
		.p50 >= $2 * 0.8 and .p50 <= $3 * 1.2"
}

start_bench
measure jitter --pattern jitter:percent=80
expect_text "$work/jitter.text" "stimulus   jitter:percent=80: edges 800 us"
expect_json "$work/jitter.json" '.settings.options.pattern ==
	"jitter:percent=80" and .settings.generator.pattern ==
	"jitter:percent=80"'
# 80 % of the tick's phases; a period that is locked to it meets a few
expect_json "$work/jitter.json" '.lines[0].folds[0].met >= 20'
measure sweep --pattern sweep:from=3ms,to=6ms,over=1s
intervals sweep 3e6 6e6
measure step --pattern step:periods=3ms/5ms,dwell=300ms
intervals step 3e6 5e6
measure prime --pattern prime
intervals prime 3e6 5e6
# half of the edges come 4 ms after another, a fifth after a pause of 84 ms
measure burst --pattern burst:count=5,every=100ms
intervals burst 4e6 4e6
expect_json "$work/burst.json" '.lines[0].period_ns.max > 80e6'
measure single --pattern single:from=20ms,to=60ms
intervals single 20e6 60e6
measure missing --pattern missing:every=8
intervals missing 4e6 4e6
expect_json "$work/missing.json" '.lines[0].period_ns.max > 7e6'
"$hilrig" show last > "$work/show" 2>&1
expect_text "$work/show" "stimulus   missing:every=8: edges 4000 us to 8000 us"

"$hilrig" run --config "$config" --pattern jitter:percent=99 \
	> /dev/null 2> "$work/messages"
expect_status 1 $? "a wrong pattern"
expect_text "$work/messages" "percent=99 is not a number from 0.1 to 90"
"$hilrig" run --config "$config" --pattern step:periods=20us \
	> /dev/null 2> "$work/messages"
expect_status 1 $? "a pattern beyond the generator"
stop_bench

start_bench --fault wire=4:0
measure gpio --generator gpio:chip=gpiochip0,line=4 --pattern jitter
expect_text "$work/gpio.text" "edges late by"
expect_json "$work/gpio.json" '.settings.generator.lateness_ns |
	.edges > 10 and .min >= 0 and .min <= .mean and .mean <= .max and
	.p99 <= .max'
expect_json "$work/gpio.json" '.settings.generator.identity |
	startswith("hilrig-gpio,gpiochip0 4,")'

# on_board: is the program there that drives the line?
# shellcheck disable=SC2317 # within calls it
on_board() {
	"$hilrig" bench exec --name "$bench" -- pidof hilrig-stimulus \
		> /dev/null 2>&1
}

# within WHAT COMMAND...: true within 20 s
within() {
	local what=$1 i
	shift
	for ((i = 0; i < 100; i++)); do
		"$@" && return
		sleep 0.2
	done
	fail "$what"
}

# shellcheck disable=SC2317 # within calls it
gone() { ! on_board; }

# the program dies in a run, is started again, and the run goes on
# shellcheck disable=SC2317 # within calls it
measuring() {
	[ -n "$(find "$work/lost" -name 'segment*' -size +40k 2> /dev/null)" ]
}

"$hilrig" run --config "$config" -D 8s -q --socket none --runs "$work/lost" \
	--generator gpio:chip=gpiochip0,line=4 --generator-wait 20s \
	--json="$work/lost.json" > /dev/null 2> "$work/messages" &
run=$!
within "nothing is measured" measuring
"$hilrig" bench exec --name "$bench" -- killall hilrig-stimulus
wait "$run"
expect_status 0 $? "a generator that was lost and came back"
expect_text "$work/messages" "connection was lost; trying to get it back"
expect_json "$work/lost.json" '.verdict == "DEGRADED" and
	(.reasons | map(select(test("generator was lost for"))) | length == 1)'
expect_json "$work/lost.json" '.lines[0].stimulus |
	.edges == .matched + .ambiguous + .missed + .in_gap'

"$hilrig" run --config "$config" -D 60s -q --socket none \
	--generator gpio:chip=gpiochip0,line=4 > /dev/null 2>&1 &
run=$!
within "hilrig-stimulus does not start" on_board
kill -9 "$run"
wait "$run" 2> /dev/null
within "hilrig-stimulus goes on after hilrig was killed" gone

"$hilrig" run --config "$config" --generator pwm:chip=0,channel=0 \
	> /dev/null 2> "$work/messages"
expect_status 1 $? "a board without PWM"
expect_text "$work/messages" "there is no such PWM chip"
"$hilrig" run --config "$config" --generator gpio:chip=gpiochip0,line=0 \
	> /dev/null 2> "$work/messages"
expect_status 3 $? "the stimulus line as its own generator"
expect_text "$work/messages" "in use by 'hilrig-stimulus'"
stop_bench
finish
