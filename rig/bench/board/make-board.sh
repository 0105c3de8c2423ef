#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes the virtual board: kernel, initramfs and the sysroot that hilrigd is
# built against. Packages come through an apt root of its own below the build
# folder, so the machine's package system is not touched and no root is needed.
# A call with nothing changed takes well under a second; a call that was broken
# off half-way leaves only work.* behind, which the next one removes.

set -Eeuo pipefail
trap 'echo "board: $0:$LINENO: ${BASH_COMMAND%%[[:cntrl:]]*} failed" >&2' ERR

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
# shellcheck source=rig/bench/board/fetch.sh
. "$here/fetch.sh"

out=$top/build/board
refresh=no
dry_run=no
programs=yes

usage() {
	cat <<-END
	usage: make-board.sh [-o DIR] [--no-programs] [--refresh] [--dry-run]

	Makes the virtual board's files in DIR (build/board):
	  vmlinuz, initrd.gz   what QEMU boots
	  sysroot/             arm64 headers and static libraries
	  obj/                 the build of hilrigd, hilrig-gui, hilrig-agent
	  board.conf           kernel=, initrd=, kernel_release= with full paths

	  -o DIR           make them there
	  --no-programs    take our programs as they were built last
	  --refresh        look for newer packages even if nothing changed
	  --dry-run        only say what would be done
	END
}

say() { printf 'board: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

parse_arguments() {
	while [ $# -gt 0 ]; do
		case $1 in
		-o) [ $# -ge 2 ] || die "-o needs a folder"
			out=$2; shift ;;
		--no-programs) programs=no ;;
		--refresh) refresh=yes ;;
		--dry-run) dry_run=yes ;;
		-h|--help) usage; exit 0 ;;
		*) die "unknown argument '$1'; -h lists them" ;;
		esac
		shift
	done
}

need() { # PROGRAM PACKAGE: stop with what to install
	command -v "$1" > /dev/null ||
		die "$1 is missing: install $2, or run .ci/setup.sh board"
}

key_of() { sha256sum | cut -c 1-12; }

pack() { # FOLDER FILE: the same bytes for the same content
	(cd "$1" && find . -mindepth 1 | LC_ALL=C sort |
		cpio -o -H newc -R 0:0 --reproducible --quiet | gzip -n -1) \
		> "$2.new"
	mv "$2.new" "$2"
}

make_base() {
	local root=$out/work.base
	cp -a "$out/$fetched/root" "$root"
	cp "$here/init" "$root/init"
	mkdir -p "$root"/{dev,etc,mnt,opt,proc,root,run,sys,tmp}
	ln -s usr/bin "$root/bin"
	ln -s usr/lib "$root/lib"
	ln -s busybox "$root/usr/bin/sh"
	printf 'root:x:0:0:root:/root:/bin/sh\n' > "$root/etc/passwd"
	printf 'root:x:0:\n' > "$root/etc/group"
	pack "$root" "$out/$base"
	rm -r "$root"
}

# Once, and when the page's packages have come since; the build does the rest.
configure_programs() {
	local made=$out/obj/CMakeCache.txt
	if [ -f "$made" ] && ! [ "$out/../web/package-lock.json" -nt "$made" ]; then
		return
	fi
	cmake -S "$top" -B "$out/obj" \
		-DCMAKE_TOOLCHAIN_FILE="$top/daemon/aarch64.cmake" \
		-DHIL_SYSROOT="$out/sysroot" -DHIL_BOARD_ONLY=ON \
		-DCMAKE_BUILD_TYPE=Release
}

build_programs() {
	local log=$out/programs.log
	{ configure_programs && cmake --build "$out/obj" -j "$(nproc)"; } \
		> "$log" 2>&1 || die "cannot build hilrigd for the board:
$(tail -n 20 "$log")"
}

add_terminfo() { # ROOT: the terminals that hilrig-gui finds on the board
	local name file
	for name in xterm xterm-256color linux vt100 screen tmux; do
		for file in /{etc,lib,usr/share}/terminfo/"${name:0:1}/$name"; do
			[ -f "$file" ] || continue
			mkdir -p "$1/etc/terminfo/${name:0:1}"
			cp -L "$file" "$1/etc/terminfo/${name:0:1}/"
			break
		done
	done
}

make_overlay() { # programs built for the board, as an archive behind the base
	local root=$out/work.overlay file
	mkdir -p "$root/opt"
	add_terminfo "$root"
	for file in "$out"/obj/hilrig*; do
		if [ -f "$file" ] && [ -x "$file" ]; then
			aarch64-linux-gnu-strip -o "$root/opt/${file##*/}" \
				"$file"
		fi
	done
	pack "$root" "$out/overlay.cpio.gz"
	rm -r "$root"
}

programs_changed() {
	[ ! -f "$out/overlay.cpio.gz" ] ||
		[ -n "$(find "$out/obj" -maxdepth 1 -name 'hilrig*' -type f \
			-newer "$out/overlay.cpio.gz")" ]
}

join() { # what QEMU boots, only touched when it would differ
	local parts=("$out/$base")
	[ ! -f "$out/overlay.cpio.gz" ] || parts+=("$out/overlay.cpio.gz")
	cat "${parts[@]}" > "$out/initrd.new"
	if cmp -s "$out/initrd.new" "$out/initrd.gz"; then
		rm "$out/initrd.new"
	else
		mv "$out/initrd.new" "$out/initrd.gz"
		say "made $out/initrd.gz, kernel $(cat "$out/$fetched/release")"
	fi
}

write_conf() {
	local conf=$out/board.conf
	printf 'kernel=%s\ninitrd=%s\nkernel_release=%s\n' "$out/vmlinuz" \
		"$out/initrd.gz" "$(cat "$out/$fetched/release")" > "$conf.new"
	if cmp -s "$conf.new" "$conf"; then
		rm "$conf.new"
	else
		mv "$conf.new" "$conf"
	fi
}

point_to() { # NAME: a link into what was fetched, changed at once
	[ "$(readlink "$out/$1")" = "$fetched/$1" ] && return
	ln -sfn "$fetched/$1" "$out/$1.new"
	mv -T "$out/$1.new" "$out/$1"
}

remove_others() { # PATTERN KEEP
	find "$out" -maxdepth 1 -name "$1" ! -name "$2" -exec rm -rf {} +
}

parse_arguments "$@"
# shellcheck source=/dev/null
. /etc/os-release
VERSION_ID=${VERSION_ID:-none}
[ "$ID ${VERSION_CODENAME:+named}" = "debian named" ] ||
	die "the board is made of Debian's packages, with the apt of Debian 12" \
		"or 13; this is ${PRETTY_NAME:-an unknown system}"
fetched=fetched.$({ listed; echo "$VERSION_CODENAME $fetch_layout"; } | key_of)
base=base.$({ echo "$fetched"; cat "$here/init" "$0"; } | key_of).cpio.gz
if [ "$dry_run" = yes ]; then
	[ -d "$out/$fetched" ] ||
		say "would download for arm64:" "$(listed | awk '{ print $1 }' |
			tr -d @ | paste -s -d ' ')"
	say "would make $out/{vmlinuz,initrd.gz,sysroot,board.conf}"
	exit 0
fi
need dpkg-deb dpkg
need cpio cpio
need xz xz-utils
need modinfo kmod
need aarch64-linux-gnu-objdump binutils-aarch64-linux-gnu
mkdir -p "$out"
out=$(cd "$out" && pwd)
exec 9> "$out/lock"
flock 9
rm -rf "$out"/work.*
work=$out/work.fetch
trap 'rm -rf "$out"/work.*' EXIT
if [ "$refresh" = yes ] || [ ! -d "$out/$fetched" ]; then
	fetch
	rm -rf "${out:?}/$fetched" "$out/obj" "$out"/base.*
	mv "$work" "$out/$fetched"
fi
point_to vmlinuz
point_to sysroot
[ -f "$out/$base" ] || make_base
remove_others 'fetched.*' "$fetched"
remove_others 'base.*' "$base"
if [ "$programs" = yes ]; then
	build_programs
	programs_changed && make_overlay
fi
join
write_conf
