#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The top level holds the agreed names only; files name no host but those of
# standards and projects, and no path of somebody's machine.

# shellcheck source=tests/check/lib.sh
. "$(dirname "$0")/lib.sh"
names=(rig daemon gui-bridge calibration tests CMakeLists.txt README.md LICENSE
	CMakePresets.json run.sh test.sh)
hosts='(www\.)?(gnu|fsf|kernel|sigrok|debian|w3|cmake|spinroot)\.(org|com)'
hosts+='|docs\.kernel\.org|hdrhistogram\.github\.io|(localhost|127\.0\.0\.1)'
# names that the standards keep for examples
hosts+='|[a-z]*\.?example(\.(org|com|net))?|[a-z]+\.invalid'

mapfile -t files < <(tracked '*')
while IFS= read -r name; do
	[[ $name == .* || " ${names[*]} " == *" $name "* ]] ||
		problem "$name: not one of the agreed names of the top level"
done < <(printf '%s\n' "${files[@]}" | cut -d/ -f1 | sort -u)

while IFS= read -r line; do
	problem "$line: names a host that is not on the list in $0"
done < <(grep -InoE 'https?://[A-Za-z0-9.-]+' "${files[@]}" |
	grep -v '^LICENSE:' | grep -vE "https?://($hosts)\$" || true)

# written in pieces, so that this file does not find itself
while IFS= read -r line; do
	problem "$line: a path of somebody's machine"
done < <(grep -InE '(^|[^A-Za-z0-9_.])/(wo''rk|ho''me/[a-z]+|ro''ot)/' \
	"${files[@]}" | grep -v '/home/user/' || true)
finish ${#files[@]} files
