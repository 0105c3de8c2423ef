// SPDX-License-Identifier: GPL-3.0-or-later
// The stream of the bridge: connects, reads events, connects again. fetch()
// and not EventSource: the token goes in a header, never in the address.

const RETRY_MS = [250, 500, 1000, 2000, 5000];
const SILENCE_MS = 4000;
const LONGEST = 4 << 20; // of one event; more is not from our bridge

let token = "";
try {
	token = sessionStorage.getItem("hilrig-token") ?? "";
} catch {
	// a browser that keeps nothing asks again after a reload
}

export function setToken(text) {
	token = text;
	try {
		sessionStorage.setItem("hilrig-token", text);
	} catch {
		// see above
	}
}

export function ask(path, options = {}) {
	const headers = { ...options.headers };
	if (token)
		headers.Authorization = `Bearer ${token}`;
	return fetch(path, { cache: "no-store", ...options, headers });
}

function parse(text) {
	const event = { id: 0, name: "message", data: "" };
	for (const line of text.split("\n")) {
		if (line.startsWith("data: "))
			event.data += line.slice(6);
		else if (line.startsWith("event: "))
			event.name = line.slice(7);
		else if (line.startsWith("id: "))
			event.id = Number(line.slice(4));
	}
	return event;
}

// Calls on.event(event) for each, on.lost(reason) when it ends and
// on.token() when the bridge wants another token. Goes on for ever.
export class Stream {
	constructor(on) {
		this.on = on;
		this.tries = 0;
		this.silence = SILENCE_MS;
	}

	// The bridge promises a frame each refresh: longer silence is a hang.
	expect(refreshMs) {
		this.silence = Math.max(SILENCE_MS, 3 * refreshMs);
	}

	async run() {
		for (;;) {
			let reason;
			try {
				reason = await this.once();
			} catch (error) {
				reason = error.name === "AbortError" ? "the bridge is silent" : "the bridge does not answer";
			}
			clearTimeout(this.timer);
			this.on.lost(reason);
			const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)];
			await new Promise((done) => setTimeout(done, wait));
		}
	}

	watch() {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.abort.abort(), this.silence);
	}

	async once() {
		this.abort = new AbortController();
		this.watch();
		const answer = await ask("/api/v1/stream", { method: "POST", signal: this.abort.signal });
		if (answer.status === 401) {
			await this.on.token();
			this.tries = 0;
			return "the token was wrong or missing";
		}
		if (!answer.ok)
			return (await answer.text()).trim();
		const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
		let rest = "";
		for (;;) {
			const { value, done } = await reader.read();
			if (done)
				return "the bridge has ended";
			this.watch();
			rest = this.take(rest + value);
			if (rest.length > LONGEST)
				return "the bridge sends too much";
		}
	}

	take(text) {
		for (;;) {
			const end = text.indexOf("\n\n");
			if (end < 0)
				return text;
			this.tries = 0;
			this.on.event(parse(text.slice(0, end)));
			text = text.slice(end + 2);
		}
	}
}
