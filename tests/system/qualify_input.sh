#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Bad input to hilrig qualify: expected status, text of the message, arguments.

. "$(dirname "$0")/lib.sh"
unset HILRIG_CONFIG XDG_CONFIG_HOME
export HOME=$work
cd "$work" || exit 1

cat > gone.conf <<-END
	[rig]
	line_volts = 3.3
	[board]
	exec = false
	[analyzer]
	device = beaglelogic:conn=tcp-raw/127.0.0.1/1
	[generator]
	device = lxi:127.0.0.1:1
END
mkdir empty wrong there
echo '{}' > wrong/dossier.json
echo garbage > wrong/SHA256SUMS
mkfifo pipe

check() {
	local wanted=$1 text=$2
	shift 2
	timeout 100 "$hilrig" qualify "$@" > out 2> err
	expect_status "$wanted" $? "qualify $*"
	cat out >> err
	expect_text err "$text"
}

check 0 "usage: hilrig qualify" --help
check 0 "OQ-08" --list
check 0 '"criterion"' --list --json
check 1 "--config FILE" -D 5s
check 1 "missing.conf" --config missing.conf
check 1 "takes no operand" --config gone.conf something
check 1 "did you mean --output" --config gone.conf --ouput x
check 1 "out of range" --config gone.conf -D 1s
check 1 "is no requirement" --config gone.conf --only XX-99
check 1 "is no requirement" --config gone.conf --only ""
check 1 "did you mean \"OQ-08\"" --config gone.conf --only OQ-8
check 1 "File exists" --config gone.conf --output there
check 1 "No such file or directory" --config gone.conf --output no/such/x
check 1 "it is no folder" --verify nothing
check 1 "it is no folder" --verify pipe
check 1 "there is no SHA256SUMS" --verify empty
check 1 "is no list of hashes" --verify wrong
check 1 "goes with --json only" --verify wrong --list
: > wrong/SHA256SUMS
check 1 "is no dossier" --verify wrong

# A rig of which nothing answers: each one is named, nothing hangs or crashes.
check 3 "cannot be used: Connection refused" --config gone.conf -D 2s \
	--output gone --json=gone.json
expect_json gone/dossier.json '(.requirements | length) >= 30 and
	all(.requirements[]; .result == "passed" or (.found | length) > 10) and
	(.summary.failed >= 20) and .board == null'
check 0 "verified   yes" --verify gone
[ -z "$(find . -name '*.partial-*')" ] || fail "a half dossier was left"
finish
