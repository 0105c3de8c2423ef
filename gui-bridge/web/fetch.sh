#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Puts what the page needs from npm into BUILD/web/node_modules, the versions
# and checksums of package-lock.json. With everything there it does nothing.

set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
what=page
build=$here/../../build

usage() {
	cat <<-END
	usage: gui-bridge/web/fetch.sh [--tests] [BUILD]

	Installs uPlot from npm into BUILD/web (default: build/web), where CMake
	finds it at its next configuration.

	  --tests    also what the browser tests need
	END
}

while [ $# -gt 0 ]; do
	case $1 in
	--tests) what=tests ;;
	-h|--help) usage; exit 0 ;;
	-*) echo "fetch.sh: unknown option '$1'" >&2; exit 1 ;;
	*) build=$1 ;;
	esac
	shift
done
web=$build/web

# The lock that was installed, and for what; the tests need more.
is_there() {
	[ -f "$web/node_modules/uplot/dist/uPlot.esm.js" ] &&
		cmp -s "$here/package-lock.json" "$web/package-lock.json" &&
		{ [ $what = page ] ||
			[ -d "$web/node_modules/playwright-core" ]; }
}

! is_there || exit 0
if ! command -v npm > /dev/null || ! command -v node > /dev/null; then
	echo "fetch.sh: npm is not installed: the web front end is left out" >&2
	exit 0
fi
mkdir -p "$web"
cp "$here/package.json" "$here/package-lock.json" "$web"
option=()
[ $what = tests ] || option=(--omit=dev)
if ! npm ci --prefix "$web" --ignore-scripts --no-audit --no-fund \
	--loglevel=error "${option[@]}" > "$web/npm.log" 2>&1; then
	tail -n 5 "$web/npm.log" >&2
	echo "fetch.sh: npm cannot install (see above; is the network up?):" \
		"the web front end is left out" >&2
	rm -rf "$web/node_modules" "$web/package-lock.json"
fi
