#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# From a clone to a first measurement: installs what is missing, builds, boots
# the virtual board and measures it.

set -euo pipefail

# shellcheck source=.ci/common.sh
. "$(dirname "$0")/.ci/common.sh"

with_setup=yes
own_config=no
options=()
defaults=()

usage() {
	cat <<-END
	usage: ./run.sh [--dry-run] [--no-setup] [hilrig run options]

	Installs missing packages (says which; as root or by sudo), builds in
	build/, boots the virtual board in QEMU and measures how long it takes
	to answer: 10 s at 250 Hz unless the options say otherwise. The summary
	names the run's folder and its report.html.

	  --dry-run    only say what would be installed, built and started
	  --no-setup   leave the machine's packages alone
	  -h, --help   this text; 'build/hilrig run -h' has all options of a run

	  ./run.sh -D 1m               a minute
	  ./run.sh -i 2000 -l 10000    10,000 edges at 500 Hz
	  ./run.sh --config FILE       a bench of your own, no virtual board

	Exit status: that of 'hilrig run' (0 VALID or DEGRADED, 1 error, 2 limit
	hit, 3 INVALID, 4 nothing to test with).
	END
}

# The options of run.sh itself are taken out; a default that the user also
# gave is dropped, and so is the duration when a number of edges was given.
parse_arguments() {
	local duration=yes period=yes argument
	for argument in "$@"; do
		case $argument in
		-h|--help) usage; exit 0 ;;
		--dry-run) dry_run=yes; continue ;;
		--no-setup) with_setup=no; continue ;;
		--config|--config=*) own_config=yes ;;
		-D*|--duration*|-l*|--edges*) duration=no ;;
		-i*|--period*) period=no ;;
		esac
		options+=("$argument")
	done
	[ "$duration" = no ] || defaults+=(-D 10s)
	[ "$period" = no ] || defaults+=(-i 4000)
}

# shellcheck disable=SC2317 # the EXIT trap calls it
stop_bench() {
	[ -n "$bench" ] || return 0
	"$build/hilrig" bench stop --name "$bench" > /dev/null ||
		say "cannot stop the bench: build/hilrig bench stop --name $bench"
	bench=
}

start_bench() { # sets config
	say "booting the virtual board"
	bench=run-$$
	"$build/hilrig" bench start --name "$bench" > /dev/null ||
		die "cannot start the virtual bench"
	local status_json
	status_json=$("$build/hilrig" bench status --name "$bench" --json)
	config=$(sed -n 's/.*"config": *"\([^"]*\)".*/\1/p' <<< "$status_json")
	[ -f "$config" ] || die "the virtual bench names no config file"
}

measure() { # sets status; a signal to this script ends the run cleanly
	local command=("$build/hilrig" run "${defaults[@]}")
	[ "$own_config" = yes ] || command+=(--config "$config")
	# The shell starts what is in the background with SIGINT ignored.
	env --default-signal=INT "${command[@]}" "${options[@]}" &
	local run=$!
	trap 'kill -INT $run 2> /dev/null || :' TERM HUP
	trap ':' INT	# the terminal sends it to hilrig as well
	while :; do
		status=0
		wait "$run" || status=$?
		kill -0 "$run" 2> /dev/null || break
	done
}

parse_arguments "$@"
sets=(build)
[ "$own_config" = yes ] || sets+=(board)
if [ "$with_setup" = yes ]; then
	set_up "${sets[@]}"
	fetch_page
fi
build_programs OFF
[ "$own_config" = yes ] || make_board || exit 1
if [ "$dry_run" = yes ]; then
	say "would measure: hilrig run ${defaults[*]} ${options[*]}"
	exit 0
fi
bench=
config=
trap stop_bench EXIT
[ "$own_config" = yes ] || start_bench
measure
exit "$status"
