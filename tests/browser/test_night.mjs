// SPDX-License-Identifier: GPL-3.0-or-later
// Eight hours in fast time: nothing in the page grows.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { drawnBy, Rig, shot, sleep, stateOf, until } from "./rig.mjs";

const SPEED = 1000; // eight hours in 29 s
const HOURS = 8;
const rig = new Rig();
let page, session;

before(async () => {
	await rig.startWriter("--host", "--speed", String(SPEED), "--period", "20000");
	await rig.startBridge("--refresh", "20ms");
	await rig.startBrowser();
	page = await rig.openPage();
	session = await page.context().newCDPSession(page);
	await session.send("Performance.enable");
});

after(() => rig.close());

// After collecting garbage: bytes of the heap, DOM nodes, listeners.
async function measure() {
	for (let i = 0; i < 3; i++)
		await session.send("HeapProfiler.collectGarbage");
	const { metrics } = await session.send("Performance.getMetrics");
	const { usedSize } = await session.send("Runtime.getHeapUsage");
	const value = (name) => metrics.find((m) => m.name === name).value;
	return { bytes: usedSize, nodes: value("Nodes"), listeners: value("JSEventListeners") };
}

test("the page holds its size over a night", async () => {
	await until("RUN", async () => await stateOf(page) === "RUN");
	await sleep(5000);
	const before = await measure();
	const begin = Date.now(), drawn = await drawnBy(page);
	while (Date.now() - begin < HOURS * 3600e3 / SPEED)
		await sleep(500);
	const now = await measure();
	const { quantities: [period] } = await rig.snapshot();
	console.log(`heap ${before.bytes} to ${now.bytes} bytes, nodes ${before.nodes} to ${now.nodes},`,
		`${await drawnBy(page) - drawn} drawings, ${period.all.count} edges`);
	await shot(page, "night");
	assert.ok(period.all.count * 0.02 > HOURS * 3600, "the night was too short");
	assert.ok(now.bytes < before.bytes * 1.1 + 200e3, `heap grew from ${before.bytes} to ${now.bytes}`);
	assert.ok(now.nodes < before.nodes + 100, `nodes grew from ${before.nodes} to ${now.nodes}`);
	assert.equal(now.listeners, before.listeners);
});

// The same for all frames of a night at 20 Hz, without drawing them.
test("curves hold their length over 576,000 frames", async () => {
	const lengths = await page.evaluate(async () => {
		const { Store } = await import("/store.js");
		const store = new Store();
		const tail = (start, n) => ({ start_ns: start * 1e8, column_ns: 1e8,
			count: Array(n).fill(5), min_ns: Array(n).fill(1), avg_ns: Array(n).fill(2), max_ns: Array(n).fill(3) });
		const view = (columns) => ({ mono_ns: 0, wall_ns: 0, quantities: [{ name: "period", witness: "IST", columns }] });
		let gaps = 0;
		store.full(view(tail(0, 400)));
		for (let frame = 0; frame < 576000; frame++)
			gaps += store.frame(view(tail(387 + (frame >> 1), 13)));
		const { columns } = store.curve({ name: "period", witness: "IST" });
		return { gaps, start: columns.start_ns / 1e8, all: [columns.count.length, columns.min_ns.length, columns.avg_ns.length, columns.max_ns.length] };
	});
	// The last tail begins at 387 + 287,999 and has 13 columns.
	assert.deepEqual(lengths, { gaps: 0, start: 387 + 287999 + 13 - 400, all: [400, 400, 400, 400] });
});
