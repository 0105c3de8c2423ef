#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Instructions of user space between read() and the probe's ioctl(): hilrigd
# may need 20 more than the least loop that takes the same stamps.

set -euo pipefail

program=$1/tests/bench_ist_instructions
events=1000
allowed=20
if ! command -v valgrind > /dev/null; then
	echo "ist: skipped, valgrind is not installed"
	exit 0
fi

instructions() { # ist|minimal: per event, rounded
	valgrind --tool=callgrind --collect-atstart=no \
		--callgrind-out-file=/dev/null "$program" "$1" 2>&1 |
		awk -v n=$events '/Collected/ { printf "%.0f", $NF / n }'
}

ist=$(instructions ist)
minimal=$(instructions minimal)
echo "ist: $ist instructions between read and ioctl, least loop $minimal:" \
	"$((ist - minimal)) more (allowed $allowed)"
[ $((ist - minimal)) -le $allowed ]
