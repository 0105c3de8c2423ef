// SPDX-License-Identifier: GPL-3.0-or-later
// A made-up writer, the bridge, and a browser with a new profile.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const build = process.env.HIL_BUILD;
const modules = createRequire(join(process.env.HIL_NODE, "package.json"));
const { chromium } = modules("playwright-core");

export const axePath = modules.resolve("axe-core/axe.min.js");
export const shots = join(build, "browser");
mkdirSync(shots, { recursive: true });

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// Waits until check() is true; what it waits for is in the error.
export async function until(what, check, seconds = 30) {
	for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50))
		if (await check())
			return;
	throw new Error(`not within ${seconds} s: ${what}`);
}

// Ends a child and waits for its end.
function end(child, signal) {
	if (!child || child.exitCode !== null || child.signalCode !== null)
		return Promise.resolve();
	return new Promise((done) => {
		child.once("exit", done);
		child.kill(signal);
		child.kill("SIGCONT");
	});
}

export class Rig {
	constructor() {
		this.folder = mkdtempSync(join(tmpdir(), "hilrig-page-"));
		this.socket = join(this.folder, "s");
		this.port = 0;
	}

	async startWriter(...options) {
		this.writer = spawn(join(build, "tests/fake_writer"),
			["--socket", this.socket, ...options], { stdio: "inherit" });
		await until("the writer's socket", () => existsSync(this.socket));
	}

	endWriter(signal = "SIGTERM") {
		return end(this.writer, signal);
	}

	async startBridge(...options) {
		this.bridge = spawn(join(build, "hilrig-gui"),
			["web", "--socket", this.socket, "--listen", `:${this.port}`, ...options],
			{ stdio: ["ignore", "inherit", "pipe"] });
		let said = "";
		this.bridge.stderr.on("data", (text) => said += text);
		await until("the bridge's address", () => /http:\S+:\d+/.test(said) || this.bridge.exitCode !== null);
		this.url = said.match(/http:\S+/)?.[0];
		if (!this.url)
			throw new Error(`the bridge did not start: ${said}`);
		this.port = Number(this.url.match(/:(\d+)/)[1]);
	}

	endBridge(signal = "SIGTERM") {
		return end(this.bridge, signal);
	}

	async startBrowser() {
		this.browser = await chromium.launch({
			executablePath: process.env.HIL_CHROMIUM,
			args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
				"--disable-component-update", "--disable-sync", "--js-flags=--expose-gc"],
		});
	}

	// A page whose errors fail the test; expected ones are named.
	async openPage(options = {}) {
		const context = await this.browser.newContext({ viewport: { width: 1600, height: 1250 }, acceptDownloads: true, ...options });
		const page = await context.newPage();
		this.errors ??= [];
		page.on("pageerror", (error) => this.errors.push(error.stack));
		page.on("console", (line) => {
			if (/Content Security Policy|SyntaxError|TypeError/.test(line.text()))
				this.errors.push(line.text());
		});
		await page.goto(this.url);
		return page;
	}

	async snapshot() {
		return (await fetch(`${this.url}api/v1/snapshot`)).json();
	}

	async close() {
		await this.browser?.close();
		await this.endBridge();
		await this.endWriter();
		rmSync(this.folder, { recursive: true, force: true });
	}
}

export const shot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });

export const stateOf = (page) => page.locator("#state").textContent();

export const drawnBy = async (page) => Number(await page.evaluate(() => document.body.dataset.drawn));

// The term's value in one of the lists.
export async function valueOf(page, list, name) {
	return page.evaluate(([id, wanted]) => {
		const term = [...document.querySelectorAll(`#${id} dt`)].find((dt) => dt.textContent === wanted);
		return term?.nextElementSibling.textContent;
	}, [list, name]);
}
