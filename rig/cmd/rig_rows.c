/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Asks each instrument as a run would, and the folder of runs for its space.
 * The board's own rows come from hilrigd --doctor.
 */
#include "rig/cmd/rig_rows.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "daemon/base/beside.h"
#include "daemon/base/time.h"
#include "rig/cmd/rows.h"
#include "rig/instrument/generator.h"
#include "rig/run/collect.h"
#include "rig/store/run_path.h"

#define SEARCH_WAIT_NS (20 * HIL_NS_PER_S)
#define SEARCH_BYTES   (256u * 1024)

/* Space where the runs go; their folder is made by the first run. */
static int free_space(const char *runs, double *bytes)
{
	char path[HIL_RUN_PATH_MAX], *slash;
	struct statvfs fs;
	int ret = hil_run_root(runs, path, sizeof(path));

	while (!ret && statvfs(path, &fs)) {
		slash = strrchr(path, '/');
		if (errno != ENOENT || !slash)
			ret = -errno;
		else
			slash[slash == path] = '\0';
	}
	if (!ret)
		*bytes = (double)fs.f_bavail * (double)fs.f_frsize;
	return ret;
}

static void add_space(json_t *rows, const struct hil_run_options *o)
{
	char text[64];
	double bytes = 0;
	int ret = free_space(o->runs, &bytes);

	if (ret) {
		hil_rows_add(rows, "space", "free disk space", "unknown",
			     strerror(-ret), "set HILRIG_RUNS");
		return;
	}
	snprintf(text, sizeof(text), "%.1f GB", bytes * 1e-9);
	hil_rows_add(rows, "space", "free disk space",
		     bytes > 1e9 ? "good" : "bad", text,
		     "a night at 10 kHz needs about 10 GB");
}

static void add_generator(json_t *rows, const struct hil_run_options *o)
{
	struct hil_generator *g = NULL;

	if (!strcmp(o->generator, "manual")) {
		hil_rows_add(rows, "generator", "generator", "unknown",
			     "manual",
			     "a generator that hilrig can switch anchors the "
			     "first edge");
		return;
	}
	if (hil_generator_open_board(o->generator, o->line_volts, o->exec,
				     &g)) {
		hil_rows_add(rows, "generator", "generator", "bad",
			     o->generator, "see the message above");
		return;
	}
	hil_rows_add(rows, "generator", "generator", "good",
		     hil_generator_identity(g), NULL);
	hil_generator_close(g);
}

static void add_analyzer(json_t *rows, const struct hil_run_options *o)
{
	char scan[] = "--scan", driver[] = "--driver";
	char *program = hil_beside("hilrig-capture"), *text = NULL;
	char *argv[] = { program, scan, driver, o->analyzer, NULL };
	int status = 0;
	int ret = !o->analyzer || !program
			  ? -ENOENT
			  : hil_collect(argv, SEARCH_WAIT_NS, SEARCH_BYTES,
					&text, &status);
	bool found = !ret && !status && *text;

	hil_rows_add(rows, "analyzer", "analyzer", found ? "good" : "bad",
		     !o->analyzer ? "not given" : o->analyzer,
		     o->analyzer
			     ? "see the message above; is it connected, "
			       "switched on and free?"
			     : "device = DRIVER in [analyzer]; `hilrig scan "
			       "--driver DRIVER` lists them");
	free(text);
	free(program);
}

json_t *hil_rig_rows(const struct hil_run_options *o)
{
	json_t *rows = json_array();

	add_space(rows, o);
	if (o->given.line_volts || !strcmp(o->generator, "manual"))
		add_generator(rows, o);
	else
		hil_rows_add(rows, "volts", "line voltage", "bad", "not given",
			     "line_volts = VOLTS in [rig]; no output before");
	add_analyzer(rows, o);
	return rows;
}
