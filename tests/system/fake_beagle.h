/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A BeagleLogic analyzer on TCP, for tests: known samples, and faults at a
 * known sample. One client at a time, on a thread of its own.
 */
#ifndef HIL_TESTS_SYSTEM_FAKE_BEAGLE_H
#define HIL_TESTS_SYSTEM_FAKE_BEAGLE_H

#include <stdbool.h>
#include <stdint.h>

enum fake_beagle_fault {
	FAKE_BEAGLE_GOOD,
	FAKE_BEAGLE_CLOSES, /* FIN at fault_at */
	FAKE_BEAGLE_RESETS, /* RST at fault_at */
	FAKE_BEAGLE_STALLS, /* says nothing more from fault_at on */
	FAKE_BEAGLE_MUTE,   /* accepts and never answers */
	FAKE_BEAGLE_SLOW    /* answers after 1.2 s: libsigrok gives it 1 s */
};

/*
 * The samples repeat each FAKE_BEAGLE_PERIOD: channel 0 is high in the first
 * half; channel 1 is high from 37 to 60; channels 8 and 9 are the same as 0
 * and 1, the others low.
 */
#define FAKE_BEAGLE_PERIOD 200u
#define FAKE_BEAGLE_RISE   37u
#define FAKE_BEAGLE_FALL   60u

struct fake_beagle_options {
	uint64_t samples_a_second; /* 0: as fast as the client takes them */
	enum fake_beagle_fault fault;
	uint64_t fault_at;  /* in samples */
	unsigned int piece; /* bytes a send at most, 0: 1 MiB */
};

struct fake_beagle;

/** fake_beagle_start() - listen on a free port of 127.0.0.1. NULL: failed */
struct fake_beagle *fake_beagle_start(const struct fake_beagle_options *o);

/** fake_beagle_port() - where it listens */
int fake_beagle_port(const struct fake_beagle *b);

/** fake_beagle_sent() - samples that left it so far */
uint64_t fake_beagle_sent(struct fake_beagle *b);

/** fake_beagle_stop() - end the thread, close everything; NULL-safe */
void fake_beagle_stop(struct fake_beagle *b);

#endif
