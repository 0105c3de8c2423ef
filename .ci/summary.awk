# SPDX-License-Identifier: GPL-3.0-or-later
#
# Counts the tests in ctest's JUnit file and names those that failed or were
# skipped. A test that could not be started is "skipped" in that file; here
# only one that skipped itself is, and the last line it wrote is the reason.

/<testcase / {
	match($0, / name="[^"]*"/)
	name = substr($0, RSTART + 7, RLENGTH - 8)
	failed = skipped = 0
	reason = ""
}
/<testcase [^>]*status="fail"/ { failed = 1 }
/<skipped message="SKIP_/ { skipped = 1 }
/<skipped / && !/message="SKIP_/ { failed = 1 }
/<\/?system-out>|^[^<]/ {
	line = $0
	gsub(/<[^>]*>/, "", line)
	gsub(/^[ \t]+|[ \t]+$/, "", line)
	if (line != "")
		reason = line
}
/<\/testcase>/ {
	if (failed) {
		fails++
		print "failed: " name
	} else if (skipped) {
		skips++
		gsub(/&lt;/, "<", reason)
		gsub(/&gt;/, ">", reason)
		gsub(/&quot;/, "\"", reason)
		gsub(/&amp;/, "\\&", reason)
		print "skipped: " name ": " reason
	} else {
		passes++
	}
}
END {
	printf "%d passed, %d failed, %d skipped\n", passes, fails,
		skips
}
