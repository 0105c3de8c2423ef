#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The window in an X server that nobody sees: it draws frames, light and dark,
# obeys its keys, says when there is no display. Pictures stay in the build
# folder, in tests/window.
#
# Commands are expanded in the display:
# shellcheck disable=SC2016

# shellcheck source=tests/system/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/system/gui_lib.sh
. "$(dirname "$0")/gui_lib.sh"
pictures=$HIL_BUILD/tests/window
unset WAYLAND_DISPLAY
# With sanitizers: what GTK and its modules keep until the end is not ours.
export ASAN_OPTIONS=detect_leaks=0

env -u DISPLAY "$gui" window --socket "$socket" > "$work/out" 2> "$work/err"
expect_status 1 $? "a window without a display"
expect_text "$work/err" 'there is no display'
expect_text "$work/err" '--term'

for program in xvfb-run import xdotool; do
	command -v "$program" > /dev/null || skip "$program is not installed"
done
mkdir -p "$pictures"

# in_display COMMANDS: the window is started before them, ended after them
in_display() {
	xvfb-run -a -s '-screen 0 1400x1000x24' bash -c '
		"$1" window --socket "$2" --stats "$3" ${5:-} &
		window=$!
		for _ in $(seq 100); do
			xdotool search --name "^hilrig$" > "$3.id" && break
			sleep 0.1
		done
		eval "$4"
		kill $window
		wait $window' \
		in_display "$gui" "$socket" "$work/stats" "$1" "${2:-}" \
		2> "$work/err" || fail "window: status $?: $(cat "$work/err")"
}

# share of the pixels whose grey value is above one half, in percent
brightness() {
	convert "$1" -colorspace gray -threshold 50% -format '%[fx:mean*100]' \
		info: | cut -d. -f1
}

# The texts of its labels are the numbers of the view's JSON, in its order. The
# writer has written all it will write, so they stand still.
start_writer --host --hold --events 5000
"$gui" --json --socket "$socket" > "$work/json" || fail "no JSON"
xvfb-run -a "$HIL_BUILD/tests/test_window" "$socket" 2> "$work/err" |
	awk -F '|' -v OFS='|' '{ for (i = 1; i <= NF; i++)
		if ($i ~ /^[0-9]+\.[0-9]+$/) $i = $i + 0; print }' \
		CONVFMT=%.9g > "$work/shown"
jq -r 'def us: if . == null then "-" else (. | round / 1000 | tostring) end;
	(.quantities[] | [.name, .witness, .all.count, (.all.min_ns,
		.all.avg_ns, .all.max_ns, .last.min_ns, .last.max_ns,
		.last.avg_ns, .p50_ns, .p99_ns, .p999_ns, .deviation_ns,
		.ideal_ns | us)]),
	(.counters[] | [.name, .value // "unknown"]),
	(.worst[] | [(.value_ns | us), .name, .witness, .at])
	| map(tostring) | join("|")' "$work/json" > "$work/wanted"
[ "$(wc -l < "$work/wanted")" -ge 24 ] || fail "too few numbers to compare"
diff -u "$work/wanted" "$work/shown" || fail "the window's numbers differ"
stop_writer TERM
rm -f "$socket"

start_writer --host
in_display "sleep 2; import -window root '$pictures/light.png'"
expect_json "$work/stats" '.schema == "hilrig-gui-stats-1" and
	.front_end == "window" and .frames_drawn > 0 and .torn == 0'
expect_json "$work/stats" '.refresh_ms == 50 and .runtime == null'
[ "$(brightness "$pictures/light.png")" -ge 60 ] || fail "it is not light"

export GTK_THEME=Adwaita:dark
in_display "sleep 2; import -window root '$pictures/dark.png'"
[ "$(brightness "$pictures/dark.png")" -le 40 ] || fail "it is not dark"
unset GTK_THEME

# Keys: 100 ms, and paused; then nothing more is drawn.
in_display 'sleep 1; xdotool key plus key p; sleep 1
	import -window root "$3.1.png"; sleep 1; import -window root "$3.2.png"'
expect_json "$work/stats" '.refresh_ms == 100'
for i in 1 2; do # the scroll bar on the right fades away by itself
	convert "$work/stats.$i.png" -crop 1340x1000+0+0 "$work/paused.$i.png"
	convert "$work/paused.$i.png" rgb:"$work/paused.$i"
done
cmp -s "$work/paused.1" "$work/paused.2" ||
	fail "it goes on drawing while it is paused"
in_display 'sleep 1; xdotool key q; wait $window; exit'
in_display 'wait $window; exit' '--duration 1s'
expect_json "$work/stats" '.duration_s >= 1 and .frames_drawn > 0'

# A writer that dies while it is shown, and none at all.
in_display "sleep 1; kill -KILL $writer; sleep 1"
wait "$writer" 2> /dev/null
writer=
in_display 'sleep 1'
expect_json "$work/stats" '.frames_drawn > 0 and .staleness_ms.max == null'
finish
