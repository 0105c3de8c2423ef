/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A generator as its maker built it, without a wire: lines in, replies out.
 * It knows its own words only, and what its load setting does to the pin.
 */
#ifndef HIL_UNIT_FAKE_GENERATOR_H
#define HIL_UNIT_FAKE_GENERATOR_H

#include <stdbool.h>
#include <stddef.h>

enum fake_maker {
	FAKE_PLAIN,    /* one channel, no numbers in headers */
	FAKE_KEYSIGHT, /* 33500 */
	FAKE_RIGOL,    /* DG1000Z */
	FAKE_SIGLENT,  /* SDG1000X: keys and values, no error queue */
	FAKE_MAKERS
};

#define FAKE_ERRORS 4

struct fake_generator {
	enum fake_maker maker;
	double hz, duty_percent, cycles;
	double high_volts, low_volts; /* at a pin: nothing draws current */
	double load_ohms;             /* what it thinks is connected */
	double every_s;               /* from burst to burst */
	double start_hz, stop_hz, sweep_s;
	double dwell_s, points; /* of a list of frequencies */
	double limit_high_volts, limit_low_volts;
	bool square, on, burst, by_trigger, sweep, list, limited;
	bool sweep_down;    /* Siglent's direction */
	bool load_is_stuck; /* LOAD has no effect and no error */
	int triggers;
	int error[FAKE_ERRORS], errors;
};

/** fake_generator_init() - as after switching on: 5 V sine, 50 ohm, off */
void fake_generator_init(struct fake_generator *f, enum fake_maker maker);

/** fake_generator_push() - put an error into its queue */
void fake_generator_push(struct fake_generator *f, int error);

/**
 * fake_generator_do() - one line without its end
 * @reply: result without line end, "" when it says nothing
 */
void fake_generator_do(struct fake_generator *f, const char *line, char *reply,
		       size_t size);

/* Between fake_generator.c and fake_siglent.c. */
void fake_siglent_do(struct fake_generator *f, const char *line, char *reply,
		     size_t size);
/* the level that it shows for the load that it thinks of, and back */
double fake_generator_shown(const struct fake_generator *f, double volts);
double fake_generator_at_pin(const struct fake_generator *f, double shown);

#endif
