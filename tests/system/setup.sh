#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The scripts that prepare a machine: what they read from apt's sources and
# from the list of packages, what they say, and that they change nothing when
# asked only to say it.

set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# shellcheck source=rig/bench/board/apt-sources.sh
. "$HIL_SOURCE/rig/bench/board/apt-sources.sh"

fail() {
	echo "FAILED $current: $*"
	failures=$((failures + 1))
}

expect() { # TEXT PATTERN
	# shellcheck disable=SC2254 # a pattern, not a text
	case $1 in
	$2) ;;
	*) fail "expected '$2', got '$1'" ;;
	esac
}

refuse() { # STATUS PATTERN COMMAND...
	local status=$1 pattern=$2 text ret=0
	shift 2
	text=$("$@" 2>&1) || ret=$?
	[ "$ret" = "$status" ] || fail "$* ended with $ret, not $status"
	expect "$text" "$pattern"
}

# Apt reads sources from $work/apt instead of /etc/apt.
fake_sources() { # FILE: content on stdin
	rm -rf "$work/apt"
	mkdir -p "$work/apt"
	cat > "$work/apt/$1"
	printf 'Dir::Etc::sourcelist "%s/none";\nDir::Etc::sourceparts "%s";\n' \
		"$work/apt" "$work/apt" > "$work/apt.conf"
	export APT_CONFIG=$work/apt.conf
}

one_line_sources_are_read() {
	fake_sources a.list <<-'END'
	# deb http://commented.invalid/debian bookworm main
	deb-src http://source.invalid/debian bookworm main
	deb cdrom:[Debian]/ bookworm main
	deb http://other.invalid/debian bookworm contrib
	deb [signed-by=/k.gpg arch=amd64] http://m.invalid/debian  bookworm  main contrib # note
	END
	expect "$(apt_sources bookworm)" "Types: deb
URIs: http://m.invalid/debian
Suites: bookworm
Components: main
Signed-By: /k.gpg"
}

deb822_sources_are_read() {
	fake_sources a.sources <<-'END'
	Enabled: no
	Types: deb
	URIs: http://disabled.invalid/debian
	Suites: bookworm
	Components: main

	Types: deb deb-src
	URIs: http://m.invalid/debian
	# between two fields
	Suites: bookworm
	 bookworm-updates trixie
	Components: main non-free-firmware
	Architectures: amd64
	Signed-By:
	 -----BEGIN PGP PUBLIC KEY BLOCK-----
	 .
	 -----END PGP PUBLIC KEY BLOCK-----
	END
	expect "$(apt_sources bookworm bookworm-updates)" "Types: deb
URIs: http://m.invalid/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 -----END PGP PUBLIC KEY BLOCK-----"
}

backports_come_from_the_mirror_that_has_the_updates() {
	fake_sources a.list <<-'END'
	deb http://vendor.invalid/debian bookworm main
	deb http://m.invalid/debian bookworm main
	deb http://m.invalid/debian bookworm-updates main
	END
	expect "$(apt_backports_source bookworm)" "Types: deb
URIs: http://m.invalid/debian
Suites: bookworm-backports
Components: main"
}

no_source_of_the_release_gives_nothing() {
	fake_sources a.list <<< 'deb http://m.invalid/debian trixie main'
	expect "$(apt_sources bookworm)" ""
	expect "$(apt_backports_source bookworm)" ""
}

# A copy of the scripts, so that their list can be spoiled.
copy_scripts() {
	rm -rf "$work/copy"
	mkdir -p "$work/copy/rig/bench"
	cp -r "$HIL_SOURCE/.ci" "$work/copy/.ci"
	cp -r "$HIL_SOURCE/rig/bench/board" "$work/copy/rig/bench/board"
}

setup_refuses_what_it_does_not_know() {
	local setup=$work/copy/.ci/setup.sh
	copy_scripts
	refuse 1 "setup: unknown option '--frob'*" "$setup" --frob
	refuse 1 "setup: no set \"nosuch\" in *" "$setup" --dry-run nosuch
	echo 'cmake build' > "$work/copy/.ci/packages"
	refuse 1 '*packages:1: not "package set from": cmake build' \
		"$setup" --dry-run build
	echo 'cmake build sideports' > "$work/copy/.ci/packages"
	refuse 1 '*packages:1: unknown word "sideports"' \
		"$setup" --dry-run build
}

setup_says_what_it_would_install() {
	local text
	copy_scripts
	cat > "$work/copy/.ci/packages" <<-'END'
	bash           build  -
	no-such-one    build  -              # a comment
	no-such-old    build  backports>=2
	END
	text=$("$work/copy/.ci/setup.sh" --dry-run build 2>&1)
	expect "$text" '*would install: no-such-one no-such-old*'
}

nothing_missing_is_said_by_silence() {
	copy_scripts
	echo 'bash build -' > "$work/copy/.ci/packages"
	expect "$("$work/copy/.ci/setup.sh" build 2>&1)" ""
}

board_dry_run_makes_nothing() {
	local text
	copy_scripts
	text=$("$work/copy/rig/bench/board/make-board.sh" --dry-run 2>&1)
	expect "$text" '*would download for arm64: linux-image-rt-arm64 *'
	[ ! -e "$work/copy/build" ] || fail "there is a build folder"
	refuse 1 "board: unknown argument '-x'*" \
		"$work/copy/rig/bench/board/make-board.sh" -x
}

run_drops_the_defaults_that_the_user_gave() {
	cp "$HIL_SOURCE/run.sh" "$work/copy"
	expect "$("$work/copy/run.sh" --dry-run --no-setup 2>&1)" \
		'*would measure: hilrig run -D 10s -i 4000*'
	expect "$("$work/copy/run.sh" --dry-run --no-setup -l 5 2>&1)" \
		'*would measure: hilrig run -i 4000 -l 5'
	expect "$("$work/copy/run.sh" --dry-run --no-setup -i 1ms -D 3 2>&1)" \
		'*would measure: hilrig run *-i 1ms -D 3'
}

summary_counts_only_own_skips_as_skipped() {
	cat > "$work/tests.xml" <<-'END'
	<testsuite name="x" tests="4" failures="1" disabled="0" skipped="2">
		<testcase name="good" status="run">
			<system-out>1 failed &lt;testcase </system-out>
		</testcase>
		<testcase name="bad" status="fail">
			<failure message=""/>
		</testcase>
		<testcase name="shy" status="notrun">
			<skipped message="SKIP_RETURN_CODE=77"/>
			<system-out>first
	no KVM &amp; no board
	</system-out>
		</testcase>
		<testcase name="absent" status="notrun">
			<skipped message="Unable to find executable"/>
		</testcase>
	</testsuite>
	END
	expect "$(awk -f "$HIL_SOURCE/.ci/summary.awk" "$work/tests.xml")" \
		"failed: bad
skipped: shy: no KVM & no board
failed: absent
1 passed, 2 failed, 1 skipped"
}

for current in one_line_sources_are_read deb822_sources_are_read \
	backports_come_from_the_mirror_that_has_the_updates \
	no_source_of_the_release_gives_nothing \
	setup_refuses_what_it_does_not_know setup_says_what_it_would_install \
	nothing_missing_is_said_by_silence board_dry_run_makes_nothing \
	run_drops_the_defaults_that_the_user_gave \
	summary_counts_only_own_skips_as_skipped; do
	"$current"
	echo "done $current"
done
[ "$failures" = 0 ]
