/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which words an instrument understands, by what it calls itself. */
#include "rig/instrument/dialect.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "daemon/base/log.h"

/* The first that fits: "hilrig" is the beginning of other names. */
static const struct hil_dialect *const dialects[] = {
	&hil_dialect_gpio,     &hil_dialect_pwm,   &hil_dialect_bench,
	&hil_dialect_keysight, &hil_dialect_rigol, &hil_dialect_siglent
};
#define DIALECTS (sizeof(dialects) / sizeof(dialects[0]))

static bool is_maker(const struct hil_dialect *d, const char *field)
{
	for (const char *const *maker = d->makers; *maker; maker++)
		if (!strncasecmp(field, *maker, strlen(*maker)))
			return true;
	return false;
}

const struct hil_dialect *hil_dialect_find(const char *identity)
{
	const char *model = strchr(identity, ',');

	/* an answer with its header, as old instruments give it */
	if (!strncasecmp(identity, "*IDN ", strlen("*IDN ")))
		identity += strlen("*IDN ");
	for (size_t i = 0; i < DIALECTS; i++) {
		if (is_maker(dialects[i], identity) ||
		    (model && is_maker(dialects[i], model + 1)))
			return dialects[i];
	}
	return &hil_dialect_generic;
}

/* A missing pulse is the pause of a burst of the others. */
struct hil_dialect_burst
hil_dialect_as_burst(const struct hil_generator_wave *wave)
{
	const struct hil_pattern *p = &wave->pattern;
	double count = (double)p->count;

	switch (p->kind) {
	case HIL_PATTERN_BURST:
		return (struct hil_dialect_burst){ p->count,
						   (double)p->every_ns * 1e-9 };
	case HIL_PATTERN_MISSING:
		return (struct hil_dialect_burst){ p->count - 1,
						   count / wave->frequency_hz };
	case HIL_PATTERN_SINGLE:
		return (struct hil_dialect_burst){ 1, 0 };
	default:
		return (struct hil_dialect_burst){ wave->burst, 0 };
	}
}

int hil_dialect_check(const struct hil_scpi_link *l, const char *what,
		      double wanted, double actual, double tolerance)
{
	if (actual == wanted ||
	    (isfinite(wanted) && fabs(actual - wanted) <= tolerance))
		return 0;
	hil_error("generator %s cannot do %s %.9g: it says %.9g", l->device,
		  what, wanted, actual);
	return -ERANGE;
}
