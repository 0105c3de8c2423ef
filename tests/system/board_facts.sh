#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# hilrig board: every known board as text within 80 columns and as JSON.

. "$(dirname "$0")/lib.sh"

"$hilrig" board > "$work/list" || fail "hilrig board"
while read -r name title; do
	"$hilrig" board "$name" > "$work/text" || fail "board $name"
	expect_text "$work/text" "$title"
	expect_text "$work/text" "generator off before the board loses power"
	[ "$(wc -L < "$work/text")" -le 80 ] || fail "board $name: over 80 columns"
	"$hilrig" board "$name" --json > "$work/json" || fail "board $name --json"
	expect_json "$work/json" '.title == "'"$title"'" and
		(.volts | test("V")) and (.pins | length == 0 or
		(map(.role) == ["line", "spare", "probe"]))'
done < "$work/list"
[ "$(wc -l < "$work/list")" -ge 6 ] || fail "fewer than six boards"
"$hilrig" board --json > "$work/json" || fail "board --json"
expect_json "$work/json" 'length >= 6'

"$hilrig" board beaglebon > "$work/out" 2> "$work/err"
expect_status 1 $? "an unknown board"
expect_text "$work/err" 'did you mean "beaglebone"'
"$hilrig" board pi4 pi5 > "$work/out" 2> "$work/err"
expect_status 1 $? "two boards"
expect_text "$work/err" "takes one name"
finish
