// SPDX-License-Identifier: GPL-3.0-or-later
// What the page says of its browser, to who looks at it and to the bridge.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { drawnBy, Rig, shot, sleep, until } from "./rig.mjs";

const rig = new Rig();
const stats = join(rig.folder, "stats");
let page, reports = 0;

const words = () => page.locator("#browser").textContent();
const collections = async () => Number((await words()).match(/collections seen (\d+)/)?.[1]);

function count(page) {
	page.on("request", (request) => reports += request.url().endsWith("/api/v1/report") ? 1 : 0);
}

before(async () => {
	await rig.startWriter("--host");
	await rig.startBridge();
	await rig.startBrowser();
	page = await rig.openPage();
	count(page);
});

after(() => rig.close());

test("the page says what it costs its browser", async () => {
	await until("frames", async () => /This browser: [1-9]\d* frames/.test(await words()));
	assert.match(await words(), /the longest \d+\.\d ms; heap about \d+\.\d MiB;/);
});

// A sentinel is finalized some time after the collection that found it.
test("a collection is seen", async () => {
	const before = await collections();
	await until("one more", async () => {
		await page.evaluate(() => gc());
		return await collections() > before;
	});
});

test("a bridge that keeps no statistics is not told again", async () => {
	const before = reports;
	const drawn = await drawnBy(page);
	await sleep(2500);
	assert.ok(await drawnBy(page) > drawn);
	assert.equal(reports, before);
});

test("one that keeps them is told every second", async () => {
	await rig.endBridge();
	const before = reports;
	await rig.startBridge("--stats", stats);
	await until("four reports", () => reports >= before + 4);
	const other = await rig.openPage();
	await until("frames", async () => await drawnBy(other) > 5);
	await sleep(1500);
	const shown = { collections: await collections(), drawn: await drawnBy(page) };
	await shot(page, "report");
	await rig.endBridge();
	const { runtime } = JSON.parse(readFileSync(stats));
	assert.equal(runtime.pages, 2);
	assert.equal(runtime.streams_peak, 2);
	assert.ok(runtime.page_frames_drawn > 20 && runtime.page_frames_drawn < 10 * shown.drawn);
	assert.ok(runtime.page_collections_seen >= 1);
	assert.ok(runtime.page_heap_peak_bytes > 1e6 && runtime.page_heap_in_use_bytes > 1e6);
	assert.ok(runtime.page_frame_longest_ns > 1e5 && runtime.page_drawing_time_ns > runtime.page_frame_longest_ns);
	assert.deepEqual(rig.errors, []);
});
