#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# hilrig rate: numbers worked out by hand, refusals with a reason.

. "$(dirname "$0")/lib.sh"

# U = 0.5 us, clock exact: a sample may last 250 sqrt(6) = 612.37 ns, so
# 1.63299 MHz or more; fx2lafw's next rate is 2 MHz, U there 1 / sqrt(6) us
"$hilrig" rate --want-u 0.5us --clock-u 0.000001 --json > "$work/json" ||
	fail "rate --json"
expect_json "$work/json" '(.least_rate_hz - 1632993 | fabs) < 1 and
	(.analyzers[] | select(.driver == "fx2lafw") |
	.rate_hz == 2000000 and (.U_ns - 408.2483 | fabs) < 0.001) and
	(.analyzers[] | select(.driver == "beaglelogic") |
	.rate_hz == 1632994)'
# 20 ns: 40.8 MHz are too many for fx2lafw
"$hilrig" rate -u 20ns --latency 10us > "$work/out" || fail "rate -u 20ns"
expect_text "$work/out" "too slow"
expect_text "$work/out" "40."

check() {
	"$hilrig" rate "${@:3}" > "$work/out" 2> "$work/err"
	expect_status "$1" $? "rate ${*:3}"
	cat "$work/out" >> "$work/err"
	expect_text "$work/err" "$2"
}
# 100 ppm of 10 ms are 1 us
check 2 "no sample rate gives" --want-u 1us --latency 10ms
check 1 "--want-u TIME is missing"
check 1 "--want-u" --want-u soon
check 1 "no operand" --want-u 1us fast
check 0 "usage: hilrig rate" --help
finish
