#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a user may get wrong with hilrig wire and hilrig-pins, without a board.

. "$(dirname "$0")/lib.sh"
export HOME=$work XDG_CONFIG_HOME=$work/none
unset HILRIG_CONFIG

# refuses TEXT PROGRAM ARGUMENT...
refuses() {
	local text=$1
	shift
	"$@" > "$work/out" 2> "$work/err" < /dev/null
	expect_status 1 $? "$*"
	expect_text "$work/err" "$text"
	[ ! -s "$work/out" ] || fail "$*: prints $(head -c 80 "$work/out")"
}
conf() { printf '%s\n' "$@" > "$work/rig.conf"; }
wire=("$hilrig" wire --config "$work/rig.conf")

refuses "no analyzer" "$hilrig" wire
refuses "cannot" "$hilrig" wire --config "$work/missing.conf"
refuses "wire takes no operand" "$hilrig" wire now
refuses "did you mean" "$hilrig" wire --tri-lines 5
refuses "there is no config to write to" "$hilrig" wire --write
conf '[analyzer]' 'device = demo' '[generator]' 'device = lxi:127.0.0.1:9'
refuses "line voltage is not given" "${wire[@]}"
conf '[analyzer]' 'device = nonesuch' '[rig]' 'board = none'
refuses "cannot find the driver 'nonesuch'" "${wire[@]}"
conf '[analyzer]' 'device = demo' 'channels = D0=stimulus'
refuses "names no probe" "${wire[@]}"
conf '[analyzer]' 'device = demo' '[rig]' 'board = none'
refuses "--try-lines needs a board" "${wire[@]}" --try-lines 5
refuses 'the analyzer has no channel "Z7"' "${wire[@]}" \
	--channels D0=stimulus,Z7=probe
conf '[analyzer]' 'device = demo' '[board]' 'exec = /none/ssh board'
refuses "hilrig-pins" "${wire[@]}"
conf '[analyzer]' 'device = demo' '[board]' 'exec = echo'
refuses "ended without an answer" "${wire[@]}"
conf '[analyzer]' 'device = demo' '[board]' "exec = yes '{]'; :"
refuses "hilrig-pins on the board" "${wire[@]}"
conf '[analyzer]' 'device = demo' '[board]' "exec = printf '{\"a\":1}\n'; :"
refuses "of another version" "${wire[@]}"
conf '[analyzer]' 'device = demo' '[rig]' 'line_volts = 3.3' 'board = none' \
	'[generator]' 'device = lxi:127.0.0.1:9'
refuses "127.0.0.1:9" "${wire[@]}"

pins=$HIL_BUILD/hilrig-pins
refuses "name one command" "$pins"
refuses "name one command" "$pins" toggle watch
refuses "unknown command 'spin'" "$pins" spin
refuses "toggle needs a line" "$pins" toggle
refuses "--high must be shorter" "$pins" toggle --line 1 -i 1ms --high 2ms
refuses "-n: 0 is out of range" "$pins" toggle --line 1 -n 0
refuses "there is no such gpiochip" "$pins" watch --chip gpiochip99 -D 1s
refuses "there is no such gpiochip" "$pins" toggle --chip gpiochip99 --line 1

# by hand and without a board there is nothing to find out, and it says so
conf '[analyzer]' 'device = demo' '[rig]' 'board = none'
"${wire[@]}" > "$work/out" 2> "$work/err"
status=$?
case $status in
0|3) expect_text "$work/out" "note: the stimulus is unknown: the generator is" ;;
*) fail "manual without a board: status $status, $(cat "$work/err")" ;;
esac
finish
