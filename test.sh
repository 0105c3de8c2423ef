#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sets up and runs every test. The last line is the count.

set -euo pipefail

# shellcheck source=.ci/common.sh
. "$(dirname "$0")/.ci/common.sh"

with_setup=yes
options=()
junit=$build/tests.xml

usage() {
	cat <<-END
	usage: ./test.sh [--dry-run] [--no-setup] [ctest options]

	Installs missing packages, builds in build/, makes the virtual board and
	runs the tests. The last line says "N passed, N failed, N skipped".

	  --dry-run    only say what would be installed, built and run
	  --no-setup   leave the machine's packages alone
	  -h, --help   this text

	  ./test.sh -R ledger    the tests whose name has "ledger"
	  ./test.sh -L unit      the tests with that label
	END
}

parse_arguments() {
	local argument
	for argument in "$@"; do
		case $argument in
		-h|--help) usage; exit 0 ;;
		--dry-run) dry_run=yes ;;
		--no-setup) with_setup=no ;;
		*) options+=("$argument") ;;
		esac
	done
}

parse_arguments "$@"
if [ "$with_setup" = yes ]; then
	set_up build board test
	fetch_page --tests
fi
build_programs ON
status=0
make_board || status=1	# the tests that need no board are still run
if [ "$dry_run" = yes ]; then
	say "would run ctest ${options[*]}"
	exit 0
fi
rm -f "$junit"
ctest --test-dir "$build" --no-tests=error --output-on-failure \
	--parallel "$(nproc)" --output-junit "$junit" "${options[@]}" ||
	status=1
[ -f "$junit" ] || die "ctest ran no test"
[ "$status" = 0 ] || say "failed; each test's output is in $junit"
awk -f "$top/.ci/summary.awk" "$junit"
exit "$status"
