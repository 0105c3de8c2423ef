#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installs the Debian packages of .ci/packages that are missing, from the
# mirror that this machine already uses. With nothing missing it changes
# nothing, needs no root and takes a fraction of a second.

set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=rig/bench/board/apt-sources.sh
. "$here/../rig/bench/board/apt-sources.sh"

dry_run=no
sets=()
added=		# the file in sources.list.d that this call wrote
root=()		# what to put before a command that needs root

usage() {
	cat <<-END
	usage: .ci/setup.sh [--dry-run] [SET...]

	Installs what is missing of the sets named (default: build board) in
	.ci/packages. Says what before it does it; asks sudo if not root.

	  --dry-run    only say what would be installed
	END
}

say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

parse_arguments() {
	while [ $# -gt 0 ]; do
		case $1 in
		-n|--dry-run) dry_run=yes ;;
		-h|--help) usage; exit 0 ;;
		-*) die "unknown option '$1'; -h lists them" ;;
		*) sets+=("$1") ;;
		esac
		shift
	done
	[ ${#sets[@]} -gt 0 ] || sets=(build board)
}

# Sets codename and release (12, 13, ...; 99 for testing and unstable).
read_release() {
	local ID='' VERSION_ID='' VERSION_CODENAME='' PRETTY_NAME=''
	# shellcheck source=/dev/null
	[ ! -r /etc/os-release ] || . /etc/os-release
	codename=$VERSION_CODENAME
	release=${VERSION_ID:-99}
	if [ "$ID" != debian ] || [ "${release%%.*}" -lt 12 ]; then
		say "this is ${PRETTY_NAME:-an unknown system}, not Debian 12 or 13."
		die "install the equivalents of these and leave setup out:" \
			"$(listed | cut -d ' ' -f 1 | paste -s -d ' ')"
	fi
}

# Prints "package minimum" for each package of the sets and this release; the
# minimum version is 0 where any will do.
listed() {
	awk -v sets=" ${sets[*]} " -v release="${release:-99}" '
	{ sub(/#.*/, "") }
	NF == 0 { next }
	NF != 3 {
		printf "setup: %s:%d: not \"package set from\": %s\n",
			FILENAME, FNR, $0 > "/dev/stderr"
		exit bad = 1
	}
	{ known[$2] = 1 }
	!index(sets, " " $2 " ") { next }
	$3 == "12" && release != 12 { next }
	$3 == "13" && release < 13 { next }
	$3 ~ /^backports>=/ { print $1, substr($3, 12); next }
	$3 ~ /^(-|12|13)$/ { print $1, 0; next }
	$3 ~ /^unless=[a-z]+$/ {
		if (system("command -v " substr($3, 8) " > /dev/null"))
			print $1, 0
		next
	}
	{
		printf "setup: %s:%d: unknown word \"%s\"\n",
			FILENAME, FNR, $3 > "/dev/stderr"
		exit bad = 1
	}
	END {
		if (bad)
			exit 1
		n = split(sets, part, " ")
		for (i = 1; i <= n; i++)
			if (!(part[i] in known)) {
				printf "setup: no set \"%s\" in %s\n",
					part[i], FILENAME > "/dev/stderr"
				exit 1
			}
	}' "$here/packages"
}

# Fills installed[PACKAGE] with the versions of those that are.
read_installed() { # PACKAGE...
	local name status version
	declare -gA installed=()
	while read -r name status version; do
		[ "$status" = ii ] || [ "$status" = hi ] || continue
		installed[$name]=$version
	done < <(dpkg-query -W \
		-f '${Package} ${db:Status-Abbrev} ${Version}\n' "$@" 2> /dev/null)
}

# Fills missing with "package minimum" lines.
find_missing() {
	local wanted package minimum version names=()
	wanted=$(listed) || exit 1
	missing=()
	while read -r package minimum; do names+=("$package"); done <<< "$wanted"
	read_installed "${names[@]}"
	while read -r package minimum; do
		version=${installed[$package]:-}
		[ -n "$version" ] && [ "$minimum" = 0 ] && continue
		[ -n "$version" ] &&
			dpkg --compare-versions "$version" ge "$minimum" &&
			continue
		missing+=("$package $minimum")
	done <<< "$wanted"
}

become_root() {
	[ "$(id -u)" -ne 0 ] || return 0
	command -v sudo > /dev/null ||
		die "not root and no sudo: run as root: $0 ${sets[*]}"
	root=(sudo)
	[ -t 0 ] || root=(sudo -n)
	"${root[@]}" true 2> /dev/null ||
		die "sudo does not let this user in: run as root: $0 ${sets[*]}"
}

as_root() { "${root[@]}" "$@"; }

apt() {
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -q \
		-o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@"
}

# Prints the packages of missing as apt-get install wants them.
install_arguments() {
	local entry package minimum
	for entry in "${missing[@]}"; do
		read -r package minimum <<< "$entry"
		if [ "$minimum" != 0 ] && [ "$release" = 12 ]; then
			printf '%s/%s-backports\n' "$package" "$codename"
		else
			printf '%s\n' "$package"
		fi
	done
}

needs_backports() { [[ $(install_arguments) == */"$codename-backports"* ]]; }

backports_enabled() { [ -n "$(apt_sources "$codename-backports")" ]; }

# shellcheck disable=SC2317 # the EXIT trap calls it
take_back() { # a source of ours that did not lead to its packages
	[ -z "$added" ] || as_root rm -f "$added"
}

enable_backports() {
	local file=/etc/apt/sources.list.d/hilrig-backports.sources text
	text=$(apt_backports_source "$codename")
	[ -n "$text" ] || die "no apt source of this machine has" \
		"'$codename main', so there is no mirror to take" \
		"$codename-backports from: add one"
	say "enabling $codename-backports in $file"
	added=$file
	trap take_back EXIT
	printf '%s\n' "$text" | as_root tee "$file" > /dev/null
	as_root chmod 644 "$file"
}

announce() {
	local what
	what=$(install_arguments | paste -s -d ' ')
	if [ "$dry_run" = no ]; then
		say "installing: $what"
		return
	fi
	if needs_backports && ! backports_enabled; then
		say "would enable $codename-backports on this machine's mirror"
	fi
	say "would install: $what"
}

install_missing() {
	local arguments
	become_root
	if needs_backports && ! backports_enabled; then
		enable_backports
	fi
	apt update > /dev/null ||
		die "apt-get update failed (see above); is the network up?"
	mapfile -t arguments < <(install_arguments)
	apt install -y --no-install-recommends "${arguments[@]}" ||
		die "apt-get install failed (see above); is the network up?"
	find_missing
	[ ${#missing[@]} -eq 0 ] ||
		die "still missing after the installation: ${missing[*]}"
	added=
}

parse_arguments "$@"
read_release
find_missing
[ ${#missing[@]} -gt 0 ] || exit 0
announce
[ "$dry_run" = yes ] || install_missing
