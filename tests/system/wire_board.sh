#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# hilrig wire on the virtual bench: each planted mistake is named, and no other;
# what a config can say is written, and found right then.

. "$(dirname "$0")/lib.sh"
need_board
start_bench

fault() {
	"$hilrig" bench fault --name "$bench" clear > /dev/null
	[ -z "$1" ] || "$hilrig" bench fault --name "$bench" "$@" > /dev/null ||
		fail "fault $*"
}

# wire WANTED [OPTION...]: in $work/wire.json
wire() {
	local wanted=$1
	shift
	"$hilrig" wire --config "$config" --json="$work/wire.json" "$@" \
		> "$work/out" 2> "$work/err"
	expect_status "$wanted" $? "wire: $(cat "$work/err")"
}

# names KIND SUBJECT: exactly this one finding
names() {
	local got
	got=$(jq -r '.findings[] | "\(.kind): \(.subject)"' "$work/wire.json")
	[ "$got" = "$1: $2" ] || {
		fail "${planted:-right}: \"$got\", expected \"$1: $2\""
		cat "$work/out"
	}
	expect_text "$work/out" "$2, $1: "
}

# plant FAULT KIND SUBJECT [OPTION...]
plant() {
	planted=$1
	fault "$1"
	wire 3 "${@:4}"
	names "$2" "$3"
}

fault ''
wire 0
expect_text "$work/out" "wired as configured"
expect_text "$work/out" "levels are unknown"
expect_json "$work/wire.json" '.findings == [] and .notes == [] and
	([.channels[0:3][] | [.channel, .configured, .shows, .polarity]] ==
	[["D0", "stimulus", "generator", "normal"],
	["D1", "probe", "probe", "normal"], ["D2", "heartbeat", "clock", null]])'
expect_json "$work/wire.json" '(.channels[0].hz - 125 | fabs) < 1 and
	(.channels[2].hz - 500 | fabs) < 1 and .channels[3].hz == null and
	.channels[0].crosses_volts == null and .threshold_adjustable == false'
expect_json "$work/wire.json" '([.lines[] | .sees] | .[0] == "generator" and
	(.[1:] | unique == ["nothing"])) and (.generator | length > 5)'

plant invert=0 inverted D0
plant invert=1 inverted D1
plant open=0 unconnected D0
plant open=2 unconnected D2
plant float=0 floating D0
plant float=1 floating D1
plant crosstalk=0:1 cross-talk D1
expect_text "$work/out" "the edges of D0"
plant loopback "wrong channel" D1
plant wire=1:2 "wrong line" "line 2"
plant wire=1:0 "wrong line" "line 0"
expect_text "$work/out" "also gets the probe"
plant stimulus-line=1 "wrong line" "line 1"
expect_text "$work/out" "was not toggled"

# no config can say an open wire: nothing is written
cp "$config" "$work/good.conf"
plant open=1 unconnected D1 --write
expect_text "$work/out" "--try-lines"
expect_text "$work/err" "nothing is written"
cmp -s "$config" "$work/good.conf" || fail "an open wire changed the config"

# written FAULT KIND SUBJECT LINE [OPTION...]: and right from then on
written() {
	local line=$4
	planted=$1
	cp "$work/good.conf" "$config"
	fault "$1"
	wire 3 --write "${@:5}"
	names "$2" "$3"
	expect_text "$config" "$line"
	cmp -s "$config~" "$work/good.conf" || fail "$1: no backup"
	wire 0
}
written swap swapped "D0 and D1" "channels = D1=stimulus,D0=probe,D2=heartbeat"
expect_text "$config" "# Written by hilrig bench start"
written stimulus-line=5 "wrong line" "line 5" "line = 5"
written stimulus-line=2 "wrong line" "line 2" "spare = 0"
written probe-line=6 "wrong line" "line 6" "probe = 6" --try-lines 5,6
cp "$work/good.conf" "$config"

# without a board: from the generator's signature alone
planted="invert=0 without a board"
fault invert=0
"$hilrig" wire --config "$config" --board none --write="$work/none.conf" \
	--json="$work/wire.json" > "$work/out" 2> "$work/err"
expect_status 3 $? "wire without a board"
names inverted D0
expect_text "$work/out" "note: the probe is unknown: there is no board"
expect_text "$work/none.conf" "edge = falling"

# a pin of the board as generator, through a wire to the stimulus line
planted=gpio
fault wire=4:0
wire 0 --generator gpio:chip=gpiochip0,line=4
expect_json "$work/wire.json" '.lines[4].owner == "hilrig-stimulus" and
	.lines[0].sees == "generator" and .channels[0].shows == "generator"'

# a line that somebody holds is named with its owner, and nothing is driven
fault ''
"$hilrig" bench exec --name "$bench" -- hilrigd --chip gpiochip0 --line 0 \
	--spare 2 --probe 1 -D 6s > "$work/hilrigd" 2>&1 &
for _ in $(seq 50); do
	"$hilrig" bench exec --name "$bench" -- hilrig-pins watch -D 10ms |
		grep -q busy && break
	sleep 0.1
done
"$hilrig" wire --config "$config" > "$work/out" 2> "$work/err"
expect_status 1 $? "a busy line"
expect_text "$work/err" "held by 'hilrigd-"
wait

"$hilrig" wire --config "$config" --hilrigd /none/hilrigd > "$work/out" \
	2> "$work/err"
expect_status 1 $? "no hilrig-pins"
expect_text "$work/err" "hilrig-pins is not on the board: copy it there"
"$hilrig" wire --config "$config" --channels D0=stimulus,D9=probe \
	> "$work/out" 2> "$work/err"
expect_status 1 $? "an unknown channel"
expect_text "$work/err" 'no channel "D9"'
"$hilrig" wire --config "$config" --line 99 > "$work/out" 2> "$work/err"
expect_status 1 $? "an unknown line"
expect_text "$work/err" "line = 99: the board's chip has no such line"
"$hilrig" wire --config "$config" --chip gpiochip7 > "$work/out" 2> "$work/err"
expect_status 1 $? "an unknown chip"
expect_text "$work/err" "there is no such gpiochip"
stop_bench
finish
