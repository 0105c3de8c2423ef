#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The page is served on the board beside the IST, clients read it there, and
# what it did and cost is in the comparison.

# shellcheck source=tests/system/lib.sh
. "$(dirname "$0")/lib.sh"
need_board
# shellcheck disable=SC2119 # no options
start_bench
"$hilrig" bench exec --name "$bench" -- test -x /opt/hilrig-gui-web ||
	skip "the board's image has no page: it was made without npm"

"$hilrig" compare --config "$config" -i 4ms -D 40s --margin 1s \
	--json="$work/c.json" --variant none --variant web:clients=2 \
	> "$work/text" 2> "$work/messages"
expect_status 0 $? "compare with a page"
cat "$work/text"
json=$work/c.json
expect_json "$json" '[.variants[].name] == ["none", "web x2"]'
# shellcheck disable=SC2016 # it is jq's
expect_json "$json" '.method.rounds as $n | .variants[1].front_end |
	.blocks == $n and .told == $n and .failed == 0'
expect_json "$json" '.variants[1].front_end | .frames_drawn > 3 * .blocks and
	.torn == 0 and .cpu_s.user + .cpu_s.system > 0 and
	.staleness_ms.mean > 0'
expect_json "$json" '[.variants[1].blocks[].count] | min > 50'
expect_json "$json" '.variants[1].front_end.runtime |
	.streams_peak == 2 and .pages == 0 and
	has("page_frames_drawn") == false'

# a browser on this machine shows it, and counts for itself
if command -v chromium > /dev/null; then
	"$hilrig" compare --config "$config" -i 4ms -D 36s --block 9s \
		--margin 1s --json="$work/c.json" --variant none \
		--variant web,browser > "$work/text" 2> "$work/messages"
	expect_status 0 $? "compare with a browser"
	cat "$work/text"
	expect_json "$json" '.variants[1].name == "web in chromium"'
	expect_json "$json" '.variants[1].front_end | .failed == 0 and
		.runtime.pages == .blocks and .runtime.streams_peak == 1 and
		.runtime.page_frames_drawn > 0 and
		.runtime.page_heap_peak_bytes > 1000000 and
		.runtime.browser_collections_young > 0 and
		.runtime.browser_collection_time_ns > 0'
	"$hilrig" bench exec --name "$bench" -- ps > "$work/ps"
	grep -E 'hilrig-gui|nc 127' "$work/ps" &&
		fail "the page or its visitors stay on the board"
	[ -z "$(find /tmp -maxdepth 1 -user "$(id -u)" \
		-name 'hilrig-browser-*' -newer "$work/start")" ] ||
		fail "a browser's profile stays behind"
fi
stop_bench
finish
