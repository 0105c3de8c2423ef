#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the terminal front end costs at 20 Hz, at both ends of its sizes.
# Promise: at most 2 % of a core.

set -eu
work=$(mktemp -d)
"$HIL_BUILD/tests/fake_writer" --socket "$work/s" --host &
writer=$!
trap 'kill $writer; rm -rf "$work"' EXIT
sleep 1
status=0
for size in '24 80' '60 200'; do
	read -r LINES COLUMNS <<< "$size"
	export LINES COLUMNS
	share=$("$HIL_BUILD/hilrig-gui" term --pty --duration 15s \
		--refresh 50ms --socket "$work/s" --stats - |
		jq '100 * (.cpu_s.user + .cpu_s.system) / .duration_s')
	printf 'term at 20 Hz, %3d x %2d: %.2f %% of a core, ' "$COLUMNS" \
		"$LINES" "$share"
	echo 'at most 2 % is promised'
	jq -en --argjson share "$share" '$share <= 2' > /dev/null || status=1
done
exit $status
