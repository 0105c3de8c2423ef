#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Two benches side by side: start, status, commands on the board, stop.

# shellcheck source=tests/system/bench_lib.sh
. "$(dirname "$0")/bench_lib.sh"
need ""

start one
start two
for name in one two; do
	equal ready "$(value $name .state)" "state of $name"
	said "$state/$name/bench.conf" "exec = $program exec --name $name --"
	said "$state/$name/bench.conf" "$(value $name .ports.analyzer):"
	said "$state/$name/bench.conf" \
		"lxi:127.0.0.1:$(value $name .ports.generator)"
done
ports=$(for name in one two; do value $name '.ports[]'; done)
equal 6 "$(sort -u <<< "$ports" | wc -l)" "different ports"
equal "one ready two ready" \
	"$(bench list | sort | tr -s ' \n' ' ' | sed 's/ $//')" "list"
pids=$(for name in one two; do value $name '.pids[]'; done)

bench start --name one > "$work/out" 2>&1
equal 1 $? "a second start of one name"
said "$work/out" "is running already"

# standard streams, arguments and exit status
bench exec --name one -- sh -c 'printf out; printf err >&2; exit 7' \
	> "$work/out" 2> "$work/err"
equal 7 $? "exit status"
equal out "$(cat "$work/out")" "standard output"
equal err "$(cat "$work/err")" "standard error"
equal '[a  b][*][]' \
	"$(bench exec --name two -- printf '[%s]' 'a  b' '*' '')" "arguments"
bench exec --name one -- /no/such 2> "$work/err"
equal 127 $? "status of a missing command"
said "$work/err" "cannot run /no/such"

# binary clean in both directions, several at once
head -c 2000000 /dev/urandom > "$work/bytes"
jobs=()
for i in 1 2 3; do
	"$program" exec --name one -- cat < "$work/bytes" > "$work/copy.$i" &
	jobs+=($!)
done
wait "${jobs[@]}"
for i in 1 2 3; do
	cmp "$work/bytes" "$work/copy.$i" || fail "copy $i differs"
done

# a client whose reader stopped holds nobody else
mkfifo "$work/full"
"$program" exec --name one -- yes > "$work/full" &
client=$!
exec 4< "$work/full"
sleep 1
equal fine "$(timeout 20 "$program" exec --name one -- echo fine)" \
	"beside a client that does not read"
exec 4<&-
for ((i = 0; i < 100; i++)); do
	kill -0 $client 2> /dev/null || break
	sleep 0.1
done
[ "$i" -lt 100 ] || fail "a client whose reader went away stays"

# signals pass, and a client that dies takes its command along
"$program" exec --name one -- sh -c 'trap "echo caught; exit 9" TERM
	echo up; while :; do sleep 0.1; done' > "$work/out" &
client=$!
while ! grep -q up "$work/out"; do sleep 0.05; done
kill -TERM $client
wait $client
equal 9 $? "status after SIGTERM"
said "$work/out" caught
"$program" exec --name one -- sleep 12345 &
client=$!
for ((i = 0; i < 100; i++)); do
	! bench exec --name one -- pidof sleep > /dev/null || break
done
kill -9 $client
for ((i = 0; i < 100; i++)); do
	bench exec --name one -- pidof sleep > /dev/null || break
done
[ "$i" -lt 100 ] || fail "the command of a killed client runs on"

# the command's own options are the command's, also without "--"
equal "$(bench exec --name one -- uname -r)" "$(bench exec -n one uname -r)" \
	"exec without --"

# the folder is shared, the config is the board's
echo letter > "$state/one/share/file"
equal letter "$(bench exec --name one -- cat /mnt/host/file)" "shared folder"

bench stop --name one || fail "stop of one"
equal ready "$(value two .state)" "state of two, one is stopped"
bench stop --name two || fail "stop of two"
# shellcheck disable=SC2086 # several pids
gone $pids
equal "" "$(ls "$state")" "files left"
bench status --name one 2> "$work/err"
equal 1 $? "status of a stopped bench"
said "$work/err" "no bench 'one' is running"
finish
