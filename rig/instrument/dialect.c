/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which words an instrument understands, by what it calls itself. */
#include "rig/instrument/dialect.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "daemon/base/log.h"

static const struct hil_dialect *const dialects[] = { &hil_dialect_keysight,
						      &hil_dialect_rigol,
						      &hil_dialect_siglent };
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
