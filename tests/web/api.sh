#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the bridge tells programs: JSON, CSV, metrics that promtool and a
# Prometheus accept, health, and the header lines of every answer.

# shellcheck disable=SC2317,SC2016 # functions called by name; awk's own $
set -euo pipefail

for need in curl jq promtool prometheus; do
	command -v "$need" > /dev/null && continue
	echo "skipped: $need is not installed (.ci/setup.sh test)"
	exit 77
done
work=$(mktemp -d)
writer='' bridge='' prometheus='' failed=0

end() { # PID
	[ -z "$1" ] || { kill "$1" && wait "$1"; } 2> /dev/null || :
}
clean_up() {
	end "$prometheus"
	end "$bridge"
	end "$writer"
	rm -rf "$work"
}
trap clean_up EXIT

wait_for() { # SECONDS COMMAND...
	local i tries=$(($1 * 20))
	shift
	for ((i = 0; i < tries; i++)); do
		"$@" > /dev/null 2>&1 && return
		sleep 0.05
	done
	echo "not within the time: $*"
	exit 1
}

# expect WHAT COMMAND...
expect() {
	local what=$1
	shift
	"$@" > "$work/output" 2>&1 && return
	echo "not so: $what"
	head -n 20 "$work/output"
	failed=1
}

"$HIL_BUILD/tests/fake_writer" --socket "$work/s" --host &
writer=$!
wait_for 30 test -S "$work/s"
"$HIL_BUILD/hilrig-gui" web --socket "$work/s" --listen :0 \
	--stats "$work/stats" 2> "$work/log" &
bridge=$!
wait_for 30 grep -o 'http:.*[0-9]' "$work/log"
url=$(grep -o 'http:.*[0-9]' "$work/log")

get() { # PATH [CURL OPTION...]
	local path=$1
	shift
	curl -sS -m 20 "$@" "$url$path"
}

values() { get /api/v1/snapshot | jq -e '.quantities[0].all.count > 100'; }
wait_for 30 values
expect 'IPv6 answers, too' curl -sS -m 20 "http://[::1]:${url##*:}/healthz"

get /api/v1/snapshot > "$work/snapshot"
expect 'the schema' jq -e '.schema == "hilrig-view-1"' "$work/snapshot"
expect 'five quantities in order' jq -e '[.quantities[].name] ==
	["period", "wake-up", "latency", "delivery", "write"]' \
	"$work/snapshot"
expect 'at most 400 columns' jq -e \
	'[.quantities[].columns.count | length] | max <= 400' "$work/snapshot"

get '/api/v1/series?quantity=latency&witness=analyzer&span_s=10&columns=50' \
	> "$work/series"
expect 'columns of equal length' jq -e '[.count, .min_ns, .avg_ns, .max_ns]
	| map(length) | max == min and max <= 50' "$work/series"
expect 'minimum <= average <= maximum' jq -e '[.min_ns, .avg_ns, .max_ns]
	| transpose | map(select(.[0] != null))
	| length > 0 and all(.[0] <= .[1] and .[1] <= .[2])' "$work/series"
get '/api/v1/series?quantity=period&format=csv' > "$work/csv"
expect 'five fields a line' awk -F, 'NF != 5 { exit 1 } END { exit NR < 10 }' \
	"$work/csv"

refresh() { # MS
	get /api/v1/refresh -H "Origin: $url" --json "{\"refresh_ms\": $1}"
}
expect 'another refresh' jq -e '.refresh_ms == 200' <(refresh 200)
is_200() { get /api/v1/snapshot | jq -e '.front.refresh_ns == 200000000'; }
wait_for 10 is_200

report() { # PAGE FRAMES
	get /api/v1/report -H "Origin: $url" --json "{\"page\": \"$1\",
		\"frames_drawn\": $2, \"frames_skipped\": 0,
		\"frames_missed\": 0, \"drawing_ns\": 5, \"longest_frame_ns\": 3,
		\"collections_seen\": 4, \"heap_bytes\": null,
		\"heap_peak_bytes\": null}"
}
expect 'a report is wanted again' jq -e '.every_ms == 1000' <(report a 1)
expect 'a second one' jq -e '.every_ms == 1000' <(report a 10)
expect 'one of another page' jq -e '.every_ms == 1000' <(report b 20)

get /metrics > "$work/text"
expect 'promtool accepts the metrics' promtool check metrics < "$work/text"
expect 'unknown counters are left out' \
	awk '/^hilrig_spurious/ { exit 1 }' "$work/text"
expect 'the maximum' grep -q '^hilrig_max_seconds{quantity="latency"' \
	"$work/text"
get /metrics -H 'Accept: application/openmetrics-text' > "$work/open"
expect 'OpenMetrics ends as it must' test "$(tail -n 1 "$work/open")" = '# EOF'

cat > "$work/prometheus.yml" <<-EOF
	global: { scrape_interval: 1s }
	scrape_configs:
	  - { job_name: rig, static_configs: [{ targets: ["${url#http://}"] }] }
EOF
port=$((20000 + $$ % 20000))
prometheus --config.file="$work/prometheus.yml" --log.level=error \
	--storage.tsdb.path="$work/data" \
	--web.listen-address="127.0.0.1:$port" > "$work/prometheus.log" 2>&1 &
prometheus=$!
scraped() {
	curl -sS -m 5 "127.0.0.1:$port/api/v1/query?query=hilrig_events_total" |
		jq -e '.data.result[0].value[1] | tonumber > 100'
}
wait_for 60 scraped

get / -D "$work/header" > /dev/null
for line in "content-security-policy: default-src 'self'" \
	'x-content-type-options: nosniff' 'cache-control: no-cache'; do
	expect "$line" grep -qi "^$line" "$work/header"
done
expect 'no CORS' awk 'tolower($0) ~ /^access-control/ { exit 1 }' "$work/header"
etag=$(awk 'tolower($1) == "etag:" { print $2 }' "$work/header" | tr -d '\r')
expect 'a page that is known is not sent again' test \
	"$(get / -o /dev/null -w '%{http_code}' -H "If-None-Match: $etag")" = 304
expect 'HEAD has a header and nothing else' test \
	"$(get /main.js -I -o /dev/null -w '%{http_code}')" = 200

expect 'health with a writer' test \
	"$(get /healthz -o /dev/null -w '%{http_code}')" = 200
kill -KILL $writer
wait $writer 2> /dev/null || :
writer=
is_503() { [ "$(get /healthz -o /dev/null -w '%{http_code}')" = 503 ]; }
wait_for 10 is_503
expect 'health says why' jq -e '.live == false and .reason != ""' \
	<(get /healthz)

end "$bridge"
bridge=
expect 'the statistics have the newest report of each page' jq -e \
	'.runtime | .pages == 2 and .page_frames_drawn == 30 and
	.page_collections_seen == 8 and .page_heap_in_use_bytes == null and
	.streams_peak == 0' "$work/stats"

[ $failed -eq 0 ] && echo "the API tells what it should"
exit $failed
