/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each fault does to the analyzer, to its wires and to the generator. */
#include <errno.h>
#include <stdio.h>

#include "rig/bench/analyzer_private.h"

uint64_t hil_analyzer_real_rate(const struct hil_analyzer *a)
{
	return a->real_rate_hz ? a->real_rate_hz : a->rate_hz;
}

/* A lasting fault is "set"; its own name stands where it happens. */
static void note_act(struct hil_analyzer *a, const struct hil_fault *f)
{
	char kind[32];
	bool lasting =
		f->kind >= HIL_FAULT_MISSING && f->kind <= HIL_FAULT_BURST;

	snprintf(kind, sizeof(kind), "%s%s", lasting ? "set-" : "",
		 hil_fault_name(f->kind));
	hil_truth_write(a->truth, kind,
			a->streaming ? a->samples.next : HIL_TRUTH_NO_SAMPLE,
			f->value);
}

/* A wrong wire, or all of them as they should be. */
static void rewire(struct hil_analyzer *a, const struct hil_fault *f)
{
	hil_pin_faults_set(&a->pin_faults, f);
	hil_wiring_set(&a->wiring, f);
	hil_wiring_view(&a->wiring, a->samples.view);
	hil_samples_noise(&a->samples, a->wiring.floating);
	if (a->generator)
		hil_generator_wire(a->generator, a->wiring.stimulus_line);
	a->loop->tick_ms = a->wiring.loop_from == HIL_WIRING_NONE
				   ? HIL_LOOP_TICK_MS
				   : HIL_LOOP_WIRE_TICK_MS;
}

/* What a fault does to the stream, at the next sample. */
void hil_analyzer_act(struct hil_analyzer *a, const struct hil_fault *f)
{
	note_act(a, f);
	switch (f->kind) {
	case HIL_FAULT_GAP:
		hil_samples_splice(&a->samples, (uint64_t)f->value);
		break;
	case HIL_FAULT_EARLY_END:
	case HIL_FAULT_CLOSE:
	case HIL_FAULT_RESET:
		a->end = f->kind;
		a->mute = true;
		break;
	case HIL_FAULT_STALL:
		a->mute = true;
		break;
	case HIL_FAULT_GENERATOR_STOP:
		if (a->generator)
			hil_generator_mute(a->generator, true);
		break;
	case HIL_FAULT_CLOCK:
		a->error_ppb = f->value;
		break;
	case HIL_FAULT_RATE:
		a->real_rate_hz = (uint64_t)f->value;
		break;
	case HIL_FAULT_CLEAR:
		a->error_ppb = 0;
		a->real_rate_hz = 0;
		if (a->generator)
			hil_generator_mute(a->generator, false);
		/* fall through */
	default:
		rewire(a, f);
	}
	if (a->streaming &&
	    (a->error_ppb != a->samples.clock.error_ppb ||
	     hil_analyzer_real_rate(a) != a->samples.clock.rate_hz))
		hil_samples_retime(&a->samples, hil_analyzer_real_rate(a),
				   a->error_ppb);
}

static bool needs_stream(const struct hil_fault *f)
{
	switch (f->kind) {
	case HIL_FAULT_GAP:
	case HIL_FAULT_EARLY_END:
	case HIL_FAULT_CLOSE:
	case HIL_FAULT_RESET:
	case HIL_FAULT_STALL:
		return true;
	default:
		return f->after_ns >= 0;
	}
}

int hil_analyzer_fault(struct hil_analyzer *a, const struct hil_fault *f)
{
	if (f->kind == HIL_FAULT_CLEAR)
		a->pending_count = 0;
	if (!needs_stream(f)) {
		hil_analyzer_act(a, f);
		return 0;
	}
	if (a->pending_count == HIL_ANALYZER_PENDING)
		return -ENOSPC;
	a->pending[a->pending_count++] = *f;
	return 0;
}
