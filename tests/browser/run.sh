#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run.sh FILE.mjs: browser tests of one file. Skips where there is no browser,
# no Node or no playwright-core (gui-bridge/web/fetch.sh --tests).

set -euo pipefail

skip() { echo "skipped: $*"; exit 77; }

here=$(cd "$(dirname "$0")" && pwd)
HIL_CHROMIUM=$(command -v chromium) ||
	skip "chromium is not installed (.ci/setup.sh test)"
command -v node > /dev/null || skip "node is not installed (.ci/setup.sh build)"
HIL_NODE=
for folder in "$HIL_BUILD/web" "$HIL_SOURCE/build/web"; do
	[ -d "$folder/node_modules/playwright-core" ] || continue
	HIL_NODE=$folder
	break
done
[ -n "$HIL_NODE" ] ||
	skip "playwright-core is missing (gui-bridge/web/fetch.sh --tests)"
export HIL_CHROMIUM HIL_NODE
exec node --test-reporter=spec "$here/$1"
