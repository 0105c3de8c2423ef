// SPDX-License-Identifier: GPL-3.0-or-later
// What the user can choose. see is what all plots share.

import { ask } from "/stream.js";

const $ = (id) => document.getElementById(id);

export const see = {
	paused: false,
	zoom: null, // { from, to } in s before the newest column
	scale: "all",
	span_s: 0, // 0: live
};

// The bridge may have another refresh, set by another page.
export function showRefresh(ms) {
	const select = $("refresh");
	if (document.activeElement === select || Number(select.value) === ms)
		return;
	if (![...select.options].some((o) => Number(o.value) === ms))
		select.add(new Option(`${ms} ms`, ms));
	select.value = ms;
}

export function zoomBy(factor, span_s) {
	const { from, to } = see.zoom ?? { from: -span_s, to: 0 };
	const width = (to - from) * factor;
	if (width >= span_s)
		return null;
	return { from: to - Math.max(width, 0.2), to };
}

function pressPause(changed) {
	see.paused = !see.paused;
	$("pause").setAttribute("aria-pressed", String(see.paused));
	$("pause").textContent = see.paused ? "Resume" : "Pause";
	changed("pause");
}

// changed(what) is called after each choice; say(text) tells a refusal.
export function startControls({ changed, say, spanOf, savePng, saveCsv }) {
	const setZoom = (zoom) => {
		see.zoom = zoom;
		$("zoom-reset").disabled = zoom === null;
		changed("zoom");
	};
	$("refresh").addEventListener("change", async () => {
		const refresh_ms = Number($("refresh").value);
		try {
			const answer = await ask("/api/v1/refresh", {
				method: "POST", body: JSON.stringify({ refresh_ms }),
				headers: { "Content-Type": "application/json" },
			});
			if (!answer.ok)
				say(await answer.text());
		} catch {
			say("The refresh was not changed: the bridge does not answer.");
		}
	});
	$("span").addEventListener("change", () => {
		see.span_s = Number($("span").value);
		see.zoom = null;
		$("zoom-reset").disabled = true;
		changed("span");
	});
	$("scale").addEventListener("change", () => {
		see.scale = $("scale").value;
		changed("scale");
	});
	$("pause").addEventListener("click", () => pressPause(changed));
	$("zoom-in").addEventListener("click", () => setZoom(zoomBy(0.5, spanOf())));
	$("zoom-out").addEventListener("click", () => setZoom(zoomBy(2, spanOf())));
	$("zoom-reset").addEventListener("click", () => setZoom(null));
	$("save-png").addEventListener("click", savePng);
	$("save-csv").addEventListener("click", saveCsv);
	return { setZoom, pause: () => pressPause(changed) };
}

// Asks for the token; resolves when there is one to try.
export function askToken() {
	const dialog = $("token-dialog");
	if (!dialog.open)
		dialog.showModal();
	return new Promise((done) => {
		dialog.addEventListener("close", () => {
			const text = $("token").value;
			$("token").value = "";
			done(text);
		}, { once: true });
	});
}
