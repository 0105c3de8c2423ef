#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# hilrig qualify on the virtual bench: a dossier with every requirement passed
# or named, that sha256sum and --verify take, and that tells what was changed
# in it.

. "$(dirname "$0")/lib.sh"
need_board

# the bench's wires for a loopback, then its own again
start_bench --fault loopback --fault skew=3000
for method in loopback clock; do
	"$hilrig" calibrate $method --config "$config" -D 5s -i 2017 -q \
		> "$work/out" 2>&1
	expect_status 0 $? "calibrate $method: $(cat "$work/out")"
done
"$hilrig" bench fault --name "$bench" clear > /dev/null
"$hilrig" bench fault --name "$bench" skew=3000 > /dev/null

dossier=$work/dossier
"$hilrig" qualify --config "$config" -D 5s --output "$dossier" \
	--json="$work/told.json" > "$work/text" 2> "$work/err"
status=$?
cat "$work/text"
# A virtual machine is one by what it says, and that is a bad row.
expect_status 3 $status "qualify"
expect_json "$dossier/dossier.json" '.schema == "hilrig-dossier-1" and
	.result == "not passed" and (.requirements | length) >= 30'
# Each has a result and says what was found; nothing but the virtual machine,
# and a host that stood still, deviates.
expect_json "$dossier/dossier.json" 'all(.requirements[];
	(.found | length) > 0 and (.result | IN("passed", "failed",
	"not possible here", "not applicable")))'
expect_json "$dossier/dossier.json" '.deviations | index("IQ-02") != null'
expect_json "$dossier/dossier.json" '[.requirements[] | select(
	.result != "passed" and .id != "IQ-02") | .id + " " + .found] |
	map(select(test("left periods out") | not)) == []'
# What it is of: hashes, serials, versions.
expect_json "$dossier/dossier.json" '
	(.rig.config.sha256 | length) == 64 and
	all(.software.programs[]; (.sha256 | length) == 64) and
	(.software.programs | length) == 4 and
	(.software.build_id | length) >= 32 and
	.instruments.generator.serial == "0" and
	.instruments.analyzer.driver == "beaglelogic" and
	(.calibration.sha256 | length) == 64 and
	.board.preempt_rt == true and (.limits | length) >= 6'
[ "$(jq -r .rig.config.sha256 "$dossier/dossier.json")" = \
	"$(sha256sum < "$config" | cut -d' ' -f1)" ] ||
	fail "the config's hash is another one"
# A value has its unit; one that is measured has count and U.
expect_json "$dossier/dossier.json" '.requirements[] | select(.id == "PQ-06") |
	.measured[0] | .unit == "ppm" and .count > 48 and .U > 0 and .k == 2'
expect_json "$dossier/dossier.json" '.requirements[] | select(.id == "OQ-06") |
	[.measured[0, 1].value] == [500, 500]'
# Evidence is what is in the folder.
for path in $(jq -r '.requirements[].evidence[]' "$dossier/dossier.json" |
	sort -u); do
	[ -f "$dossier/$path" ] || fail "no evidence $path"
done
jq -S 'del(.folder, .seal)' "$work/told.json" > "$work/a"
jq -S . "$dossier/dossier.json" > "$work/b"
cmp "$work/a" "$work/b" || fail "--json is not the dossier"

(cd "$dossier" && sha256sum --strict --quiet -c SHA256SUMS) ||
	fail "sha256sum does not take SHA256SUMS"
expect_text "$work/text" "$(sha256sum < "$dossier/SHA256SUMS" | cut -d' ' -f1)"

# A dossier that was moved is verified, and its runs are computed again.
mv "$dossier" "$work/moved"
dossier=$work/moved
"$hilrig" qualify --verify "$dossier" --json="$work/verify.json" \
	> "$work/out" 2>&1
expect_status 0 $? "verify: $(cat "$work/out")"
expect_json "$work/verify.json" '.changed == [] and (.runs | length) >= 6 and
	all(.runs[]; .what == "same")'

flip() { # FILE: one bit of its middle
	local middle byte
	middle=$(($(stat -c %s "$1") / 2))
	byte=$(od -An -tu1 -j "$middle" -N 1 "$1")
	printf '%b' "\\0$(printf %o $((byte ^ 1)))" |
		dd of="$1" bs=1 seek="$middle" conv=notrunc 2> /dev/null
}

segment=$(find "$dossier/evidence/runs/run" -name 'segment-*.hil')
flip "$segment"
"$hilrig" qualify --verify "$dossier" > "$work/out" 2>&1
expect_status 3 $? "verify with a changed segment"
expect_text "$work/out" "segment-000001.hil: changed"
expect_text "$work/out" "gives another result"
flip "$segment"
# Whoever changes a result and its hash is found by computing it again.
jq '.lines[0].latency_ns.max += 1' "$dossier/evidence/run.json" > "$work/a"
cp "$dossier/evidence/run.json" "$work/run.json"
cp "$work/a" "$dossier/evidence/run.json"
old=$(sha256sum < "$work/run.json" | cut -d' ' -f1)
new=$(sha256sum < "$work/a" | cut -d' ' -f1)
sed -i "s/$old/$new/" "$dossier/SHA256SUMS"
"$hilrig" qualify --verify "$dossier" > "$work/out" 2>&1
expect_status 3 $? "verify with a changed result"
expect_text "$work/out" "gives another result"
sed -i "s/$new/$old/" "$dossier/SHA256SUMS"
cp "$work/run.json" "$dossier/evidence/run.json"
"$hilrig" qualify --verify "$dossier" > "$work/out" 2>&1
expect_status 0 $? "verify, all put back: $(cat "$work/out")"

# A dossier that is there is not overwritten.
"$hilrig" qualify --config "$config" --output "$dossier" > "$work/out" 2>&1
expect_status 1 $? "qualify into a folder that is there"
expect_text "$work/out" "File exists"
"$hilrig" qualify --verify "$dossier" > "$work/out" 2>&1 ||
	fail "it was changed"

# A record that is due, or of another analyzer, is no calibration.
record=${config%.conf}.calibration.json
cp "$record" "$work/good.json"
recorded() { # FILTER ID TEXT
	jq "$1" "$work/good.json" > "$record"
	rm -rf "$work/part"
	"$hilrig" qualify --config "$config" --only "$2" -D 2s -q \
		--output "$work/part" > "$work/out" 2>&1
	expect_status 3 $? "qualify --only $2"
	expect_text "$work/out" "$3"
}
recorded '.entries.loopback.due_s = 1' IQ-05 "expired"
recorded '.entries.clock.devices[0].model = "other"' IQ-06 "another analyzer"
recorded 'del(.entries.clock)' IQ-06 "never calibrated"
stop_bench
finish
