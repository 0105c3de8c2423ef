// SPDX-License-Identifier: GPL-3.0-or-later
// The same in words and as a table, for who does not look at plots.

import { count, make, put, time, us } from "/text.js";

const PARTS = 10;
const $ = (id) => document.getElementById(id);

function sentence(q) {
	if (q.all.count === 0)
		return `No ${q.name} yet.`;
	const last = q.last.count === 0 ? "nothing in the last second" :
		`in the last second ${us(q.last.min_ns)} to ${us(q.last.max_ns)}`;
	const ideal = q.ideal_ns ? `, ideal ${us(q.ideal_ns)}` : "";
	return `${q.name} by the ${q.witness}, in µs: average ${us(q.all.avg_ns)}${ideal}, ` +
		`from ${us(q.all.min_ns)} to ${us(q.all.max_ns)}, 99 % below ${us(q.p99_ns)}, ` +
		`${last}; ${count(q.all.count)} values.`;
}

export function words(view) {
	const state = view.live ? `The writer's state is ${view.state}.` : `The writer is not there: ${view.reason}.`;
	const worst = view.worst.length ?
		` The worst is ${us(view.worst[0].value_ns)} µs of ${view.worst[0].name} at ${view.worst[0].at}.` : "";
	return `${state} Verdict: ${view.verdict}${view.reasons.length ? ` (${view.reasons.join("; ")})` : ""}. ` +
		view.quantities.map(sentence).join(" ") + worst;
}

// Folds columns [from, to) of a curve into one line of the table.
function fold(columns, from, to) {
	let values = 0, sum = 0, low = Infinity, high = -Infinity;
	for (let i = from; i < to; i++) {
		if (!columns.count[i])
			continue;
		values += columns.count[i];
		sum += columns.count[i] * columns.avg_ns[i];
		low = Math.min(low, columns.min_ns[i]);
		high = Math.max(high, columns.max_ns[i]);
	}
	return values ? [count(values), us(low), us(sum / values), us(high)] : ["0", "", "", ""];
}

function tableRows(shown) {
	const lines = [];
	for (const { curve, first: sight, last } of shown) {
		const some = curve.columns.count.findIndex((n) => n > 0);
		const first = Math.max(sight, some);
		const step = Math.max(Math.ceil((last - first) / PARTS), 1);
		for (let i = first; i < last; i += step)
			lines.push([curve.name, time(curve.x(i), curve.ofDay),
				...fold(curve.columns, i, Math.min(i + step, last))]);
	}
	return lines;
}

// shown is [{ curve, first, last }]: the columns that are in sight.
export function showSummary(view, shown) {
	put($("summary-text"), words(view));
	if (!$("data").open)
		return;
	const body = $("data-rows");
	const lines = tableRows(shown);
	body.replaceChildren(...lines.map((line) => {
		const row = make("tr");
		row.append(...line.map((text, i) => make(i === 0 ? "th" : "td", i > 1 ? "n" : "", text)));
		row.firstChild.scope = "row";
		return row;
	}));
}
