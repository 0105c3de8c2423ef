// SPDX-License-Identifier: GPL-3.0-or-later
// Everything beside the plots. Rows are made once and then only written to.

import { age, count, make, put, us } from "/text.js";

const $ = (id) => document.getElementById(id);

function rows(parent, wanted, fresh) {
	while (parent.children.length > wanted)
		parent.lastElementChild.remove();
	while (parent.children.length < wanted)
		parent.append(fresh());
	return parent.children;
}

// A list of terms and values; value null is "unknown", never 0.
function list(parent, pairs) {
	const items = rows(parent, pairs.length * 2, () => make(parent.children.length % 2 ? "dd" : "dt"));
	pairs.forEach(([name, value], i) => {
		put(items[2 * i], name);
		put(items[2 * i + 1], value ?? "unknown");
		items[2 * i + 1].classList.toggle("unknown", value === null || value === "unknown");
	});
}

function table(parent, lines, numeric) {
	const items = rows(parent, lines.length, () => make("tr"));
	lines.forEach((line, i) => {
		const cells = rows(items[i], line.length, () =>
			make("td", numeric.includes(items[i].children.length) ? "n" : ""));
		line.forEach((text, j) => put(cells[j], text));
	});
}

export function mood(verdict) {
	return { VALID: "good", DEGRADED: "warn", INVALID: "bad" }[verdict] ?? "";
}

function showVerdict(view) {
	put($("verdict"), view.verdict === "none yet" ? "no verdict yet" : view.verdict);
	$("verdict").className = `pill ${mood(view.verdict)}`;
	put($("verdict-text"), view.reasons.length ? `${view.verdict}, because:` : view.verdict);
	const items = rows($("reasons"), view.reasons.length, () => make("li"));
	view.reasons.forEach((text, i) => put(items[i], text));
	put($("uncertainty"), (view.U_ns === null ? "Uncertainty of a latency: unknown" :
		`Uncertainty of a latency: U = ${us(view.U_ns)} µs (k = ${view.k})`) +
		(view.leg_ns === null ? "" : `, legs within ${us(view.leg_ns)} µs`));
}

function showState(view) {
	const word = view.live ? view.state : view.attached ? "STALE" : "NO WRITER";
	put($("state"), word);
	$("state").className = `pill ${view.live ? word === "FAILED" ? "bad" : word === "RUN" ? "good" : "" : "bad"}`;
	put($("writer"), view.writer);
}

function showFrames(view, page) {
	const { front } = view;
	list($("frames"), [
		["refresh", `${front.refresh_ns / 1e6} ms`],
		["bridge drew", count(front.drawn)],
		["bridge skipped", count(front.skipped)],
		["page drew", count(page.drawn)],
		["page skipped", count(page.skipped)],
		["missed on the way", count(page.missed)],
		["newest value", front.staleness_ns === null ? "unknown" : `${age(front.staleness_ns)} old`],
		["retried reads", count(front.retries)],
		["torn reads", count(front.torn)],
		["a frame costs", `${page.cost_ms.toFixed(1)} ms`],
		["bridge runs as", `${front.sched}, CPU ${front.cpus}`],
	]);
}

export function showPanels(view, page) {
	showState(view);
	showVerdict(view);
	list($("counters"), view.counters.map((c) => [c.name, c.value === null ? null : count(c.value)]));
	list($("witnesses"), view.witnesses.map((w) => [w.name, w.text]));
	showFrames(view, page);
	table($("worst"), view.worst.map((w) =>
		[us(w.value_ns), w.name, w.witness, w.at, count(w.event)]), [0, 4]);
	table($("threads"), view.threads.map((t) => t.priority === null ?
		[t.role, t.comm, "unknown", "", "", "", "", ""] :
		[t.role, `${t.comm} (${t.tid})`, t.policy, String(t.priority), String(t.cpu),
			t.idle_ns === null ? "not seen" : `${age(t.idle_ns)} ago`,
			`${count(t.voluntary)} / ${count(t.involuntary)}`,
			`${count(t.minor_faults)} / ${count(t.major_faults)}`]), [3, 4, 6, 7]);
}
