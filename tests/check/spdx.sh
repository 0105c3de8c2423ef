#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every source names its licence on line 1, scripts on line 2 after "#!".

# shellcheck source=tests/check/lib.sh
. "$(dirname "$0")/lib.sh"
mapfile -t files < <(tracked '*.c' '*.h' '*.cmake' '*CMakeLists.txt' '*.sh' \
	'*.py' '*.js' '*.lua' '*.pml' '*.service' '*.rules' '*.conf' |
	grep -v '^tests/fuzz/corpus/')
# scripts without an ending
mapfile -t -O ${#files[@]} files < <(tracked '*' | grep -v '\.[a-z]*$' |
	xargs -d '\n' awk 'FNR == 1 { if (/^#!/) print FILENAME; nextfile }')
while IFS= read -r line; do
	problem "$line: no SPDX-License-Identifier"
done < <(awk '
	FNR == 1 && /^#!/ { next }
	{ if (!/SPDX-License-Identifier: GPL-3\.0-or-later/)
		print FILENAME ":" FNR
	  nextfile }' "${files[@]}")
finish ${#files[@]} files
