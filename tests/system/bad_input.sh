#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Bad input to hilrig: each gets a message that says what and where, and a
# status. One line a case: expected status, text of the message, command line.

. "$(dirname "$0")/lib.sh"
unset HILRIG_CONFIG XDG_CONFIG_HOME
export HOME=$work

cat > "$work/key.conf" <<-END
	[rig]
	line_volts = 3.3
	[analyzer]
	devise = fx2lafw
END
cat > "$work/section.conf" <<-END
	[analyser]
	device = fx2lafw
END
cat > "$work/range.conf" <<-END
	[generator]
	period = 4 parsecs
END
cat > "$work/volts.conf" <<-END
	[analyzer]
	device = demo
	[generator]
	device = lxi:127.0.0.1:1
END
cat > "$work/gone.conf" <<-END
	[analyzer]
	device = beaglelogic:conn=tcp-raw/127.0.0.1/1
END
printf '\x00\x01garbage' > "$work/garbage.conf"
head -c 4000 /dev/zero > "$work/zeros.bin"
printf '\0\0\0\1\1\1\0\0\0\1\1\1\0\0\0' > "$work/mute.bin"
printf 'PK\x03\x04' > "$work/short.sr"

check() {
	local wanted=$1 text=$2
	shift 2
	timeout 60 "$@" > "$work/out" 2> "$work/err"
	expect_status "$wanted" $? "$*"
	cat "$work/out" >> "$work/err"
	expect_text "$work/err" "$text"
}

check 1 "usage: hilrig" "$hilrig"
check 0 "usage: hilrig" "$hilrig" --help
check 1 "did you mean \"measure\"" "$hilrig" mesure
check 1 "--duration" "$hilrig" run --duraton 3
check 1 "no analyzer is named" "$hilrig" run
check 1 "missing.conf" "$hilrig" run --config "$work/missing.conf"
check 1 "key.conf:4" "$hilrig" run --config "$work/key.conf"
check 1 "device" "$hilrig" run --config "$work/key.conf"
check 1 "section.conf:2" "$hilrig" run --config "$work/section.conf"
check 1 "range.conf:2" "$hilrig" run --config "$work/range.conf"
check 1 "garbage.conf" "$hilrig" run --config "$work/garbage.conf"
check 1 "line voltage is not given" "$hilrig" run --config "$work/volts.conf"
check 1 "above the line" "$hilrig" run --config "$work/volts.conf" \
	--line-volts 1.8 --high-volts 3.3
check 1 "-i: " "$hilrig" run --analyzer demo -i -5
check 1 "-D: " "$hilrig" run --analyzer demo -D forever
check 1 "-p: 99" "$hilrig" run --analyzer demo -p 99
check 1 "--histogram" "$hilrig" run --analyzer demo -Hmany
check 1 "shorter than samples" "$hilrig" run --analyzer demo \
	--samplerate 1m -i 2
check 1 "is not CHANNEL=ROLE" "$hilrig" run --analyzer demo --channels D0
check 1 "did you mean \"stimulus\"" "$hilrig" run --analyzer demo \
	--channels D0=stimulis,D1=probe
check 1 "stimulus and probe at once" "$hilrig" run --analyzer demo \
	--channels D0=stimulus,D0=probe
check 1 "must differ" "$hilrig" run --analyzer demo --line 1 --probe 1
check 1 "cannot name a run" "$hilrig" run --analyzer demo --name a/b
check 1 "cannot name a run" "$hilrig" run --analyzer demo --name ''
check 1 "not HOST[:PORT]" "$hilrig" run --analyzer demo --line-volts 1 \
	--generator lxi:127.0.0.1:65536
check 4 "no-such-driver" "$hilrig" run --analyzer no-such-driver --board none
check 1 "no capture is named" "$hilrig" measure
check 1 "--probe CHANNEL is missing" "$hilrig" measure x.sr --stimulus 0
check 1 "nothing.sr" "$hilrig" measure "$work/nothing.sr" --stimulus 0 --probe 1
check 1 "samplerate" "$hilrig" measure "$work/zeros.bin" --format raw \
	--stimulus 0 --probe 1
check 1 "9" "$hilrig" measure "$work/zeros.bin" --format raw \
	--samplerate 1m --stimulus 0 --probe 9
check 1 "short.sr" "$hilrig" measure "$work/short.sr" --stimulus 0 --probe 1
check 1 "--format" "$hilrig" measure "$work/zeros.bin" --format wav \
	--stimulus 0 --probe 1
# the probe stands still: a latency cannot be VALID that nobody saw
check 3 "no-answer: none of 2 edges" "$hilrig" measure "$work/mute.bin" \
	--samplerate 1m --stimulus 0 --probe 1
# two of three edges have several answers: the third cannot speak for all
printf '\0\0\1\3\3\2\2\3\1\3\1\0\0\1\3\1\3\2\2' > "$work/odd.bin"
check 0 "ambiguous: the answers of 2 of 3 edges" "$hilrig" measure \
	"$work/odd.bin" --samplerate 1m --stimulus 0 --probe 1 \
	--probe-edge both
check 1 "--format" "$hilrig" show last --format gif
check 1 "show takes one run" "$hilrig" show
check 1 "no-such-run" "$hilrig" show no-such-run
check 3 "bad      analyzer" "$hilrig" doctor --config "$work/gone.conf"
check 1 "--board needs the config" "$hilrig" doctor --board
check 1 "no operand" "$hilrig" scan something
finish
