#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A board that answers anything: nothing of it moves the terminal's cursor.

. "$(dirname "$0")/lib.sh"
export HOME=$work XDG_CONFIG_HOME=$work/none
unset HILRIG_CONFIG

cat > "$work/board" << 'END'
#!/bin/sh
case $2 in
--scan) printf 'chip\033[2J\n  line \033]0;x\007 \233m\n' ;;
*) printf '{"rows":[{"state":"bad","title":"\\u001b[1m","value":
"\\u009b31m","advice":"\\u0007"},3,null]}\n' ;;
esac
END
chmod +x "$work/board"
printf '%s\n' '[analyzer]' 'device = demo' '[board]' "exec = $work/board" \
	> "$work/rig.conf"

# shows STATUS TEXT ARGUMENT...: without a control character but newline
shows() {
	local status=$1 text=$2
	shift 2
	"$hilrig" "$@" --config "$work/rig.conf" > "$work/out" 2> "$work/err"
	expect_status "$status" $? "$*"
	expect_text "$work/out" "$text"
	[ "$(LC_ALL=C tr -d '\000-\011\013-\037\177' < "$work/out" | wc -c)" = \
		"$(wc -c < "$work/out")" ] || fail "$*: control characters"
}

shows 0 "GPIO chips of the board" scan --board
shows 0 "  line" scan --board
shows 3 "31m" doctor --board
finish
