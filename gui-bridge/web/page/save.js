// SPDX-License-Identifier: GPL-3.0-or-later
// PNG and CSV of what is seen.

import { colour } from "/theme.js";
import { words } from "/summary.js";

const MARGIN = 16;

function download(blob, name) {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	// the browser has begun to read it by then
	setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function stamp(view) {
	return new Date(view.wall_ns / 1e6).toISOString().replace(/[:.]/g, "-");
}

function number(ns) {
	return ns === null ? "" : (ns / 1000).toFixed(3);
}

// RFC 4180. Curves first, then bars; a bar has no average.
export function csv(shown) {
	const lines = ["kind,quantity,witness,from,to,count,min_us,avg_us,max_us"];
	for (const { curve, first, last } of shown) {
		const { columns: c } = curve;
		for (let i = first; i < last; i++) {
			const from = c.start_ns + i * c.column_ns;
			lines.push(["curve_s", curve.name, curve.witness, (from / 1e9).toFixed(3),
				((from + c.column_ns) / 1e9).toFixed(3), c.count[i], number(c.min_ns[i]),
				number(c.avg_ns[i]), number(c.max_ns[i])].join(","));
		}
		const bars = curve.bars;
		bars?.count.forEach((n, i) => {
			const from = bars.start_ns + i * bars.bar_ns;
			lines.push(["bar_us", curve.name, curve.witness, number(from),
				number(from + bars.bar_ns), n, "", "", ""].join(","));
		});
	}
	return lines.join("\r\n") + "\r\n";
}

export function saveCsv(view, shown) {
	download(new Blob([csv(shown)], { type: "text/csv" }), `hilrig-${stamp(view)}.csv`);
}

function wrap(c, text, width) {
	const lines = [""];
	for (const word of text.split(" ")) {
		const longer = `${lines.at(-1)} ${word}`.trim();
		if (c.measureText(longer).width > width)
			lines.push(word);
		else
			lines[lines.length - 1] = longer;
	}
	return lines;
}

// One row of pictures per quantity, the words below.
export function picture(view, articles) {
	const scale = devicePixelRatio;
	const margin = MARGIN * scale;
	const width = Math.max(...articles.map((a) => a.canvases[0].width)) + 2 * margin;
	const canvas = document.createElement("canvas");
	const c = canvas.getContext("2d");
	const font = `${13 * scale}px system-ui, sans-serif`;
	c.font = font;
	const text = wrap(c, `${new Date(view.wall_ns / 1e6).toISOString()} ${words(view)}`, width - 2 * margin);
	const line = 18 * scale;
	const height = articles.reduce((sum, a) => sum + line * 1.5 + a.canvases[0].height + a.canvases[1].height, 0);
	canvas.width = width;
	canvas.height = height + text.length * line + 2 * margin;
	c.fillStyle = colour("card");
	c.fillRect(0, 0, canvas.width, canvas.height);
	c.fillStyle = colour("text");
	let y = margin;
	for (const article of articles) {
		c.font = `600 ${font}`;
		c.fillText(`${article.title}, µs`, margin, y + 14 * scale);
		y += line * 1.5;
		for (const part of article.canvases) {
			c.drawImage(part, margin, y);
			y += part.height;
		}
	}
	c.font = font;
	text.forEach((words, i) => c.fillText(words, margin, y + (i + 1) * line));
	return canvas;
}

export function savePng(view, articles) {
	picture(view, articles).toBlob((blob) => download(blob, `hilrig-${stamp(view)}.png`));
}
