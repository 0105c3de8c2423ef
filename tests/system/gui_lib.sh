# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# What the tests of front ends share: a writer with made-up numbers, and a
# terminal of tmux whose screen can be read. Sourced after lib.sh.

gui=$HIL_BUILD/hilrig-gui
fake=$HIL_BUILD/tests/fake_writer
# shellcheck disable=SC2154 # lib.sh sets work
socket=$work/gui.sock
writer=
server=
export TMUX_TMPDIR=$work

# shellcheck disable=SC2317 # the EXIT trap calls it
end_gui() {
	end_term
	[ -z "$writer" ] || kill "$writer" 2> /dev/null
	end_all
}
trap end_gui EXIT

# start_writer [OPTIONS]: sets writer, waits until it serves
start_writer() {
	"$fake" --socket "$socket" "$@" &
	writer=$!
	for _ in $(seq 100); do
		[ -S "$socket" ] && return
		sleep 0.05
	done
	fail "the writer did not start"
}

stop_writer() { # [SIGNAL]
	kill "-${1:-TERM}" "$writer" 2> /dev/null
	wait "$writer" 2> /dev/null
	writer=
}

need_tmux() {
	command -v tmux > /dev/null || skip "tmux is not installed"
}

end_term() {
	[ -z "$server" ] || tmux -L "$server" kill-server 2> /dev/null
	server=
}

# start_term COLS ROWS [OPTIONS]: hilrig-gui term in a terminal of that size
start_term() {
	local cols=$1 rows=$2
	shift 2
	end_term
	server=gui-$RANDOM
	tmux -L "$server" -f /dev/null new-session -d -x "$cols" -y "$rows" \
		"LC_ALL=C.UTF-8 ${environment:-} '$gui' term --socket '$socket' $*; echo ended \$?; sleep 60"
}

screen() { # the screen's text into $work/screen
	tmux -L "$server" capture-pane -p > "$work/screen" 2> /dev/null
}

coloured_screen() { # the same with its escape sequences
	tmux -L "$server" capture-pane -p -e > "$work/screen"
}

resize() { # COLS ROWS
	tmux -L "$server" resize-window -x "$1" -y "$2"
}

keys() {
	tmux -L "$server" send-keys "$@"
}

# wait_screen TEXT: until the screen shows it, at most 10 s
wait_screen() {
	for _ in $(seq 100); do
		screen
		grep -qF -- "$1" "$work/screen" && return 0
		sleep 0.1
	done
	fail "the screen does not show \"$1\":"
	cat "$work/screen"
	return 1
}
