#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# hilrig qualify on a rig with faults: the requirement that is not met is named
# as failed, others are not; Ctrl-C leaves a dossier and a generator that is
# off.

. "$(dirname "$0")/lib.sh"
need_board
start_bench

n=0
# qualify STATUS IDS [OPTION...]: into $work/d$n
qualify() {
	local status=$1 only=$2
	shift 2
	n=$((n + 1))
	"$hilrig" qualify --config "$config" --only "$only" -D 3s -q \
		--output "$work/d$n" "$@" > "$work/out" 2> "$work/err"
	expect_status "$status" $? "qualify --only $only: $(cat "$work/err")"
}

# result ID WANTED
result() {
	local got
	got=$(jq -r --arg id "$1" '.requirements[] | select(.id == $id) |
		.result' "$work/d$n/dossier.json")
	[ "$got" = "$2" ] || {
		fail "$1 is \"$got\", expected \"$2\":"
		cat "$work/out"
	}
}

fault() { "$hilrig" bench fault --name "$bench" "$@" > /dev/null; }

# nothing is wrong: the same ones pass
qualify 0 IQ-01,OQ-05,PQ-06
for id in IQ-01 OQ-05 PQ-06; do result $id passed; done

# the analyzer's clock runs wrong
fault clock=600
qualify 3 OQ-11,PQ-06,PQ-07
result OQ-11 passed
result PQ-06 failed
result PQ-07 failed
expect_text "$work/d$n/dossier.html" "PQ-06"
fault clear

# a channel without a wire picks up noise: off is not silent
fault float=0
qualify 3 OQ-05
result OQ-05 failed
fault clear

# two wires have each other's place
fault swap
qualify 3 IQ-07
result IQ-07 failed
expect_text "$work/out" "swapped"
fault clear

# the generator is on, and makes no edge
fault generator-stop
qualify 3 OQ-06,PQ-02
result OQ-06 failed
result PQ-02 failed
fault clear

# a rig without a switchable generator, and one without a board
sed 's/^device = lxi.*/device = manual/' "$config" > "$work/manual.conf"
"$hilrig" qualify --config "$work/manual.conf" --only OQ-01,OQ-08 -q \
	--output "$work/manual" > "$work/out" 2>&1
expect_status 3 $? "a generator of somebody else"
expect_text "$work/out" "cannot switch the generator"
sed 's/^\[rig\]/[rig]\nboard = none/' "$config" > "$work/none.conf"
"$hilrig" qualify --config "$work/none.conf" --only IQ-02,PQ-08 -q \
	--output "$work/none" > "$work/out" 2>&1
expect_status 0 $? "no board: $(cat "$work/out")"
expect_text "$work/out" "not applicable"

# Ctrl-C in the judged run
n=$((n + 1))
"$hilrig" qualify --config "$config" --only OQ-07,PQ-01,PQ-02 -D 60s -q \
	--output "$work/d$n" > "$work/out" 2>&1 &
pid=$!
for ((i = 0; i < 300; i++)); do
	[ -z "$(find "$work"/d$n.partial-*/evidence/runs/run \
		-name 'segment-*' 2> /dev/null)" ] || break
	sleep 0.1
done
sleep 2
begun=$SECONDS
kill -INT $pid
wait $pid
expect_status 3 $? "an interrupted qualification"
[ $((SECONDS - begun)) -le 15 ] || fail "it took $((SECONDS - begun)) s to end"
result OQ-07 passed
result PQ-01 "not run"
expect_json "$work/d$n/dossier.json" '.result == "interrupted"'
"$hilrig" qualify --verify "$work/d$n" > /dev/null 2>&1 ||
	fail "the interrupted dossier cannot be verified"
qualify 0 OQ-05
result OQ-05 passed # the generator was off
stop_bench
finish
