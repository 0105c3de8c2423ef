/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the rig's generator for a test, as a run would, and keeps what is said
 * about it. */
#include "rig/qualify/generator_use.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "rig/run/claim.h"

static void keep(void *context, enum hil_log_level level, const char *text)
{
	(void)level;
	fprintf(context, "%s\n", text);
}

bool hil_generator_use_open(struct hil_qualify *q, const char *name,
			    double line_volts, struct hil_generator_use *u,
			    struct hil_finding *f)
{
	char *path = hil_qualify_path(q, name, ".err");
	char evidence[HIL_QUALIFY_NAME + 24];
	int ret = -ENOMEM;

	*u = (struct hil_generator_use){ .claim = -1 };
	u->log = path ? fopen(path, "ae") : NULL;
	free(path);
	if (u->log) {
		snprintf(evidence, sizeof(evidence), HIL_EVIDENCE "/%s.err",
			 name);
		hil_finding_evidence(f, evidence);
		hil_log_to(keep, u->log);
		u->claim = hil_claim(q->o->generator);
		ret = u->claim < 0
			      ? u->claim
			      : hil_generator_open_board(q->o->generator,
							 line_volts, q->o->exec,
							 &u->g);
	}
	if (!ret)
		return true;
	hil_finding_set(f, HIL_FINDING_FAILED,
			"the generator cannot be used: %s", strerror(-ret));
	hil_generator_use_close(u);
	return false;
}

void hil_generator_use_close(struct hil_generator_use *u)
{
	hil_generator_close(u->g);
	u->g = NULL;
	if (u->claim >= 0)
		close(u->claim);
	u->claim = -1;
	hil_log_to(NULL, NULL);
	if (u->log)
		fclose(u->log);
	u->log = NULL;
}

struct hil_generator_wave
hil_generator_use_wave(const struct hil_run_options *o)
{
	struct hil_generator_wave wave = {
		.frequency_hz = 1e9 / (double)o->period_ns,
		.high_volts =
			o->given.high_volts ? o->high_volts : o->line_volts,
		.low_volts = o->low_volts,
		.duty = 0.5,
		.load_ohms = INFINITY,
		.buffered = o->buffer == HIL_BUFFER_SCHMITT,
	};
	double ohms;

	/* what is wrong in the config, a run refuses */
	if (!hil_number_double(o->load, &ohms) && ohms > 0)
		wave.load_ohms = ohms;
	return wave;
}
