// SPDX-License-Identifier: GPL-3.0-or-later
// A quantity over time, as the 2003 paper plots it: average blue, overall
// minimum green and maximum red, the block of the last second, the ideal.

import uPlot from "/uplot.js";
import { colour } from "/theme.js";
import { time } from "/text.js";

const BLOCK_S = 1;
const BLOCK_PX = 6; // at least: a second of a whole night is no pixel wide
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900,
	1800, 3600, 7200, 14400, 21600, 43200, 86400];

export function axis(extra) {
	return {
		stroke: () => colour("quiet"),
		grid: { stroke: () => colour("grid"), width: 1 },
		ticks: { stroke: () => colour("grid"), width: 1, size: 4 },
		font: "12px system-ui, sans-serif",
		...extra,
	};
}

// Keeps a plot as wide as its place.
export function follow(plot, place) {
	new ResizeObserver(() => {
		const { clientWidth: width, clientHeight: height } = place;
		if (width > 0 && height > 0)
			plot.setSize({ width, height });
	}).observe(place);
}

export class TimePlot {
	// see is { zoom, scale }, shared by all plots; on.zoom(from, to) and
	// on.cursor(index or null) tell what the user does.
	constructor(place, see, on) {
		this.see = see;
		this.on = on;
		this.data = [[], [], [], []];
		this.quantity = null;
		this.curve = null;
		this.plot = new uPlot(this.options(place), this.data, place);
		follow(this.plot, place);
	}

	options(place) {
		const line = (name, width, points) => ({
			stroke: () => colour(name), width,
			points: { show: () => points && this.sparse, size: 4, fill: () => colour(name) },
		});
		return {
			width: Math.max(place.clientWidth, 100),
			height: Math.max(place.clientHeight, 100),
			legend: { show: false },
			cursor: {
				y: false,
				points: { show: false },
				drag: { x: true, y: false, setScale: false },
				bind: { dblclick: () => () => this.on.zoom(null) },
			},
			scales: {
				x: { time: false, range: () => this.xRange() },
				y: { range: () => this.yRange() },
			},
			axes: [
				axis({ incrs: STEPS, space: 80, size: 34, values: (u, splits) => splits.map((s) => this.label(s)) }),
				axis({ size: 66, values: (u, splits) => splits.map((v) => v.toLocaleString("en")) }),
			],
			series: [{}, line("band", 1, false), line("band", 1, false), line("avg", 1.6, true)],
			bands: [{ series: [1, 2], fill: () => colour("band") }],
			hooks: {
				drawClear: [() => this.drawBlock()],
				draw: [() => this.drawLines()],
				setSelect: [() => this.select()],
				setCursor: [(u) => this.on.cursor(u.cursor.idx ?? null)],
			},
		};
	}

	label(seconds) {
		if (seconds < 0)
			return ""; // before the analyzer's first sample
		const text = time(seconds, this.curve?.ofDay);
		return text.replace(" UTC", "").replace(/\.0( s)?$/, "$1");
	}

	// Where the data end; the zoom is kept as seconds before that.
	end() {
		return this.curve ? this.curve.end_ns() / 1e9 + this.curve.offset_s : 0;
	}

	xRange() {
		if (!this.curve)
			return [0, 1];
		const end = this.end();
		const { columns } = this.curve;
		if (this.see.zoom)
			return [end + this.see.zoom.from, end + this.see.zoom.to];
		const span = Math.max(columns.count.length * columns.column_ns / 1e9, 1);
		return [end - span, end];
	}

	yRange() {
		const { quantity } = this;
		if (!quantity || quantity.all.count === 0)
			return [0, 1];
		let { low, high } = this.seen();
		if (this.see.scale === "all") {
			low = Math.min(low, quantity.all.min_ns / 1000);
			high = Math.max(high, quantity.all.max_ns / 1000);
		}
		if (low > high)
			[low, high] = [quantity.all.min_ns / 1000, quantity.all.max_ns / 1000];
		if (quantity.ideal_ns && this.see.scale === "all") {
			low = Math.min(low, quantity.ideal_ns / 1000);
			high = Math.max(high, quantity.ideal_ns / 1000);
		}
		const pad = Math.max((high - low) * 0.08, 0.001);
		return [low - pad, high + pad];
	}

	seen() {
		const [from, to] = this.xRange();
		const [x, max, min] = this.data;
		let low = Infinity, high = -Infinity;
		for (let i = 0; i < x.length; i++) {
			if (x[i] < from || x[i] > to || min[i] === null)
				continue;
			low = Math.min(low, min[i]);
			high = Math.max(high, max[i]);
		}
		return { low, high };
	}

	// Fills the arrays in place: no garbage at 50 Hz.
	draw(curve, quantity) {
		this.curve = curve;
		this.quantity = quantity;
		const { columns } = curve;
		const length = columns.count.length;
		const [x, max, min, avg] = this.data;
		let filled = 0, first = -1, last = 0;
		for (const list of this.data)
			list.length = length;
		for (let i = 0; i < length; i++) {
			const some = columns.count[i] > 0;
			x[i] = curve.x(i);
			max[i] = some ? columns.max_ns[i] / 1000 : null;
			min[i] = some ? columns.min_ns[i] / 1000 : null;
			avg[i] = some ? columns.avg_ns[i] / 1000 : null;
			if (!some)
				continue;
			filled++;
			last = i;
			if (first < 0)
				first = i;
		}
		// Slow stimuli leave most columns empty: then a line shows nothing.
		this.sparse = filled * 2 < last - first + 1;
		this.plot.setData(this.data);
	}

	drawBlock() {
		const last = this.quantity?.last;
		if (!last || last.count === 0)
			return;
		const u = this.plot;
		const end = this.end();
		const right = u.valToPos(end, "x", true);
		const left = Math.min(u.valToPos(end - BLOCK_S, "x", true), right - BLOCK_PX);
		const top = u.valToPos(last.max_ns / 1000, "y", true);
		const bottom = Math.max(u.valToPos(last.min_ns / 1000, "y", true), top + BLOCK_PX);
		this.clipped((c) => {
			c.fillStyle = colour("block");
			c.fillRect(left, top, right - left, bottom - top);
			c.strokeStyle = colour("block-edge");
			c.lineWidth = devicePixelRatio;
			c.strokeRect(left, top, right - left, bottom - top);
		});
	}

	drawLines() {
		const { quantity } = this;
		if (!quantity || quantity.all.count === 0)
			return;
		this.clipped((c) => {
			this.horizontal(c, quantity.all.max_ns, "max", []);
			this.horizontal(c, quantity.all.min_ns, "min", []);
			if (quantity.ideal_ns)
				this.horizontal(c, quantity.ideal_ns, "ideal", [6, 5]);
		});
	}

	horizontal(c, ns, name, dash) {
		const { left, width } = this.plot.bbox;
		const y = Math.round(this.plot.valToPos(ns / 1000, "y", true)) + 0.5;
		c.beginPath();
		c.setLineDash(dash.map((d) => d * devicePixelRatio));
		c.strokeStyle = colour(name);
		c.lineWidth = 1.4 * devicePixelRatio;
		c.moveTo(left, y);
		c.lineTo(left + width, y);
		c.stroke();
	}

	clipped(draw) {
		const { ctx, bbox } = this.plot;
		ctx.save();
		ctx.beginPath();
		ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
		ctx.clip();
		draw(ctx);
		ctx.restore();
	}

	select() {
		const u = this.plot;
		const { left, width } = u.select;
		if (width < 4)
			return;
		const end = this.end();
		const from = u.posToVal(left, "x") - end;
		const to = u.posToVal(left + width, "x") - end;
		u.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
		this.on.zoom({ from, to });
	}

	// Moves the cursor by columns: what the arrow keys do.
	step(by) {
		const u = this.plot;
		const last = this.data[0].length - 1;
		if (last < 0)
			return;
		const at = Math.min(Math.max((u.cursor.idx ?? last + 1) + by, 0), last);
		u.setCursor({ left: u.valToPos(this.data[0][at], "x"), top: 10 });
	}
}
