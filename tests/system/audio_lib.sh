# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154 # $work is lib.sh's
#
# A sound card made of software, for tests: a JACK server of our own with its
# dummy card, and a client that answers (jack_delay). Sourced after lib.sh.
# The server may lose samples by itself on a busy machine; no test may mind.

build=${HIL_BUILD:?}
play_pid=
server_pid=
delay_pid=
underruns=0

command -v jackd > /dev/null || skip "jackd2 is not installed"
[ -x "$build/tests/jack_delay" ] || skip "built without libjack-jackd2-dev"

export JACK_NO_AUDIO_RESERVATION=1

# JACK knows eight servers by name and forgets a killed one only when its name
# comes again: few names, each for one test at a time.
for slot in 0 1 2 3; do
	export JACK_DEFAULT_SERVER=hilrig-test-$slot
	exec 7> "${TMPDIR:-/tmp}/$JACK_DEFAULT_SERVER.lock"
	flock -n 7 && break
	[ "$slot" != 3 ] || skip "four other tests run JACK servers"
done

# shellcheck disable=SC2317 # the EXIT trap calls it
end_sound_and_all() {
	stop_sound
	end_all
}
trap end_sound_and_all EXIT

# start_sound RATE SAMPLES: a server, and "delay" that answers so much later
start_sound() {
	jackd -n "$JACK_DEFAULT_SERVER" -r -d dummy -r "$1" \
		-p $(($1 * 1024 / 48000)) > "$work/jackd" 2>&1 &
	server_pid=$!
	rm -f "$work/delay.in"
	mkfifo "$work/delay.in"
	for _ in $(seq 100); do
		"$build/tests/jack_delay" delay "$2" < "$work/delay.in" \
			> "$work/delay" 2> "$work/delay.messages" &
		delay_pid=$!
		exec 6> "$work/delay.in"
		for _ in $(seq 50); do
			grep -q ready "$work/delay" && return
			kill -0 "$delay_pid" 2> /dev/null || break
			sleep 0.1
		done
		exec 6>&-
		wait "$delay_pid"
		sleep 0.1
	done
	cat "$work/jackd"
	grep -q "Too many servers" "$work/jackd" &&
		skip "too many JACK servers run on this machine"
	fail "the JACK server did not start"
	finish
}

stop_sound() {
	local pid
	exec 5>&- 6>&-
	for pid in $play_pid $delay_pid $server_pid; do
		kill -CONT "$pid" 2> /dev/null
		kill "$pid" 2> /dev/null
	done
	for pid in $play_pid $delay_pid $server_pid; do
		for _ in $(seq 50); do
			kill -0 "$pid" 2> /dev/null || break
			sleep 0.1
		done
		kill -9 "$pid" 2> /dev/null
		wait "$pid" 2> /dev/null
	done
	play_pid=
	delay_pid=
	server_pid=
}

# start_play HZ: hilrig-audio plays to "delay"; its replies in $work/played
start_play() {
	rm -f "$work/play.in"
	mkfifo "$work/play.in"
	"$build/hilrig-audio" --play audio:device=delay < "$work/play.in" \
		> "$work/played" 2> "$work/play.messages" &
	play_pid=$!
	exec 5> "$work/play.in"
	printf 'wave %s 0.5 0 steady\non\n' "$1" >&5
	for _ in $(seq 100); do
		[ "$(grep -c ^ok "$work/played")" = 3 ] && return
		sleep 0.1
	done
	fail "does not play: $(cat "$work/played" "$work/play.messages")"
}

# stop_play: sets underruns
stop_play() {
	printf 'books\noff\n' >&5
	exec 5>&-
	wait "$play_pid"
	play_pid=
	underruns=$(sed -n '4s/^ok //p' "$work/played")
	[ -n "$underruns" ] || fail "no books: $(cat "$work/played")"
}
