#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs its arguments in an X server that nobody sees.
command -v xvfb-run > /dev/null || {
	echo "skipped: xvfb-run is not installed (Debian package xvfb)"
	exit 77
}
# With sanitizers: what GTK and its modules keep until the end is not ours.
export ASAN_OPTIONS=detect_leaks=0
# No session bus: GTK says so on stderr and goes on.
unset WAYLAND_DISPLAY
exec xvfb-run -a -s "-screen 0 1400x1000x24" "$@"
