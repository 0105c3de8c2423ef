/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every mistake of the analyzer's wires is one table: which levels of the nets
 * make which levels of the channels. Mistakes of the board's wires are which
 * line a net is joined to.
 */
#include "rig/bench/wiring.h"

void hil_wiring_init(struct hil_wiring *w)
{
	*w = (struct hil_wiring){ .stimulus_line = HIL_WIRING_STIMULUS_LINE,
				  .probe_line = HIL_WIRING_PROBE_LINE,
				  .loop_from = HIL_WIRING_NONE,
				  .loop_to = HIL_WIRING_NONE,
				  .crosstalk_from = HIL_WIRING_NONE,
				  .crosstalk_to = HIL_WIRING_NONE };
}

static uint8_t channel_bit(const struct hil_fault *f)
{
	return (uint8_t)(1u << f->value);
}

void hil_wiring_set(struct hil_wiring *w, const struct hil_fault *f)
{
	switch (f->kind) {
	case HIL_FAULT_CLEAR:
		hil_wiring_init(w);
		break;
	case HIL_FAULT_SWAP:
		w->swap = true;
		break;
	case HIL_FAULT_INVERT:
		w->inverted |= channel_bit(f);
		break;
	case HIL_FAULT_OPEN:
		w->open |= channel_bit(f);
		break;
	case HIL_FAULT_FLOAT:
		w->floating |= channel_bit(f);
		break;
	case HIL_FAULT_CROSSTALK:
		w->crosstalk_from = (int)f->value;
		w->crosstalk_to = (int)f->to;
		break;
	case HIL_FAULT_STIMULUS_LINE:
		w->stimulus_line = (unsigned int)f->value;
		break;
	case HIL_FAULT_PROBE_LINE:
		w->probe_line = (unsigned int)f->value;
		break;
	case HIL_FAULT_WIRE:
		w->loop_from = (int)f->value;
		w->loop_to = (int)f->to;
		break;
	default:
		break;
	}
}

/* Net that a channel is wired to; channels without one are nets of silence. */
static unsigned int net_of(const struct hil_wiring *w, unsigned int channel)
{
	if (w->floating & 1u << channel)
		return HIL_NET_NOISE;
	if (channel > HIL_NET_HEARTBEAT)
		return HIL_NET_SILENT;
	if (w->swap && channel <= HIL_NET_PROBE)
		return HIL_NET_PROBE - channel;
	return channel;
}

static bool level_of(const struct hil_wiring *w, unsigned int channel,
		     unsigned int nets)
{
	bool level = nets >> net_of(w, channel) & 1;

	if (w->open & 1u << channel)
		level = false;
	if (w->inverted & 1u << channel)
		level = !level;
	if (w->crosstalk_to == (int)channel)
		level ^= nets >> HIL_NET_CROSSTALK & 1;
	return level;
}

void hil_wiring_view(const struct hil_wiring *w,
		     uint8_t view[HIL_SAMPLES_LEVELS])
{
	for (unsigned int nets = 0; nets < HIL_SAMPLES_LEVELS; nets++) {
		view[nets] = 0;
		for (unsigned int c = 0; c < HIL_SAMPLES_CHANNELS; c++)
			if (level_of(w, c, nets))
				view[nets] |= (uint8_t)(1u << c);
	}
}

bool hil_wiring_disturbs(const struct hil_wiring *w, unsigned int net)
{
	return w->crosstalk_from != HIL_WIRING_NONE &&
	       net_of(w, (unsigned int)w->crosstalk_from) == net;
}
