/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Installation: programs, board, instruments, disk. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/beside.h"
#include "rig/qualify/checks.h"
#include "rig/run/board.h"
#include "rig/run/collect.h"
#include "rig/run/feed.h"

#define ASK_NS    (20 * HIL_NS_PER_S)
#define DOCTOR_NS (90 * HIL_NS_PER_S)

static void look_for(const char *name, struct hil_finding *f)
{
	char *path = hil_beside(name);

	if (!path || !strchr(path, '/') || access(path, X_OK))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"%s is not installed beside hilrig", name);
	free(path);
}

static void ask_hilrigd(struct hil_qualify *q, struct hil_finding *f)
{
	const char *const args[] = { "--version", NULL };
	char **argv = hil_board_command(q->o->exec, q->o->hilrigd, args);
	char *text = NULL;
	int status = 0, ret = -ENOMEM;

	if (argv)
		ret = hil_collect(argv, ASK_NS, 4096, &text, &status);
	if (!ret)
		text[strcspn(text, "\n")] = '\0';
	if (ret || status)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the board's hilrigd does not tell its version "
				"(%s): is it installed there?",
				ret ? strerror(-ret) : "it failed");
	else if (strcmp(text, "hilrigd " HIL_VERSION))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the board has \"%.100s\", this is hilrig %s",
				text, HIL_VERSION);
	free(text);
	hil_board_command_free(argv);
}

void hil_check_programs(struct hil_qualify *q, struct hil_finding *f)
{
	look_for("hilrig-capture", f);
	look_for("hilrig-guard", f);
	if (q->o->board == HIL_BOARD_EXEC)
		ask_hilrigd(q, f);
	hil_finding_set(
		f, HIL_FINDING_PASSED,
		"hilrig-capture and hilrig-guard are beside hilrig %s%s",
		HIL_VERSION,
		q->o->board == HIL_BOARD_EXEC
			? "; the board's hilrigd is of that version"
			: "");
}

/* Rows of `hilrig doctor`, once for all that look at them. */
static bool doctor(struct hil_qualify *q, struct hil_finding *f)
{
	const char *args[] = { "doctor",
			       "--json",
			       "--config",
			       q->config,
			       q->o->board == HIL_BOARD_EXEC ? "--board" : NULL,
			       NULL };
	struct hil_qualify_run *d = &q->doctor;
	char *path;

	if (!d->made) {
		d->made = true;
		d->error = hil_command_run(q, "doctor", args, DOCTOR_NS,
					   &d->status);
		path = hil_qualify_path(q, "doctor", ".out");
		d->json = path ? json_load_file(path, 0, NULL) : NULL;
		free(path);
	}
	if (d->error == -EINTR)
		return false;
	hil_command_evidence(f, "doctor");
	if (!d->error && json_is_object(d->json))
		return true;
	hil_finding_set(f, HIL_FINDING_FAILED, "hilrig doctor: %s",
			d->error ? strerror(-d->error) : "it told nothing");
	return false;
}

static void judge_rows(const json_t *rows, struct hil_finding *f)
{
	char bad[400] = "";
	unsigned int good = 0, unknown = 0;
	const char *state;
	json_t *row;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		state = hil_feed_string(row, "state");
		good += !strcmp(state, "good");
		unknown += !strcmp(state, "unknown");
		if (!strcmp(state, "bad"))
			snprintf(bad + strlen(bad), sizeof(bad) - strlen(bad),
				 "%s%s: %s", *bad ? "; " : "",
				 hil_feed_string(row, "title"),
				 hil_feed_string(row, "value"));
	}
	hil_finding_count(f, "good rows", good);
	hil_finding_count(f, "unknown rows", unknown);
	if (*bad)
		hil_finding_set(f, HIL_FINDING_FAILED, "%s", bad);
	else if (!good)
		hil_finding_set(f, HIL_FINDING_FAILED, "there is no row");
	else
		hil_finding_set(f, HIL_FINDING_PASSED,
				"no row is bad, %u are good, %u unknown", good,
				unknown);
}

void hil_check_board(struct hil_qualify *q, struct hil_finding *f)
{
	if (doctor(q, f))
		judge_rows(json_object_get(q->doctor.json, "rows"), f);
}

static const json_t *rig_row(const struct hil_qualify *q, const char *id)
{
	json_t *rows = json_object_get(q->doctor.json, "rig"), *row;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		if (!strcmp(hil_feed_string(row, "id"), id))
			return row;
	}
	return NULL;
}

static void judge_row(const struct hil_qualify *q, const char *id,
		      struct hil_finding *f)
{
	const json_t *row = rig_row(q, id);
	const char *state = hil_feed_string(row, "state");

	if (!strcmp(state, "good"))
		return;
	if (!strcmp(state, "unknown"))
		hil_finding_set(f, HIL_FINDING_NOT_POSSIBLE, "%s: %s; %s", id,
				hil_feed_string(row, "value"),
				hil_feed_string(row, "advice"));
	else
		hil_finding_set(f, HIL_FINDING_FAILED, "%s: %s; %s", id,
				row ? hil_feed_string(row, "value")
				    : "not looked for",
				hil_feed_string(row, "advice"));
}

void hil_check_instruments(struct hil_qualify *q, struct hil_finding *f)
{
	if (!doctor(q, f))
		return;
	judge_row(q, "analyzer", f);
	judge_row(q, "generator", f);
	hil_finding_set(f, HIL_FINDING_PASSED,
			"both answer; the generator is "
			"\"%s\"",
			hil_feed_string(rig_row(q, "generator"), "value"));
}

void hil_check_disk(struct hil_qualify *q, struct hil_finding *f)
{
	struct stat s = { 0 };

	if (!doctor(q, f))
		return;
	judge_row(q, "space", f);
	if (stat(q->folder, &s) || s.st_mode & (S_IWGRP | S_IWOTH))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"others may write into the dossier's folder");
	hil_finding_set(f, HIL_FINDING_PASSED,
			"%s are free, and nobody else may write there",
			hil_feed_string(rig_row(q, "space"), "value"));
}
