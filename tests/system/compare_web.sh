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
stop_bench
finish
