// SPDX-License-Identifier: GPL-3.0-or-later
// Light, dark, or as the system says; plots take their colours from the CSS.

const WORDS = ["auto", "light", "dark"];
const style = getComputedStyle(document.documentElement);

let cache = {};

export function colour(name) {
	return cache[name] ??= style.getPropertyValue(`--${name}`).trim();
}

function apply(word) {
	if (word === "auto")
		delete document.documentElement.dataset.theme;
	else
		document.documentElement.dataset.theme = word;
	cache = {};
}

export function startTheme(button, changed) {
	let word = "auto";
	try {
		word = localStorage.getItem("hilrig-theme") ?? "auto";
	} catch {
		// a browser that keeps nothing starts with auto
	}
	if (!WORDS.includes(word))
		word = "auto";
	const show = () => {
		apply(word);
		button.textContent = `Theme: ${word}`;
		changed();
	};
	button.addEventListener("click", () => {
		word = WORDS[(WORDS.indexOf(word) + 1) % WORDS.length];
		try {
			localStorage.setItem("hilrig-theme", word);
		} catch {
			// see above
		}
		show();
	});
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
	show();
}
