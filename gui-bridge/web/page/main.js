// SPDX-License-Identifier: GPL-3.0-or-later
// Ties stream, store, plots and controls together.

import { frameTook, showBrowser, tellBridge } from "/browser.js";
import { askToken, see, showRefresh, startControls, zoomBy } from "/controls.js";
import { showPanels } from "/panels.js";
import { QuantityCard } from "/quantity.js";
import { saveCsv, savePng } from "/save.js";
import { Store } from "/store.js";
import { ask, setToken, Stream } from "/stream.js";
import { showSummary } from "/summary.js";
import { put } from "/text.js";
import { startTheme } from "/theme.js";

const PANELS_MS = 200; // nobody reads numbers faster
const WORDS_MS = 1000;

const $ = (id) => document.getElementById(id);
const live = new Store(); // what the stream says
const long = new Store(); // a longer span, asked for now and then
const cards = new Map();
const page = { drawn: 0, skipped: 0, missed: 0, cost_ms: 0, id: 0 };
let pending = false, asking = false;
let panelsAt = 0, wordsAt = 0, longAt = 0;

function store() {
	return see.span_s ? long : live;
}

function notice(text, mood = "bad") {
	$("notice").hidden = text === "";
	$("notice").className = mood;
	put($("notice"), text);
}

function spanOf() {
	const [curve] = store().curves.values();
	return curve ? curve.columns.count.length * curve.columns.column_ns / 1e9 : 40;
}

function cardOf(quantity, place) {
	const key = `${quantity.name} ${quantity.witness}`;
	if (!cards.has(key))
		cards.set(key, new QuantityCard($("quantities"), quantity, see, {
			zoom: (zoom) => controls.setZoom(zoom),
			zoomBy: (factor) => controls.setZoom(zoomBy(factor, spanOf())),
			pause: () => controls.pause(),
		}));
	const card = cards.get(key);
	if ($("quantities").children[place] !== card.element)
		$("quantities").insertBefore(card.element, $("quantities").children[place] ?? null);
	return card;
}

function drop(wanted) {
	for (const [key, card] of cards) {
		if (wanted.has(key))
			continue;
		card.element.remove();
		cards.delete(key);
	}
}

function shown() {
	return [...cards.values()].filter((card) => card.curve).map((card) => card.sight());
}

function drawPlots(view) {
	drop(new Set(view.quantities.map((q) => `${q.name} ${q.witness}`)));
	view.quantities.forEach((quantity, i) => {
		const curve = store().curve(quantity);
		curve.bars ??= live.curve(quantity).bars;
		if (curve.bars)
			cardOf(quantity, i).draw(curve, quantity);
	});
}

function drawNumbers(view, now) {
	if (now - panelsAt >= PANELS_MS) {
		panelsAt = now;
		showPanels(view, page);
		showBrowser($("browser"), page);
		showRefresh(view.front.refresh_ns / 1e6);
		put($("span-live"), `${view.span_ns / 1e9} s, live`);
		for (const card of cards.values())
			card.show();
	}
	if (now - wordsAt >= WORDS_MS) {
		wordsAt = now;
		showSummary(view, shown());
	}
}

// One drawing for however many frames came since the last one.
function draw() {
	pending = false;
	const { view } = live;
	if (!view || see.paused)
		return;
	const begin = performance.now();
	page.drawn++;
	drawPlots(view);
	drawNumbers(view, begin);
	const cost = performance.now() - begin;
	page.cost_ms += (cost - page.cost_ms) / 16;
	frameTook(cost);
	document.body.dataset.drawn = page.drawn;
}

function schedule() {
	if (pending) {
		page.skipped++;
		return;
	}
	pending = true;
	requestAnimationFrame(draw);
}

function tellWriter(view) {
	if (view.live)
		notice("");
	else if (view.attached)
		notice(`The real-time side is not there: ${view.reason}. These are its last values.`);
	else
		notice(`Nothing to show: ${view.reason}`);
}

// Everything again: after a hole, a pause or another run.
async function refill() {
	if (asking)
		return;
	asking = true;
	try {
		const answer = await ask("/api/v1/snapshot");
		if (answer.ok)
			live.full(await answer.json());
	} catch {
		// the stream will say that the bridge is gone
	}
	asking = false;
}

async function askLong(now) {
	if (!see.span_s || asking || now - longAt < 2000)
		return;
	asking = true;
	longAt = now;
	try {
		for (const quantity of live.view.quantities) {
			const query = new URLSearchParams({ quantity: quantity.name, witness: quantity.witness, span_s: see.span_s });
			const answer = await ask(`/api/v1/series?${query}`);
			if (!answer.ok)
				continue;
			const series = await answer.json();
			const curve = long.curve(quantity);
			curve.set(series);
			curve.align(live.view);
			curve.bars = live.curve(quantity).bars;
		}
	} catch {
		// the stream will say that the bridge is gone
	}
	asking = false;
}

function take(event) {
	const view = JSON.parse(event.data);
	const another = live.view && live.view.generation !== view.generation;
	if (!live.view || another || live.view.live !== view.live || live.view.state !== view.state)
		panelsAt = wordsAt = 0;
	if (event.name === "full") {
		live.full(view);
		tellBridge(page);
	} else {
		page.missed += Math.max(event.id - page.id - 1, 0);
		if (see.paused)
			live.view = view;
		else if ((live.frame(view) || another) && view.attached)
			refill();
	}
	page.id = event.id;
	stream.expect(view.front.refresh_ns / 1e6);
	tellWriter(view);
	askLong(performance.now());
	schedule();
}

const controls = startControls({
	spanOf,
	say: (text) => notice(text, "warn"),
	savePng: () => live.view && savePng(live.view, [...cards.values()].map((card) =>
		({ title: card.title, canvases: card.canvases() }))),
	saveCsv: () => live.view && saveCsv(live.view, shown()),
	changed: async (what) => {
		longAt = 0;
		panelsAt = wordsAt = 0;
		if (what === "pause" && !see.paused)
			await refill();
		for (const card of cards.values())
			card.redraw();
		schedule();
	},
});

const stream = new Stream({
	event: take,
	lost: (reason) => {
		put($("state"), "NO BRIDGE");
		$("state").className = "pill bad";
		notice(`${reason[0].toUpperCase()}${reason.slice(1)}. Trying to connect again; what is shown is old.`);
	},
	token: async () => setToken(await askToken()),
});

startTheme($("theme"), () => {
	for (const card of cards.values())
		card.redraw();
});
stream.run();
