// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as every front end writes them.

export function us(ns) {
	return ns === null || ns === undefined ? "unknown" : (ns / 1000).toFixed(3);
}

export function count(n) {
	return n === null || n === undefined ? "unknown" : n.toLocaleString("en");
}

// "340 ms", "12 s", "3 min"; as hil_view_text_age().
export function age(ns) {
	if (ns === null || ns === undefined || ns < 0)
		return "never";
	if (ns < 10e9)
		return `${Math.floor(ns / 1e6)} ms`;
	if (ns < 120e9)
		return `${Math.floor(ns / 1e9)} s`;
	return `${Math.floor(ns / 60e9)} min`;
}

const clock = new Intl.DateTimeFormat("en-GB", {
	timeZone: "UTC", hour: "2-digit", minute: "2-digit", second: "2-digit",
	fractionalSecondDigits: 1,
});

// A time on a curve: of day where its witness's clock is this machine's, else
// seconds since its clock began.
export function time(seconds, ofDay) {
	return ofDay ? `${clock.format(seconds * 1000)} UTC` : `${seconds.toFixed(1)} s`;
}

// Writes only what changed: a browser lays out again for each write.
export function put(element, text) {
	if (element.textContent !== text)
		element.textContent = text;
}

export function make(name, className, text) {
	const element = document.createElement(name);
	if (className)
		element.className = className;
	if (text !== undefined)
		element.textContent = text;
	return element;
}
