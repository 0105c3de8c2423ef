#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a user may get wrong: a message, a status, nothing left behind.

# shellcheck source=tests/system/bench_lib.sh
. "$(dirname "$0")/bench_lib.sh"

# refuses STATUS TEXT ARGUMENT...
refuses() {
	local status=$1 text=$2
	shift 2
	"$program" "$@" > "$work/out" 2> "$work/err"
	equal "$status" $? "hilrig-bench $*"
	said "$work/err" "$text"
}

refuses 1 "a command is missing"
refuses 1 "did you mean 'status'" sttus
refuses 1 "unknown command" frobnicate
refuses 1 "did you mean" start --nmae x
refuses 1 "cannot be the name of a bench" start --name ../x
refuses 1 "cannot be the name of a bench" stop --name ""
refuses 1 "one word too many" status now
refuses 1 "did you mean 'missing'" start --fault misssing=3
refuses 1 "needs a value" start --fault gap
refuses 1 "not a number from 1" start missing=0
refuses 1 "at most 16 faults" start \
	"close,close,close,close,close,close,close,close,close" \
	"close,close,close,close,close,close,close,close,close"
refuses 1 "--timeout" start --timeout soon
refuses 1 "the virtual board is not built" start --board "$work/none.conf"
printf 'kernel=/no/kernel\ninitrd=/no/initrd\n' > "$work/bad.conf"
refuses 1 "cannot read the virtual board's kernel '/no/kernel'" \
	start --board "$work/bad.conf"
printf 'kernel /no/kernel\n' > "$work/bad.conf"
refuses 1 "bad.conf:1" start --board "$work/bad.conf"
refuses 1 "--append: 1901 bytes are too many" \
	start --append "$(printf '%1901s' x)"
refuses 1 "there is no bench 'none'" stop --name none
refuses 1 "no bench 'none' is running" status --name none
refuses 1 "no fault given" fault --name none
refuses 1 "no bench 'none' is running" fault --name none close
refuses 255 "no bench 'none' is running" exec --name none -- true
refuses 255 "no bench 'none' is running" exec --name none uname -r
refuses 255 "no command given" exec --name none --
refuses 255 "no command given" exec --name none

# without QEMU: a PATH with nothing in it
: > "$work/kernel"
printf 'kernel=%s\ninitrd=%s\n' "$work/kernel" "$work/kernel" \
	> "$work/board.conf"
mkdir "$work/empty"
PATH=$work/empty "$program" start --board "$work/board.conf" \
	> "$work/out" 2> "$work/err"
equal 1 $? "start without QEMU"
said "$work/err" "QEMU is missing: install qemu-system-arm"
equal "" "$(ls "$state")" "files left"

# a state folder that others can write is not used
chmod 755 "$state"
refuses 1 "mode 0700" start --board "$work/board.conf"
chmod 700 "$state"
finish
