// SPDX-License-Identifier: GPL-3.0-or-later
// What showing it costs this browser: frames, memory, collections. Nobody else
// can count that. A bridge that keeps statistics is told.

import { ask } from "/stream.js";
import { count, put } from "/text.js";

const MIB = 1024 * 1024;

const page = [...crypto.getRandomValues(new Uint8Array(8))]
	.map((byte) => byte.toString(16).padStart(2, "0")).join("");
const own = { drawing_ms: 0, longest_ms: 0, collections: null, heapPeak: null };
let timer = null;

// A sentinel is an object that nobody holds. The collector that takes it away
// says so, and another one is left.
const registry = "FinalizationRegistry" in globalThis ? new FinalizationRegistry(() => {
	own.collections++;
	leaveSentinel();
}) : null;

function leaveSentinel() {
	registry.register({}, null);
}

// Only Chromium tells, and how exactly is its own affair.
function heapBytes() {
	const bytes = performance.memory?.usedJSHeapSize ?? null;
	if (bytes !== null)
		own.heapPeak = Math.max(own.heapPeak ?? 0, bytes);
	return bytes;
}

export function frameTook(ms) {
	own.drawing_ms += ms;
	own.longest_ms = Math.max(own.longest_ms, ms);
}

export function showBrowser(element, { drawn }) {
	const heap = heapBytes();
	put(element, `This browser: ${count(drawn)} frames, the longest ${own.longest_ms.toFixed(1)} ms; ` +
		`heap ${heap === null ? "unknown" : `about ${(heap / MIB).toFixed(1)} MiB`}; ` +
		`collections seen ${count(own.collections)}.`);
}

function report({ drawn, skipped, missed }) {
	return {
		page,
		frames_drawn: drawn,
		frames_skipped: skipped,
		frames_missed: missed,
		drawing_ns: Math.round(own.drawing_ms * 1e6),
		longest_frame_ns: Math.round(own.longest_ms * 1e6),
		collections_seen: own.collections,
		heap_bytes: heapBytes(),
		heap_peak_bytes: own.heapPeak,
	};
}

// Once to each bridge, and again as often as it asks for.
export async function tellBridge(frames) {
	clearTimeout(timer);
	try {
		const answer = await ask("/api/v1/report", {
			method: "POST", body: JSON.stringify(report(frames)),
			headers: { "Content-Type": "application/json" },
		});
		const { every_ms } = answer.ok ? await answer.json() : { every_ms: 0 };
		if (every_ms > 0) {
			clearTimeout(timer);
			timer = setTimeout(() => tellBridge(frames), every_ms);
		}
	} catch {
		// the stream will say that the bridge is gone, and begin again
	}
}

if (registry) {
	own.collections = 0;
	leaveSentinel();
}
