// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame costs the page: time of all tasks on its main thread, divided
// by the frames drawn, at 50 ms refresh with five quantities.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { drawnBy, Rig, sleep, stateOf, until } from "./rig.mjs";

const LIMIT_MS = 8;
const rig = new Rig();

before(async () => {
	await rig.startWriter("--host");
	await rig.startBridge();
	await rig.startBrowser();
});

after(() => rig.close());

test("main-thread time a frame", async () => {
	const page = await rig.openPage();
	const session = await page.context().newCDPSession(page);
	await session.send("Performance.enable");
	const taskMs = async () => {
		const { metrics } = await session.send("Performance.getMetrics");
		return metrics.find((m) => m.name === "TaskDuration").value * 1000;
	};
	await until("RUN", async () => await stateOf(page) === "RUN");
	await sleep(5000);
	const [time, drawn] = [await taskMs(), await drawnBy(page)];
	await sleep(10000);
	const frames = await drawnBy(page) - drawn;
	const each = (await taskMs() - time) / frames;
	console.log(`web: page: ${each.toFixed(2)} ms of the main thread a frame over ${frames} frames`,
		`(limit ${LIMIT_MS} ms, ratio ${(each / LIMIT_MS).toFixed(2)})`);
	assert.ok(frames > 0 && each <= LIMIT_MS);
});
