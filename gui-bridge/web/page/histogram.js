// SPDX-License-Identifier: GPL-3.0-or-later
// Histogram of a quantity: linear x in µs, log y, percentiles marked.

import uPlot from "/uplot.js";
import { axis, follow } from "/plot.js";
import { colour } from "/theme.js";

const EMPTY = 0.5; // bottom of the log axis: a bar of one is seen

const short = (n) => n.toLocaleString("en", { notation: "compact" });

export class Histogram {
	constructor(place) {
		this.data = [[], []];
		this.quantity = null;
		this.top = 10;
		this.range = [0, 1];
		this.plot = new uPlot({
			width: Math.max(place.clientWidth, 100),
			height: Math.max(place.clientHeight, 100),
			legend: { show: false },
			cursor: { show: false },
			scales: {
				x: { time: false, range: () => this.range },
				y: { distr: 3, range: () => [EMPTY, this.top] },
			},
			axes: [
				axis({ space: 70, size: 34, values: (u, splits) => splits.map((v) => v.toLocaleString("en")) }),
				axis({ size: 66, splits: () => this.decades(), filter: (u, splits) => splits, values: (u, splits) => splits.map(short) }),
			],
			series: [{}, {
				stroke: () => colour("bar"), fill: () => colour("bar"), width: 0,
				paths: uPlot.paths.bars({ size: [1, Infinity], gap: 0 }),
				points: { show: false },
			}],
			hooks: { draw: [() => this.drawMarks()] },
		}, this.data, place);
		follow(this.plot, place);
	}

	// Powers of ten, as many as there is room for.
	decades() {
		const most = Math.round(Math.log10(this.top));
		const step = Math.ceil(most / 4);
		const list = [];
		for (let power = 0; power <= most; power += step)
			list.push(10 ** power);
		return list;
	}

	draw(bars, quantity) {
		const [x, y] = this.data;
		const { count, start_ns, bar_ns } = bars;
		let most = 1;
		this.quantity = quantity;
		x.length = y.length = count.length;
		for (let i = 0; i < count.length; i++) {
			x[i] = (start_ns + (i + 0.5) * bar_ns) / 1000;
			y[i] = count[i] > 0 ? count[i] : null;
			most = Math.max(most, count[i]);
		}
		this.top = 10 ** Math.ceil(Math.log10(most * 1.5));
		this.range = count.length > 0 ?
			[start_ns / 1000, (start_ns + count.length * bar_ns) / 1000] : [0, 1];
		this.plot.setData(this.data);
	}

	drawMarks() {
		const q = this.quantity;
		if (!q || q.all.count === 0)
			return;
		const { ctx: c, bbox } = this.plot;
		const marks = [["p50", q.p50_ns, "avg"], ["p99", q.p99_ns, "ideal"], ["max", q.all.max_ns, "max"]];
		let free = bbox.left + bbox.width;
		c.save();
		c.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
		c.textBaseline = "top";
		for (const [name, ns, hue] of marks.reverse()) {
			if (ns === null)
				continue;
			const x = this.plot.valToPos(ns / 1000, "x", true);
			c.strokeStyle = c.fillStyle = colour(hue);
			c.lineWidth = devicePixelRatio;
			c.beginPath();
			c.moveTo(x, bbox.top);
			c.lineTo(x, bbox.top + bbox.height);
			c.stroke();
			// A label stands left of its line, where no other one is.
			const width = c.measureText(name).width + 6 * devicePixelRatio;
			if (Math.min(x, free) - width >= bbox.left && x <= free + width) {
				free = Math.min(x, free) - width;
				c.fillText(name, free + 2 * devicePixelRatio, bbox.top + 2);
			}
		}
		c.restore();
	}
}
