/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig doctor: what would spoil a measurement. The board's rows come from
 * hilrigd itself, on the board or on this machine; the rig's rows are ours.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/capture/child.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish.h"
#include "rig/cmd/rig_rows.h"
#include "rig/cmd/rows.h"
#include "rig/run/board.h"
#include "rig/run/collect.h"
#include "rig/run/feed.h"
#include "rig/run/options.h"

static const char usage[] =
	"usage: hilrig doctor [--board] [--config FILE] [--json]\n"
	"\n"
	"Says what would spoil a measurement, on this machine, or with --board "
	"on the\n"
	"board of the rig's config. Exit status 3 when a row is bad.\n";

#define DOCTOR_WAIT_NS (20 * HIL_NS_PER_S)
#define DOCTOR_BYTES   (256u * 1024)

struct doctor {
	struct hil_run_options o;
	bool board, json;
};

/* --board and --json are doctor's own; the rest is run's. */
static int split_options(struct doctor *d, int *argc, char **argv)
{
	int i, kept = 1;

	for (i = 1; i < *argc; i++) {
		if (!strcmp(argv[i], "--board"))
			d->board = true;
		else if (!strcmp(argv[i], "--json"))
			d->json = true;
		else
			argv[kept++] = argv[i];
	}
	*argc = kept;
	argv[kept] = NULL;
	return hil_run_options_read(&d->o, *argc, argv, usage);
}

/* hilrigd's rows; a row of our own says why there are none. */
static json_t *daemon_rows(const struct doctor *d)
{
	/* without a rig's config no line is meant */
	const char *const args[] = {
		"--doctor", "--json", d->o.config ? "--chip" : NULL,
		d->o.chip,  "--line", d->o.line,
		NULL
	};
	char **argv;
	json_t *all = NULL, *rows;
	char *text = NULL, why[128];
	int status = 0, ret = -ENOMEM;

	argv = hil_board_command(d->board ? d->o.exec : NULL, d->o.hilrigd,
				 args);
	if (argv)
		ret = hil_collect(argv, DOCTOR_WAIT_NS, DOCTOR_BYTES, &text,
				  &status);
	if (!ret)
		all = json_loads(text, 0, NULL);
	rows = json_object_get(all, "rows");
	if (json_is_array(rows)) {
		json_incref(rows);
	} else {
		rows = json_array();
		if (ret)
			snprintf(why, sizeof(why), "no answer: %s",
				 strerror(-ret));
		else
			snprintf(why, sizeof(why), "no rows, exit status %d",
				 status);
		hil_rows_add(rows, "hilrigd", "hilrigd", "bad", why,
			     d->board ? "is hilrigd installed on the board and "
					"does board.exec reach it?"
				      : "build or install hilrigd");
	}
	json_decref(all);
	free(text);
	hil_board_command_free(argv);
	return rows;
}

int hil_cmd_doctor(int argc, char **argv)
{
	struct doctor d = { 0 };
	json_t *rows = NULL, *rig = NULL, *all;
	int status = HIL_STATUS_ERROR;
	int ret = split_options(&d, &argc, argv);

	if (ret == -ECANCELED)
		status = HIL_STATUS_OK;
	if (ret)
		goto out;
	if (d.board && !d.o.config) {
		hil_error("--board needs the config of the rig: --config FILE");
		goto out;
	}
	rows = daemon_rows(&d);
	if (d.o.config)
		rig = hil_rig_rows(&d.o);
	if (d.json) {
		all = json_pack("{s:s,s:O,s:O?}", "schema", "hilrig-doctor-1",
				"rows", rows, "rig", rig);
		if (hil_finish_json(all, "-"))
			goto out;
	} else {
		hil_rows_print(d.board ? "board" : "this machine", rows);
		if (rig)
			hil_rows_print("rig", rig);
	}
	status = hil_rows_bad(rows) || hil_rows_bad(rig) ? HIL_STATUS_INVALID
							 : HIL_STATUS_OK;
out:
	json_decref(rows);
	json_decref(rig);
	hil_run_options_free(&d.o);
	return status;
}
