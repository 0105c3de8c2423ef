# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034,SC2154
#
# Downloads the arm64 packages of the list beside this file and unpacks what
# the board needs of them: vmlinuz, the image's content in root/, sysroot/. Apt
# works in a root of its own, with the mirrors of this machine.
#
# To be sourced by make-board.sh, which sets here, work and what os-release
# says. fetch fills the folder $work.

modules='9p 9pnet_virtio virtio_net'	# what these need is found by modinfo
fetch_layout=3				# raise it when $work changes shape

# shellcheck source=rig/bench/board/apt-sources.sh
. "$here/apt-sources.sh"

# Prints "package part from files..." for each line of the list.
listed() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$here/packages"; }

private_apt() { # COMMAND ARG...: apt-get or apt-cache in the root of our own
	local command=$1
	shift
	"$command" -q \
		-o Dir::Etc::sourcelist="$work/apt/board.sources" \
		-o Dir::Etc::sourceparts=/dev/null \
		-o Dir::Etc::preferences=/dev/null \
		-o Dir::Etc::preferencesparts=/dev/null \
		-o Dir::State="$work/apt/state" \
		-o Dir::State::status="$work/apt/status" \
		-o Dir::Cache="$work/apt/cache" \
		-o APT::Architecture=arm64 -o APT::Architectures=arm64 \
		-o APT::Default-Release= -o APT::Sandbox::User=root \
		-o Acquire::Languages=none -o Acquire::Retries=3 "$@"
}

prepare_apt() {
	local base=$VERSION_CODENAME
	mkdir -p "$work/apt/state/lists/partial" \
		"$work/apt/cache/archives/partial" "$work/debs"
	: > "$work/apt/status"
	apt_sources "$base" "$base-updates" "$base-security" \
		> "$work/apt/board.sources"
	[ -s "$work/apt/board.sources" ] ||
		die "no apt source of this machine has '$base main': add one"
	if [ "$VERSION_ID" = 12 ]; then
		apt_backports_source "$base" >> "$work/apt/board.sources"
	fi
	private_apt apt-get update > "$work/apt/log" 2>&1 ||
		die "cannot read the arm64 package lists:
$(tail -n 5 "$work/apt/log")"
}

real_name() { # PACKAGE OPTION...: what an empty package depends on
	local package=$1
	shift
	private_apt apt-cache "$@" show --no-all-versions "$package" |
		sed -n 's/^Depends: \([^ ,]*\).*/\1/p'
}

download() { # PACKAGE FROM: leaves NAME.deb in work/debs, NAME without @
	local name=${1%@} option=() real
	if [ "$2" = backports ] && [ "$VERSION_ID" = 12 ]; then
		option=(-t "$VERSION_CODENAME-backports")
	fi
	real=$name
	case $1 in *@) real=$(real_name "$name" "${option[@]}") ;; esac
	[ -n "$real" ] || die "no arm64 package '$name' in this machine's sources"
	(cd "$work/debs" && private_apt apt-get "${option[@]}" download "$real") \
		> "$work/apt/log" 2>&1 ||
		die "cannot download $real for arm64: $(tail -n 2 "$work/apt/log")"
	mv "$work/debs/$real"_*.deb "$work/debs/$name.deb"
	dpkg-deb -f "$work/debs/$name.deb" Package Version |
		sed 's/^[^ ]* //' | paste -s -d ' ' >> "$work/versions"
}

unpack_kernel() { # DEB
	local tree=$work/kernel vmlinuz
	mkdir "$tree"
	dpkg-deb -x "$1" "$tree"
	vmlinuz=$(find "$tree/boot" -name 'vmlinuz-*')
	[ -f "$vmlinuz" ] || die "no kernel in the package $1"
	cp "$vmlinuz" "$work/vmlinuz"
	printf '%s\n' "${vmlinuz##*/vmlinuz-}" > "$work/release"
	mkdir -p "$work/root/usr/lib/modules"
	: > "$work/root/usr/lib/modules/order"
	for module in $modules; do
		add_module "$tree" "$module"
	done
	rm -r "$tree"
}

add_module() { # TREE MODULE: what it needs first, each once
	local order=$work/root/usr/lib/modules/order file target needed
	file=$(find "$1" -name "${2//[-_]/[-_]}.ko*" -print -quit)
	[ -n "$file" ] || die "the kernel package has no module $2"
	target=$(basename "${file%.xz}")
	grep -qx "$target" "$order" && return
	case $file in
	*.xz) xz -dc "$file" ;;
	*) cat "$file" ;;
	esac > "$work/root/usr/lib/modules/$target"
	for needed in $(modinfo -F depends "$work/root/usr/lib/modules/$target" |
			tr ',' ' '); do
		add_module "$1" "$needed"
	done
	printf '%s\n' "$target" >> "$order"
}

unpack_image() { # DEB FILE...
	local deb=$1 tree=$work/tree name found folder
	shift
	mkdir "$tree"
	dpkg-deb -x "$deb" "$tree"
	for name in "$@"; do
		found=$(find "$tree" -name "$name" \( -path '*bin/*' \
			-o -path '*/lib/*' \) -print -quit)
		[ -n "$found" ] || die "no $name in the package $deb"
		case $name in
		ld-linux*) folder=usr/lib ;;
		*.so.*) folder=usr/lib/aarch64-linux-gnu ;;
		*) folder=usr/bin ;;
		esac
		mkdir -p "$work/root/$folder"
		cp -L "$found" "$work/root/$folder/$name"
	done
	rm -r "$tree"
}

objdump() { aarch64-linux-gnu-objdump -p "$@" 2> /dev/null; }

# The library behind a package for developers is of exactly its version.
library_package() { # PACKAGE
	dpkg-deb -f "$work/debs/$1.deb" Depends | tr ',' '\n' |
		sed -n 's/^ *\([^ ]*\) (= .*/\1/p'
}

add_library() { # TREE SONAME: and what it needs
	local file folder needed
	[ -z "$(find "$work/root/usr/lib" -name "$2")" ] || return 0
	file=$(find "$1" -path '*/lib/*' -name "$2" -print -quit)
	[ -n "$file" ] || die "no $2 in the packages that apt names for it"
	for folder in "$work"/{root,sysroot}/usr/lib/aarch64-linux-gnu; do
		mkdir -p "$folder"
		cp -L "$file" "$folder/$2"
	done
	for needed in $(objdump "$file" | awk '$1 == "NEEDED" { print $2 }'); do
		add_library "$1" "$needed"
	done
}

unpack_shared() { # PACKAGE LIBRARY.so
	local tree=$work/tree package file soname deb
	dpkg-deb -x "$work/debs/$1.deb" "$work/sysroot"
	package=$(library_package "$1")
	[ -n "$package" ] || die "$1 names no package with its library"
	private_apt apt-get -o Debug::NoLocking=1 -y --no-install-recommends \
		--download-only install "$package" \
		< /dev/null > "$work/apt/log" 2>&1 ||
		die "cannot download $package for arm64:
$(tail -n 5 "$work/apt/log")"
	mkdir "$tree"
	for deb in "$work/apt/cache/archives"/*.deb; do
		dpkg-deb -x "$deb" "$tree"
	done
	file=$(find "$tree" -name "$2.*" -type f -print -quit)
	soname=$(objdump "$file" | awk '$1 == "SONAME" { print $2 }')
	[ -n "$soname" ] || die "no $2 in the package $package"
	add_library "$tree" "$soname"
	ln -sfn "$soname" "$work/sysroot/usr/lib/aarch64-linux-gnu/$2"
	rm -r "$tree"
}

# The shared libraries that any program of the image names must be in it.
check_libraries() {
	local needed
	needed=$(find "$work/root/usr" -type f ! -name '*.ko' ! -name order \
		-exec sh -c 'aarch64-linux-gnu-objdump -p "$@" || :' sh {} + \
		2> /dev/null | awk '$1 == "NEEDED" { print $2 }' | sort -u)
	for name in $needed; do
		[ -n "$(find "$work/root/usr/lib" -name "$name")" ] ||
			die "the image lacks $name: add its package to $here/packages"
	done
}

fetch() {
	local package part from files
	say "downloading the arm64 packages of Debian $VERSION_ID, about 90 MB"
	mkdir "$work" "$work/root" "$work/sysroot"
	prepare_apt
	while read -r package part from files; do
		download "$package" "$from"
		package=${package%@}
		case $part in
		kernel) unpack_kernel "$work/debs/$package.deb" ;;
		sysroot) dpkg-deb -x "$work/debs/$package.deb" "$work/sysroot" ;;
		shared) unpack_shared "$package" "$files" ;;
		image) # shellcheck disable=SC2086 # several names
			unpack_image "$work/debs/$package.deb" $files ;;
		*) die "unknown part '$part' in $here/packages" ;;
		esac
	done < <(listed)
	check_libraries
	rm -r "$work/apt" "$work/debs"
}
