// SPDX-License-Identifier: GPL-3.0-or-later
// The page as a user sees it, in one browser and in order.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, before } from "node:test";
import { axePath, drawnBy, Rig, shot, sleep, stateOf, until, valueOf } from "./rig.mjs";

const rig = new Rig();
let page;

before(async () => {
	await rig.startWriter("--host");
	await rig.startBridge();
	await rig.startBrowser();
	page = await rig.openPage();
});

after(() => rig.close());

async function download(button) {
	const [file] = await Promise.all([page.waitForEvent("download"), page.locator(button).click()]);
	return readFileSync(await file.path());
}

async function curveRows() {
	const text = (await download("#save-csv")).toString();
	return text.split("\r\n").filter((line) => line.startsWith("curve_s,period"));
}

async function seriousFindings(page) {
	await page.evaluate(readFileSync(axePath, "utf8"));
	const { violations } = await page.evaluate(() => window.axe.run());
	return violations.filter((v) => ["serious", "critical"].includes(v.impact))
		.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(", ")}`);
}

test("the page is live", async () => {
	await until("RUN", async () => await stateOf(page) === "RUN");
	const first = await valueOf(page, "counters", "events");
	await until("more events", async () => await valueOf(page, "counters", "events") !== first);
	assert.equal(await page.locator("article.quantity").count(), 5);
	assert.match(await page.locator("#verdict").textContent(), /DEGRADED/);
	assert.match(await page.locator("#reasons").textContent(), /calibration/);
	assert.match(await page.locator("#uncertainty").textContent(), /U = 0.816 µs/);
	await sleep(4000);
	await shot(page, "live-light");
});

// The noise has 1,000 steps, so the smallest latency soon stays the same.
test("the page shows the numbers of the bridge", async () => {
	await until("the same minimum", async () => {
		const latency = (await rig.snapshot()).quantities.find((q) => q.name === "latency");
		const words = await page.locator("#summary-text").textContent();
		return words.includes(`from ${(latency.all.min_ns / 1000).toFixed(3)} to`);
	});
});

test("what nobody knows is unknown, not 0", async () => {
	assert.equal(await valueOf(page, "counters", "missed"), "0");
	assert.equal(await valueOf(page, "counters", "spurious"), "unknown");
});

test("another refresh takes effect while it runs", async () => {
	await page.locator("#refresh").selectOption("500");
	await until("500 ms", async () => (await rig.snapshot()).front.refresh_ns === 500e6);
	await until("the page says so", async () => await valueOf(page, "frames", "refresh") === "500 ms");
	const other = await rig.openPage();
	await until("another page shows it", async () => await other.locator("#refresh").inputValue() === "500");
	await other.context().close();
	await page.locator("#refresh").selectOption("50");
	await until("50 ms", async () => (await rig.snapshot()).front.refresh_ns === 50e6);
});

test("pause keeps the picture, resume goes on", async () => {
	await page.locator("#pause").click();
	await sleep(200);
	const drawn = await drawnBy(page);
	const words = await page.locator("#summary-text").textContent();
	await sleep(1500);
	assert.equal(await drawnBy(page), drawn);
	assert.equal(await page.locator("#summary-text").textContent(), words);
	await page.locator("#pause").click();
	await until("drawing goes on", async () => await drawnBy(page) > drawn);
});

test("dragging zooms, all plots together; reset shows all", async () => {
	const all = (await curveRows()).length;
	const plot = page.locator("article.quantity .u-over").first();
	const box = await plot.boundingBox();
	await page.mouse.move(box.x + box.width * 0.7, box.y + 50);
	await page.mouse.down();
	await page.mouse.move(box.x + box.width * 0.95, box.y + 60, { steps: 5 });
	await page.mouse.up();
	assert.equal(await page.locator("#zoom-reset").isDisabled(), false);
	const part = (await curveRows()).length;
	assert.ok(part > 0 && part < all * 0.4, `${part} of ${all} columns`);
	await page.locator("#scale").selectOption("seen");
	await sleep(300);
	await shot(page, "zoom");
	await page.locator("#scale").selectOption("all");
	await plot.dblclick();
	assert.equal(await page.locator("#zoom-reset").isDisabled(), true);
	await page.locator("#zoom-in").click();
	assert.ok((await curveRows()).length < all * 0.6);
	await page.locator("#zoom-reset").click();
	assert.ok((await curveRows()).length >= all - 1);
});

test("the cursor tells a column, by pointer and by key", async () => {
	const readout = page.locator(".readout").first();
	const box = await page.locator("article.quantity .u-over").first().boundingBox();
	await page.mouse.move(box.x + box.width * 0.99, box.y + 40);
	await until("a value", async () => /: min /.test(await readout.textContent()));
	const plot = page.locator(".plot").first();
	await plot.focus();
	await page.keyboard.press("Home");
	const first = await readout.textContent();
	await page.keyboard.press("ArrowRight");
	assert.notEqual(await readout.textContent(), first);
	await page.keyboard.press("+");
	assert.equal(await page.locator("#zoom-reset").isDisabled(), false);
	await page.keyboard.press("0");
	assert.equal(await page.locator("#zoom-reset").isDisabled(), true);
	await page.mouse.move(5, 5);
});

test("PNG and CSV hold what is seen", async () => {
	const png = await download("#save-png");
	assert.equal(png.subarray(1, 4).toString(), "PNG");
	assert.ok(png.readUInt32BE(16) > 300 && png.readUInt32BE(20) > 600);
	const rows = (await curveRows()).map((line) => line.split(","));
	const filled = rows.filter((row) => Number(row[5]) > 0);
	assert.ok(filled.length > 10);
	for (const [, , , , , , min, avg, max] of filled)
		assert.ok(Number(min) <= Number(avg) && Number(avg) <= Number(max));
});

test("a longer span comes from coarser windows", async () => {
	await page.locator("#span").selectOption("3600");
	await until("wide columns", async () => {
		const [row] = await curveRows();
		const [, , , from, to] = (row ?? "").split(",");
		return to - from >= 5;
	});
	await shot(page, "span-1h");
	await page.locator("#span").selectOption("0");
});

test("the data table is there for who does not look", async () => {
	await page.locator("#data summary").click();
	await until("rows", async () => await page.locator("#data-rows tr").count() >= 20);
	await shot(page, "table");
	await page.locator("#data summary").click();
});

test("a writer that dies is said, one that comes back is followed", async () => {
	const { generation } = await rig.snapshot();
	await rig.endWriter("SIGKILL");
	await until("STALE", async () => await stateOf(page) === "STALE");
	assert.match(await page.locator("#notice").textContent(), /not there/);
	assert.match(await page.locator("#witnesses").textContent(), /died/);
	await shot(page, "writer-died");
	await rig.startWriter("--host");
	await until("RUN", async () => await stateOf(page) === "RUN");
	assert.equal(await page.locator("#notice").isHidden(), true);
	assert.notEqual((await rig.snapshot()).generation, generation);
	await until("the curve begins anew", async () => (await curveRows()).filter((row) => row.split(",")[5] > 0).length < 100);
});

test("a bridge that ends is said, the page connects again", async () => {
	await rig.endBridge("SIGKILL");
	await until("NO BRIDGE", async () => await stateOf(page) === "NO BRIDGE");
	await shot(page, "bridge-ended");
	await rig.startBridge();
	await until("RUN", async () => await stateOf(page) === "RUN");
	assert.equal(await page.locator("#notice").isHidden(), true);
});

test("a bridge that hangs is said as well", async () => {
	rig.bridge.kill("SIGSTOP");
	await until("NO BRIDGE", async () => await stateOf(page) === "NO BRIDGE");
	rig.bridge.kill("SIGCONT");
	await until("RUN", async () => await stateOf(page) === "RUN");
});

test("a page without a writer says what it waits for", async () => {
	await rig.endWriter();
	await until("the end", async () => await stateOf(page) !== "RUN");
	await shot(page, "writer-closed");
	await rig.endBridge();
	await rig.startBridge();
	await until("NO WRITER", async () => await stateOf(page) === "NO WRITER");
	await shot(page, "no-writer");
	await rig.startWriter();
	await until("RUN", async () => await stateOf(page) === "RUN");
	await until("two plots", async () => await page.locator("article.quantity").count() === 2);
	await until("unknown", async () => await valueOf(page, "counters", "matched") === "unknown");
	await shot(page, "board-only");
});

test("axe finds nothing serious, light, dark and on a phone", async () => {
	const variants = { dark: { colorScheme: "dark" }, phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } };
	assert.deepEqual(await seriousFindings(page), []);
	for (const [name, options] of Object.entries(variants)) {
		const other = await rig.openPage(options);
		await until("RUN", async () => await stateOf(other) === "RUN");
		await sleep(2000);
		await shot(other, name);
		assert.deepEqual(await seriousFindings(other), [], name);
		const [wide, seen] = await other.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
		assert.ok(wide <= seen, `${name}: ${wide} px wide in ${seen}`);
		await other.context().close();
	}
});

test("no script of the page failed and none was kept out", () => {
	assert.deepEqual(rig.errors, []);
});
