#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every header compiles alone, twice in a row, and its guard is named after
# its path.

# shellcheck source=tests/check/lib.sh
. "$(dirname "$0")/lib.sh"
CC=${CC:-cc}
skip_without "$CC" gcc
mapfile -t headers < <(tracked '*.h')
flags=$(for package in jansson libgpiod libsigrok cairo pangocairo cmocka \
	libusb-1.0 umockdev-1.0; do
	pkg-config --cflags "$package" 2> /dev/null || true
done | tr '\n' ' ')

# HIL_<FOLDER>_<FILE>_H, where the last folder is enough; tests as they like.
guard_of()
{
	local folder=${1%/*} name
	name=$(basename "$1" .h | tr 'a-z.-' 'A-Z__')
	folder=$(tr 'a-z-' 'A-Z_' <<< "${folder##*/}")
	[[ $1 != tests/* ]] || folder='[A-Z_]*'
	echo "HIL_${folder}_${name}_H"
}

for header in "${headers[@]}"; do
	guard=$(guard_of "$header")
	grep -q "^#ifndef $guard\$" "$header" ||
		problem "$header: the guard is not $guard"
	# shellcheck disable=SC2086 # flags are words
	printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
		"$CC" -std=gnu17 -D_GNU_SOURCE -DHIL_VERSION='"0"' -I. $flags \
			-Wall -Wextra -Werror -fsyntax-only -x c - ||
		problem "$header: does not compile alone"
done
finish ${#headers[@]} headers
