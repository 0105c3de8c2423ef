/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a kind of generator brings: a new one is a new row in generator.c. */
#ifndef HIL_INSTRUMENT_GENERATOR_PRIVATE_H
#define HIL_INSTRUMENT_GENERATOR_PRIVATE_H

#include "daemon/stimulus/schedule.h"
#include "rig/instrument/generator.h"

#define HIL_GENERATOR_IDENTITY 256

struct hil_guard;
struct hil_scpi_transport;

enum hil_address {
	HIL_ADDRESS_NONE,     /* "manual" */
	HIL_ADDRESS_OPTIONAL, /* "usbtmc", "usbtmc:serial=A" */
	HIL_ADDRESS_NEEDED,   /* "lxi:HOST" */
};

struct hil_generator_kind {
	const char *name;
	enum hil_address address;
	bool switchable;
	bool ends_with_us; /* is silent when this process ends: no guard */
	const struct hil_scpi_transport *transport; /* NULL: no SCPI */
	/* what it can do; open() may set others in the generator */
	unsigned int patterns;
	/* device is set; sets identity and member */
	int (*open)(struct hil_generator *g);
	/* limits are checked before; sets actual_hz */
	int (*set)(struct hil_generator *g,
		   const struct hil_generator_wave *wave);
	int (*on)(struct hil_generator *g);
	int (*trigger)(struct hil_generator *g); /* NULL: needs none */
	int (*off)(struct hil_generator *g);
	/* connect again, to the same one */
	int (*again)(struct hil_generator *g);
	bool (*alive)(const struct hil_generator *g);
	/* NULL: this kind keeps no books */
	int (*report)(struct hil_generator *g,
		      struct hil_generator_report *report);
	void (*close)(struct hil_generator *g); /* member may be NULL */
};

struct hil_generator {
	const struct hil_generator_kind *kind;
	char *device;
	const char *board; /* while it is opened; then the member's */
	double line_volts;
	char identity[HIL_GENERATOR_IDENTITY];
	struct hil_generator_wave wave; /* the last one that was asked for */
	double actual_hz;
	unsigned int patterns; /* HIL_PATTERN_BIT() of each that it can do */
	/* single shots by trigger(), while it is on; else not used */
	bool by_trigger;
	struct hil_stimulus_schedule single;
	int64_t due_ns;
	bool ready;              /* a wave was set */
	bool may_run;            /* turned on by us and not known to be off */
	void *member;            /* of the kind */
	struct hil_guard *guard; /* from the first time it was turned on */
};

/**
 * hil_generator_check() - levels within the line's, a wave, a pattern it can do
 *
 * Return: as hil_generator_set(); the message is printed.
 */
int hil_generator_check(const struct hil_generator *g,
			const struct hil_generator_wave *wave) HIL_MUST_CHECK;

extern const struct hil_generator_kind hil_generator_manual;
extern const struct hil_generator_kind hil_generator_lxi;
extern const struct hil_generator_kind hil_generator_usbtmc;
extern const struct hil_generator_kind hil_generator_gpio;
extern const struct hil_generator_kind hil_generator_pwm;
extern const struct hil_generator_kind hil_generator_audio;

#endif
