#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What compare and diff cannot use is refused with a word about why, before
# anything is started.

# shellcheck source=tests/system/lib.sh
. "$(dirname "$0")/lib.sh"
export HILRIG_CONFIG=$work/rig.conf
cat > "$HILRIG_CONFIG" <<-'END'
	[rig]
	line_volts = 3.3
	[board]
	exec = false
	[analyzer]
	device = beaglelogic:conn=tcp-raw/127.0.0.1/1:samplerate=1m
	channels = D0=stimulus,D1=probe
	[generator]
	device = lxi:127.0.0.1:1
END

# refuse TEXT WORDS...: exit status 1 and a message with the text
refuse() {
	local text=$1
	shift
	timeout 20 "$hilrig" "$@" > "$work/out" 2> "$work/messages"
	expect_status 1 $? "$*"
	[ -s "$work/out" ] && fail "$*: prints on standard output"
	expect_text "$work/messages" "$text"
}

refuse 'did you mean "managed"?' compare --variant none --variant manged
refuse 'has no priority from 1 to 99' compare --variant term,fifo:0
refuse 'needs a front end' compare --variant fifo:40
refuse 'is there twice' compare --variant term --variant=term
refuse 'refresh="1ms" is not a time from 20ms to 5s' \
	compare --variant term,refresh=1ms
refuse 'one variant is nothing to compare' compare --variant term
refuse 'names no command' compare --variant cmd:
refuse 'a browser shows the page of web, not term' \
	compare --variant term,browser
refuse 'at most 16 pages' compare --variant web:clients=17,browser
refuse 'no browser "no-such-browser" on this machine: install chromium' \
	compare --variant none --variant web,browser=no-such-browser
refuse '--margin: "much"' compare --margin much
refuse '--margin: "-1%"' compare --margin=-1%
refuse 'compare takes no operand' compare none term
refuse 'the warm-up takes the whole block' compare --block 2s --warm-up 2s
refuse '--block' compare --block 1ms
printf 'none\n\n# fine\nterm,fifo:200\n' > "$work/variants"
refuse "$work/variants:4:" compare --variants "$work/variants"
refuse 'cannot open' compare --variants "$work/nothing"
refuse 'diff takes two runs' diff last
refuse 'cannot find run "nothing"' diff nothing last
for ((i = 0; i < 13; i++)); do many+=(--variant "none,name=n$i"); done
refuse 'more than 12 variants' compare "${many[@]}"

"$hilrig" compare --help > "$work/help" || fail "compare --help"
expect_text "$work/help" "--margin"
expect_text "$work/help" "--analyzer"
"$hilrig" diff --help > "$work/help" || fail "diff --help"
expect_text "$work/help" "RUN RUN"

# no analyzer there: nothing is compared, and it says so
timeout 60 "$hilrig" compare -D 5s --variant none --variant none,name=x \
	> "$work/out" 2> "$work/messages"
case $? in 1|4) ;; *) fail "compare without instruments: $?" ;; esac
[ -s "$work/messages" ] || fail "compare without instruments says nothing"
finish
