# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# Reads the machine's own apt sources, both formats (one-line .list and deb822
# .sources), so that packages come from the mirror this machine already uses.
# To be sourced. Needs only apt, awk and bash; changes nothing.

# Prints the enabled binary sources that carry component main of one of the
# suites named, as deb822 paragraphs without an architecture restriction.
# usage: apt_sources SUITE...
apt_sources() {
	local list='' parts='' files=() f
	eval "$(apt-config shell list Dir::Etc::sourcelist/f \
		parts Dir::Etc::sourceparts/d)"
	for f in "$list" "${parts%/}"/*.list "${parts%/}"/*.sources; do
		[ -r "$f" ] && [ -f "$f" ] && files+=("$f")
	done
	[ ${#files[@]} -gt 0 ] || return 0
	awk -v want=" $* " '
	function flush_paragraph() {
		if (types ~ /(^| )deb( |$)/ && enabled !~ /^(no|false|0)/)
			emit(uris, suites, components, options)
		types = uris = suites = components = enabled = options = ""
		field = ""
	}
	function emit(uri, suite, component, option,    n, i, part, keep) {
		if ((" " component " ") !~ / main / || uri ~ /^cdrom:/)
			return
		n = split(suite, part, " ")
		for (i = 1; i <= n; i++)
			if (index(want, " " part[i] " "))
				keep = keep " " part[i]
		if (keep == "")
			return
		printf "Types: deb\nURIs: %s\nSuites:%s\nComponents: main\n%s\n",
			uri, keep, option
	}
	# deb [signed-by=/x arch=amd64] URI SUITE COMPONENT...
	function one_line(text,    bracket, n, i, part, pair, opt, comps) {
		sub(/#.*/, "", text)
		if (text !~ /^[ \t]*deb[ \t]/)
			return
		sub(/^[ \t]*deb[ \t]+/, "", text)
		if (match(text, /^\[[^]]*\][ \t]*/)) {
			bracket = substr(text, 2, RLENGTH - 1)
			sub(/\].*/, "", bracket)
			text = substr(text, RLENGTH + 1)
			n = split(bracket, part, /[ \t]+/)
			for (i = 1; i <= n; i++) {
				split(part[i], pair, "=")
				if (pair[1] == "signed-by")
					opt = opt "Signed-By: " pair[2] "\n"
				if (pair[1] == "trusted")
					opt = opt "Trusted: " pair[2] "\n"
			}
		}
		n = split(text, part, /[ \t]+/)
		for (i = 3; i <= n; i++)
			comps = comps " " part[i]
		emit(part[1], part[2], comps, opt)
	}
	FNR == 1 { flush_paragraph() }
	FILENAME !~ /\.sources$/ { one_line($0); next }
	/^#/ { next }
	/^[ \t]*$/ { flush_paragraph(); next }
	/^[ \t]/ {			# continuation of the field above
		if (field == "suites") suites = suites " " $0
		else if (field == "uris") uris = uris " " $0
		else if (field == "components") components = components " " $0
		else if (field == "option") options = options $0 "\n"
		gsub(/[ \t]+/, " ", suites)
		next
	}
	{
		field = tolower(substr($0, 1, index($0, ":") - 1))
		value = substr($0, index($0, ":") + 1)
		sub(/^[ \t]+/, "", value); sub(/[ \t]+$/, "", value)
		if (field == "types") types = value
		else if (field == "uris") uris = value
		else if (field == "suites") suites = value
		else if (field == "components") components = value
		else if (field == "enabled") enabled = tolower(value)
		else if (field ~ /^(signed-by|trusted|check-valid-until)$/) {
			options = options $0 "\n"
			field = "option"
		}
	}
	END { flush_paragraph() }
	' "${files[@]}"
}

# Prints a source for CODENAME-backports on the mirror that serves CODENAME,
# or nothing if the machine has none. A mirror that also serves the updates is
# Debian's own, so that one is preferred to a vendor's add-on archive.
# usage: apt_backports_source CODENAME
apt_backports_source() {
	local found
	found=$(apt_sources "$1-updates")
	[ -n "$found" ] || found=$(apt_sources "$1")
	printf '%s\n' "$found" |
		awk -v RS= -v suite="$1-backports" 'NR == 1 {
			sub(/\nSuites:[^\n]*/, "\nSuites: " suite); print }'
}
