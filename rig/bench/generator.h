/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signal generator: a real-time thread that sets a pin of the board. */
#ifndef HIL_BENCH_GENERATOR_H
#define HIL_BENCH_GENERATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/stimulus/schedule.h"

struct hil_generator_settings {
	bool on;
	double frequency_hz;
	double high_volts, low_volts;
	bool limited; /* no level outside the next two */
	double limit_high_volts, limit_low_volts;
	double load_ohms; /* INFINITY: high impedance */
	double duty_percent;
	bool burst; /* waits for a trigger, then @cycles */
	uint64_t cycles;
	struct hil_pattern pattern;
};

struct hil_generator_counters {
	uint64_t sent;       /* rising edges */
	uint64_t skipped;    /* periods it was late for */
	uint64_t late;       /* edges more than 1 ms behind their time */
	int64_t worst_ns;    /* lateness of an edge that was sent */
	uint64_t refused;    /* answers of QEMU other than OK */
	uint64_t pin_stalls; /* pin changed more than 2 ms after it was told */
	int64_t pin_worst_ns;
};

struct hil_generator;

/**
 * hil_generator_new() - a generator whose output is off
 *
 * Context: start-up only. Return: NULL without memory or descriptors.
 */
struct hil_generator *hil_generator_new(void);

/** hil_generator_free() - end the thread, set the pin low; NULL-safe */
void hil_generator_free(struct hil_generator *g);

/**
 * hil_generator_start() - start the thread
 * @qtest_fd: QEMU's qtest stream, owned by the generator from now on, also
 *	after a failure
 * @path: of the pins' controller in QEMU
 * @priority: SCHED_FIFO, 0 for none; @cpu: -1 for any
 *
 * Context: start-up only.
 * Return: 0, also when the priority was refused (hil_generator_priority()
 * says so then); -errno of the thread.
 */
int hil_generator_start(struct hil_generator *g, int qtest_fd, const char *path,
			int priority, int cpu);

/** hil_generator_wire() - its output is wired to this line of the board, 0 to
 *7; the line before it goes low
 */
void hil_generator_wire(struct hil_generator *g, unsigned int line);

/**
 * hil_generator_drive() - another wire sets a line; not the generator's output
 *
 * Context: the loop's thread.
 */
void hil_generator_drive(struct hil_generator *g, unsigned int line,
			 bool level);

/** hil_generator_tid() - thread id; hil_generator_priority() - as it runs */
int hil_generator_tid(const struct hil_generator *g);
int hil_generator_priority(const struct hil_generator *g);

/** hil_generator_set() - take new settings over, at once */
void hil_generator_set(struct hil_generator *g,
		       const struct hil_generator_settings *settings);
/** hil_generator_levels() - as they are set now */
void hil_generator_levels(struct hil_generator *g, double *high_volts,
			  double *low_volts);
/** hil_generator_trigger() - one burst */
void hil_generator_trigger(struct hil_generator *g);
/** hil_generator_mute() - a fault: no edges, whatever the settings say */
void hil_generator_mute(struct hil_generator *g, bool mute);

/** hil_generator_counters() - since the start */
void hil_generator_counters(struct hil_generator *g,
			    struct hil_generator_counters *counters);

/**
 * hil_generator_seen() - the generator's pin changed
 * @mono_ns: when, as QEMU stamped it
 *
 * The changes come in the order of the commands; the distance is the time
 * that QEMU itself stood still.
 * Context: the loop's thread. Return: that distance in ns, -1 if unknown.
 */
int64_t hil_generator_seen(struct hil_generator *g, int64_t mono_ns);

#endif
