// SPDX-License-Identifier: GPL-3.0-or-later
// The card of one quantity: figures, plot, readout, histogram.

import { Histogram } from "/histogram.js";
import { TimePlot } from "/plot.js";
import { count, make, put, time, us } from "/text.js";

const FIGURES = [
	["avg", "average", (q) => us(q.all.avg_ns)],
	["min", "minimum", (q) => us(q.all.min_ns)],
	["max", "maximum", (q) => us(q.all.max_ns)],
	["last", "last second", (q) => q.last.count ? `${us(q.last.min_ns)} – ${us(q.last.max_ns)}` : "nothing"],
	["ideal", "ideal", (q) => q.ideal_ns ? us(q.ideal_ns) : ""],
	["", "p50", (q) => us(q.p50_ns)],
	["", "p99", (q) => us(q.p99_ns)],
	["", "p99.9", (q) => us(q.p999_ns)],
	["", "σ", (q) => us(q.deviation_ns)],
	["", "values", (q) => count(q.all.count)],
	["", "only as sums", (q) => q.lost ? count(q.lost) : ""],
];

export class QuantityCard {
	constructor(parent, quantity, see, on) {
		this.element = make("article", "quantity");
		const title = make("h2");
		title.append(make("span", "", `${quantity.name}, µs`), make("span", "by", `by the ${quantity.witness}`));
		title.id = `h-${quantity.name}-${quantity.witness}`.replace(/\W+/g, "-");
		this.element.setAttribute("aria-labelledby", title.id);
		this.title = `${quantity.name} by the ${quantity.witness}`;
		this.figures = FIGURES.map(([key, name]) => {
			const row = make("div");
			row.append(make("dt", key ? `key ${key}` : "", name), make("dd"));
			return row;
		});
		const list = make("dl", "figures");
		list.append(...this.figures);
		this.place = make("div", "plot");
		this.place.tabIndex = 0;
		this.place.setAttribute("role", "img");
		this.readout = make("p", "readout", "Point at the curve to read a value.");
		this.readout.setAttribute("aria-live", "polite");
		const bars = make("div", "bars");
		bars.setAttribute("role", "img");
		bars.setAttribute("aria-label", `Histogram of ${this.title}; its percentiles stand above`);
		this.element.append(title, list, this.place, this.readout, bars);
		parent.append(this.element);
		this.plot = new TimePlot(this.place, see, {
			zoom: on.zoom,
			cursor: (at) => this.read(at),
		});
		this.histogram = new Histogram(bars);
		this.place.addEventListener("keydown", (event) => this.key(event, on));
	}

	key(event, on) {
		const actions = {
			ArrowLeft: () => this.plot.step(-1),
			ArrowRight: () => this.plot.step(1),
			Home: () => this.plot.step(-1000),
			End: () => this.plot.step(1000),
			"+": () => on.zoomBy(0.5),
			"-": () => on.zoomBy(2),
			0: () => on.zoom(null),
			" ": on.pause,
		};
		if (event.ctrlKey || event.altKey || event.metaKey || !actions[event.key])
			return;
		event.preventDefault();
		actions[event.key]();
	}

	draw(curve, quantity) {
		this.curve = curve;
		this.quantity = quantity;
		this.plot.draw(curve, quantity);
		if (curve.bars !== this.bars) {
			this.bars = curve.bars;
			this.histogram.draw(curve.bars, quantity);
		}
	}

	show() {
		FIGURES.forEach(([, , value], i) => {
			const text = this.quantity.all.count ? value(this.quantity) : "";
			this.figures[i].hidden = text === "";
			put(this.figures[i].lastChild, text);
		});
		this.place.setAttribute("aria-label", `${this.title} over time; the arrow keys read values`);
	}

	read(at) {
		const columns = this.curve?.columns;
		if (at === null || !columns || at >= columns.count.length)
			return;
		const when = time(this.curve.x(at), this.curve.ofDay);
		put(this.readout, !columns.count[at] ? `${when}: no values` :
			`${when}: min ${us(columns.min_ns[at])}, avg ${us(columns.avg_ns[at])}, max ${us(columns.max_ns[at])}`);
	}

	// Columns in sight: [first, last).
	sight() {
		const { columns } = this.curve;
		const [from, to] = this.plot.xRange();
		let first = 0, last = columns.count.length;
		while (first < last && this.curve.x(first) < from)
			first++;
		while (last > first && this.curve.x(last - 1) > to)
			last--;
		return { curve: this.curve, first, last };
	}

	canvases() {
		return [this.plot.plot.ctx.canvas, this.histogram.plot.ctx.canvas];
	}

	redraw() {
		this.plot.plot.setData(this.plot.data); // ranges, too
		this.histogram.plot.redraw();
	}
}
