// SPDX-License-Identifier: GPL-3.0-or-later
// A bridge with a token: the page asks for it and keeps it out of addresses.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { Rig, shot, stateOf, until } from "./rig.mjs";

const TOKEN = "abcdefghijklmnop0123";
const rig = new Rig();

before(async () => {
	const file = join(rig.folder, "token");
	writeFileSync(file, `${TOKEN}\n`, { mode: 0o600 });
	await rig.startWriter();
	await rig.startBridge("--token-file", file);
	await rig.startBrowser();
});

after(() => rig.close());

test("the page asks for the token until it is right", async () => {
	const page = await rig.openPage();
	const asked = [];
	page.on("request", (request) => asked.push(request.url()));
	for (const text of ["wrong", TOKEN]) {
		await until("the question", () => page.locator("#token-dialog").isVisible());
		await shot(page, "token");
		await page.locator("#token").fill(text);
		await page.keyboard.press("Enter");
		await until("it closes", async () => await page.locator("#token").inputValue() === "");
	}
	await until("RUN", async () => await stateOf(page) === "RUN");
	assert.ok(asked.every((url) => !url.includes(TOKEN)));
	await page.reload();
	await until("RUN after a reload", async () => await stateOf(page) === "RUN");
});
