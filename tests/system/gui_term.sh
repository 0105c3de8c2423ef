#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The terminal front end in tmux: at 80 x 24 and 200 x 60, too small, without
# colour, its keys, a writer that dies and one that comes after it.

# shellcheck source=tests/system/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/system/gui_lib.sh
. "$(dirname "$0")/gui_lib.sh"
need_tmux

# screen_fits COLS ROWS: no line is longer, and the last one has the keys
screen_fits() {
	screen
	[ "$(wc -l < "$work/screen")" -le "$2" ] || fail "more than $2 rows"
	[ "$(LC_ALL=C.UTF-8 wc -L < "$work/screen")" -le "$1" ] ||
		fail "a line is longer than $1"
	tail -n 1 "$work/screen" | grep -q 'h help q quit' ||
		fail "the last row has no keys: $(tail -n 1 "$work/screen")"
}

start_writer --host
start_term 80 24
wait_screen 'running'
wait_screen 'drawn 2'
screen_fits 80 24
for text in 'hilrig run, pid' 'real-time side: running' 'analyzer: running' \
	'verdict so far: DEGRADED' 'U = 0.816 us (k = 2)' 'wake-up  IST' \
	'latency  analyzer' 'FIFO drops 0' 'spurious unknown' \
	'period by IST, us over 40 s, ideal 4000.000' 'threads' 'front end'; do
	expect_text "$work/screen" "$text"
done
grep -Eq '^ *front end  hilrig-gui +other +' "$work/screen" ||
	fail "names and numbers of threads run together"
grep -q '█' "$work/screen" || fail "no block characters"

keys t
wait_screen 'worst ten, latency by analyzer'
keys t
wait_screen 'histogram of period by IST'
keys n
wait_screen 'wake-up by IST, us over'
keys +
wait_screen '100 ms  drawn'
keys -
keys -
wait_screen '20 ms  drawn'
keys s
wait_screen 'us over 120 s'
keys h
wait_screen 'skipped: refreshes that came due'
keys h
keys p
wait_screen ' paused '
drawn=$(grep -o 'drawn [0-9]*' "$work/screen")
sleep 0.3
screen
[ "$(grep -o 'drawn [0-9]*' "$work/screen")" = "$drawn" ] ||
	fail "it goes on drawing while it is paused"
keys p

# A terminal that is made smaller and larger while it is used.
resize 60 20
wait_screen 'this terminal is 60 x 20: make it 80 x 24'
resize 200 60
wait_screen 'worst ten, latency by analyzer'
# three plots fit, from the one chosen
for text in 'wake-up by IST, us' 'latency by analyzer, us' \
	'delivery by analyzer, us'; do
	expect_text "$work/screen" "$text"
done
for _ in 1 2 3 4; do keys n; done
wait_screen 'period by IST, us over'
screen_fits 200 60
for text in 'period by IST, us' 'wake-up by IST, us' 'latency by analyzer, us' \
	'histogram of latency by analyzer' 'p99.9' 'std dev' 'last run'; do
	expect_text "$work/screen" "$text"
done

stop_writer KILL
wait_screen 'writer died at'
expect_text "$work/screen" 'latency  analyzer'
start_writer
wait_screen 'hilrigd, pid'
wait_screen 'missed unknown'
keys q
wait_screen 'ended 0'

# Colours are the paper's; none with NO_COLOR. 34, 32 and 31 are blue, green
# and red.
start_term 80 24
wait_screen 'drawn 2'
coloured_screen
for colour in 34 32 31; do
	grep -q $'\033''\[[0-9;]*'"$colour"m "$work/screen" ||
		fail "colour $colour is not on the screen"
done
environment=NO_COLOR=1
start_term 80 24
wait_screen 'drawn 2'
coloured_screen
grep -q $'\033''\[[0-9;]*3[1-6]m' "$work/screen" &&
	fail "there is colour in spite of NO_COLOR"
environment=
keys q
finish
