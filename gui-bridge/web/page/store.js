// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of fixed length. A frame brings the columns of the last second;
// what a slow page has missed in between stays empty until it asks.

export const COLUMNS = 400;

const FIELDS = ["count", "min_ns", "avg_ns", "max_ns"];

function emptyColumns() {
	return { start_ns: 0, column_ns: 0, count: [], min_ns: [], avg_ns: [], max_ns: [] };
}

export class Curve {
	constructor(name, witness) {
		this.name = name;
		this.witness = witness;
		this.clear();
	}

	clear() {
		this.columns = emptyColumns();
		this.offset_s = 0; // from the witness's clock to the time of day
		this.ofDay = false;
	}

	// All columns at once: what comes from a snapshot or a series.
	set(columns) {
		this.columns = { ...columns };
		for (const field of FIELDS)
			this.columns[field] = columns[field].slice(-COLUMNS);
		this.columns.start_ns += (columns.count.length - this.columns.count.length) * columns.column_ns;
	}

	// The newest columns: replaces those that are there, appends the others.
	// Returns whether something between them is missing.
	add(tail) {
		const mine = this.columns;
		if (tail.count.length === 0)
			return false;
		const at = Math.round((tail.start_ns - mine.start_ns) / tail.column_ns);
		if (tail.column_ns !== mine.column_ns || at < 0 || at > 10 * COLUMNS) {
			this.set(tail);
			return true;
		}
		const gap = at > mine.count.length;
		for (const field of FIELDS) {
			const list = mine[field];
			while (list.length < at)
				list.push(field === "count" ? 0 : null);
			list.length = at;
			for (const value of tail[field])
				list.push(value);
			if (list.length > COLUMNS)
				list.splice(0, list.length - COLUMNS);
		}
		const total = at + tail.count.length;
		if (total > COLUMNS)
			mine.start_ns += (total - COLUMNS) * mine.column_ns;
		return gap;
	}

	end_ns() {
		return this.columns.start_ns + this.columns.count.length * this.columns.column_ns;
	}

	// The board's clock is this machine's if its newest value is of now.
	align(view) {
		const behind = view.mono_ns - this.end_ns();
		const ofDay = this.witness !== "analyzer" && Math.abs(behind) < 60e9;
		const offset = (view.wall_ns - view.mono_ns) / 1e9;
		if (ofDay !== this.ofDay || Math.abs(offset - this.offset_s) > 1)
			this.offset_s = ofDay ? offset : 0;
		this.ofDay = ofDay;
	}

	// Where column i is on the x axis: its middle, in s.
	x(i) {
		return (this.columns.start_ns + (i + 0.5) * this.columns.column_ns) / 1e9 + this.offset_s;
	}
}

export class Store {
	constructor() {
		this.view = null;
		this.curves = new Map();
	}

	curve(quantity) {
		const key = `${quantity.name} ${quantity.witness}`;
		if (!this.curves.has(key))
			this.curves.set(key, new Curve(quantity.name, quantity.witness));
		return this.curves.get(key);
	}

	// Everything as of now.
	full(view) {
		this.curves.clear();
		this.take(view, (curve, columns) => {
			curve.set(columns);
			return false;
		});
	}

	// Returns whether curves have holes now.
	frame(view) {
		return this.take(view, (curve, columns) => curve.add(columns));
	}

	take(view, put) {
		let gap = false;
		for (const quantity of view.quantities) {
			const curve = this.curve(quantity);
			if (put(curve, quantity.columns))
				gap = true;
			curve.align(view);
			if (quantity.bars)
				curve.bars = quantity.bars;
		}
		this.view = view;
		return gap;
	}
}
