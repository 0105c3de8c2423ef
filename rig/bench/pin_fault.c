/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Missing, extra, glitch and burst as events that commute with the real edges:
 * they turn over what is seen of the pin, whatever its level is then.
 */
#include "rig/bench/pin_fault.h"

#include <string.h>

#define EXTRA_AFTER_NS  300000
#define GLITCH_AFTER_NS 20000
#define BURST_STEP_NS   5000
#define BURST_EDGES     20
#define THRESHOLD_VOLTS 1.5

void hil_pin_faults_set(struct hil_pin_faults *p, const struct hil_fault *f)
{
	switch (f->kind) {
	case HIL_FAULT_CLEAR:
		memset(p->every, 0, sizeof(p->every));
		p->skew_ns = 0;
		p->edge_time_ns = 0;
		p->threshold_volts = 0;
		p->loopback = false;
		break;
	case HIL_FAULT_MISSING:
	case HIL_FAULT_EXTRA:
	case HIL_FAULT_GLITCH:
	case HIL_FAULT_BURST:
		p->every[f->kind] = f->value;
		p->edges = 0;
		break;
	case HIL_FAULT_SKEW:
		p->skew_ns = f->value;
		break;
	case HIL_FAULT_EDGE_TIME:
		p->edge_time_ns = f->value;
		break;
	case HIL_FAULT_THRESHOLD:
		p->threshold_volts = (double)f->value / 1000;
		break;
	case HIL_FAULT_LOOPBACK:
		p->loopback = true;
		break;
	default:
		break;
	}
}

/* Pins are stamped in whole us. A part of one, the same for both channels,
 * stands for what is not known; else no mean of many edges could tell less. */
static int64_t part_of_us(int64_t mono_ns)
{
	uint64_t x = (uint64_t)mono_ns;

	/* Source: the finalizer of SplitMix64, Steele, Lea, Flood 2014 */
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return (int64_t)((x ^ x >> 31) % 1000);
}

/* A generator's edge climbs in a straight line from its beginning; it is seen
 * when it crosses a threshold, or never. */
static bool cross(const struct hil_pin_faults *p, double threshold_volts,
		  struct hil_sample_event *e)
{
	double swing = p->high_volts - p->low_volts;
	double part = (threshold_volts - p->low_volts) / swing;

	if (!p->edge_time_ns || !(swing > 0))
		return true;
	if (part <= 0 || part >= 1)
		return false;
	e->mono_ns += part_of_us(e->mono_ns) +
		      (int64_t)((double)p->edge_time_ns *
				(e->level ? part : 1 - part));
	return true;
}

static double probe_threshold(const struct hil_pin_faults *p)
{
	return p->threshold_volts > 0 ? p->threshold_volts : THRESHOLD_VOLTS;
}

static size_t loop_back(const struct hil_pin_faults *p,
			const struct hil_sample_event *edge,
			struct hil_sample_event events[])
{
	size_t count = 0;

	if (edge->channel == p->channel)
		return 0;
	events[0] = *edge;
	if (edge->channel != p->stimulus)
		return 1;
	count += cross(p, THRESHOLD_VOLTS, &events[0]);
	events[count] = *edge;
	events[count].channel = (uint8_t)p->channel;
	events[count].mono_ns += p->skew_ns;
	count += cross(p, probe_threshold(p), &events[count]);
	return count;
}

static bool is_due(const struct hil_pin_faults *p, enum hil_fault_kind kind)
{
	return p->every[kind] && p->edges % (uint64_t)p->every[kind] == 0;
}

static size_t turn(const struct hil_pin_faults *p,
		   struct hil_sample_event events[], int64_t mono_ns,
		   enum hil_fault_kind truth)
{
	events[0] = (struct hil_sample_event){ .mono_ns = mono_ns,
					       .channel = (uint8_t)p->channel,
					       .change = HIL_SAMPLE_INVERT,
					       .truth = (uint8_t)truth };
	return 1;
}

size_t hil_pin_faults_apply(struct hil_pin_faults *p,
			    const struct hil_sample_event *edge,
			    struct hil_sample_event events[])
{
	int64_t at, width = 2 * p->sample_ns;
	size_t count = 1;

	if (p->loopback)
		return loop_back(p, edge, events);
	events[0] = *edge;
	if (edge->channel == p->stimulus)
		return cross(p, THRESHOLD_VOLTS, &events[0]);
	if (edge->channel != p->channel)
		return 1;
	events[0].mono_ns += p->skew_ns;
	at = events[0].mono_ns;
	p->edges++;
	if (is_due(p, HIL_FAULT_MISSING))
		count += turn(p, events + count, at, HIL_FAULT_MISSING);
	if (is_due(p, HIL_FAULT_EXTRA))
		count += turn(p, events + count, at + EXTRA_AFTER_NS,
			      HIL_FAULT_EXTRA);
	if (is_due(p, HIL_FAULT_GLITCH)) {
		at += GLITCH_AFTER_NS;
		count += turn(p, events + count, at, HIL_FAULT_GLITCH);
		count += turn(p, events + count, at + width, HIL_FAULT_NONE);
	}
	if (!is_due(p, HIL_FAULT_BURST))
		return count;
	at = events[0].mono_ns + GLITCH_AFTER_NS;
	if (width < BURST_STEP_NS)
		width = BURST_STEP_NS;
	for (int i = 0; i < BURST_EDGES; i++)
		count += turn(p, events + count, at + i * width,
			      i ? HIL_FAULT_NONE : HIL_FAULT_BURST);
	return count;
}
