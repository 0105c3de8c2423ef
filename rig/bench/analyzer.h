/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The logic analyzer: BeagleLogic's TCP protocol around sample synthesis. */
#ifndef HIL_BENCH_ANALYZER_H
#define HIL_BENCH_ANALYZER_H

#include <stdbool.h>
#include <stdint.h>

#include "rig/bench/agent/queue.h"
#include "rig/bench/fault.h"
#include "rig/bench/generator.h"
#include "rig/bench/loop.h"
#include "rig/bench/pin_fault.h"
#include "rig/bench/samples.h"
#include "rig/bench/truth.h"
#include "rig/bench/wiring.h"

#define HIL_ANALYZER_RATE_HZ  1000000
#define HIL_ANALYZER_RATE_MAX 100000000
#define HIL_ANALYZER_RATE_MIN 1000
#define HIL_ANALYZER_PENDING  16
#define HIL_ANALYZER_HOLD_NS  100000000 /* pin stamps arrive that late */
#define HIL_ANALYZER_LINE     256

#define HIL_ANALYZER_HEARTBEAT_HALF_NS 1000000 /* 500 Hz */

struct hil_analyzer_counters {
	uint64_t captures;
	uint64_t samples;     /* made, of all captures */
	uint64_t reader_gaps; /* times that the reader was too slow */
	uint64_t lost;        /* samples in these gaps */
	uint64_t busy;        /* connections refused: one is streaming */
};

struct hil_analyzer {
	struct hil_loop *loop;
	struct hil_truth *truth;
	struct hil_generator *generator;
	int port, listen_fd, listen_watch;
	int fd, watch; /* of the client, -1: none */
	char line[HIL_ANALYZER_LINE];
	size_t line_used;
	struct hil_queue out;
	/* as the protocol names them */
	uint64_t rate_hz, memory_bytes, buffer_bytes;
	unsigned int unit;       /* 0: 16 bit, 1: 8 bit a sample */
	unsigned int trigger;    /* 0: one shot, 1: continuous */
	bool streaming;          /* "get" was received, "close" was not */
	bool mute;               /* a fault: nothing more is made */
	enum hil_fault_kind end; /* once the queue is sent: close, reset … */
	int64_t error_ppb;       /* of the clock */
	uint64_t real_rate_hz;   /* 0: as claimed */
	struct hil_fault pending[HIL_ANALYZER_PENDING];
	unsigned int pending_count;
	struct hil_analyzer_counters counters;
	struct hil_pin_faults pin_faults;
	struct hil_wiring wiring;
	struct hil_samples samples;
};

/**
 * hil_analyzer_new() - an analyzer on a free port of 127.0.0.1
 *
 * Context: start-up only. Return: NULL without memory or port.
 */
struct hil_analyzer *hil_analyzer_new(struct hil_loop *loop,
				      struct hil_truth *truth,
				      struct hil_generator *generator);
/** hil_analyzer_free() - close all; NULL-safe */
void hil_analyzer_free(struct hil_analyzer *a);

/** hil_analyzer_pin() - a pin changed, and so its net: stimulus or probe */
void hil_analyzer_pin(struct hil_analyzer *a, enum hil_sample_net net,
		      bool level, int64_t mono_ns);

/** hil_analyzer_tick() - make and send the samples that are due */
void hil_analyzer_tick(struct hil_analyzer *a);

/**
 * hil_analyzer_fault() - do it, now or when its time has come
 *
 * Return: 0; -ENOSPC too many are waiting.
 */
int hil_analyzer_fault(struct hil_analyzer *a, const struct hil_fault *f);

#endif
