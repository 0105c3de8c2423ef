// SPDX-License-Identifier: GPL-3.0-or-later
// The page shows the numbers of the view's JSON, as the terminal does in
// tests/system/gui_same.sh. The writer has written all, so they stand still.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { Rig, sleep, stateOf, until } from "./rig.mjs";

const rig = new Rig();
let page, view;

before(async () => {
	await rig.startWriter("--host", "--hold", "--events", "5000");
	await rig.startBridge();
	await rig.startBrowser();
	page = await rig.openPage();
	await until("WAITING", async () => await stateOf(page) === "WAITING");
	await sleep(1500);
	view = JSON.parse(execFileSync(join(process.env.HIL_BUILD, "hilrig-gui"), ["--json", "--socket", rig.socket]));
});

after(() => rig.close());

const us = (ns) => (ns / 1000).toFixed(3);
const texts = (selector) => page.locator(selector).allTextContents();
const cells = (id) => page.evaluate((id) => [...document.getElementById(id).rows].map((row) =>
	[...row.cells].map((cell) => cell.textContent)), id);

async function pairs(selector) {
	const [names, values] = [await texts(`${selector} dt`), await texts(`${selector} dd`)];
	return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}

test("each quantity has the numbers of the view, in its order", async () => {
	assert.deepEqual(await texts("article h2"),
		view.quantities.map((q) => `${q.name}, µsby the ${q.witness}`));
	for (const [i, q] of view.quantities.entries()) {
		const shown = await pairs(`article.quantity:nth-of-type(${i + 1}) .figures`);
		assert.equal(shown.average, us(q.all.avg_ns));
		assert.equal(shown.minimum, us(q.all.min_ns));
		assert.equal(shown.maximum, us(q.all.max_ns));
		assert.equal(shown["last second"], `${us(q.last.min_ns)} – ${us(q.last.max_ns)}`);
		assert.equal(shown.p50, us(q.p50_ns));
		assert.equal(shown.p99, us(q.p99_ns));
		assert.equal(shown["p99.9"], us(q.p999_ns));
		assert.equal(shown["σ"], us(q.deviation_ns));
		assert.equal(shown.values, q.all.count.toLocaleString("en"));
	}
	assert.equal(view.quantities[1].all.count, 5000);
});

test("counters, verdict, witnesses and the worst ten as well", async () => {
	assert.deepEqual(await pairs("#counters"), Object.fromEntries(view.counters.map((c) =>
		[c.name, c.value === null ? "unknown" : c.value.toLocaleString("en")])));
	assert.equal(await page.locator("#verdict").textContent(), view.verdict);
	assert.deepEqual(await texts("#reasons li"), view.reasons);
	assert.match(await page.locator("#uncertainty").textContent(), /U = 0\.816 µs .*, legs within 3\.100 µs$/);
	assert.deepEqual(await texts("#witnesses dt"), view.witnesses.map((w) => w.name));
	assert.deepEqual(await cells("worst"), view.worst.map((w) =>
		[us(w.value_ns), w.name, w.witness, w.at, w.event.toLocaleString("en")]));
	assert.equal((await cells("worst")).length, 10);
});
