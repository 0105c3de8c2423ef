/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One qualification: every requirement in its order, between the beginning and
 * the end of a dossier. */
#include "rig/qualify/qualify.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/suggest.h"
#include "rig/qualify/dossier.h"

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	(void)signal;
	if (stopped < 100)
		stopped++;
}

int hil_qualify_stopped(void)
{
	return stopped;
}

static void catch_signals(void)
{
	const struct sigaction action = { .sa_handler = stop };

	stopped = 0;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
}

/* Is @id in "IQ-01,OQ-05"? */
static bool chosen(const char *only, const char *id)
{
	size_t length = strlen(id);

	for (const char *at = only; at && *at; at += strcspn(at, ",")) {
		at += *at == ',';
		if (!strncasecmp(at, id, length) &&
		    (!at[length] || at[length] == ','))
			return true;
	}
	return !only;
}

/* Each name in "IQ-01,OQ-05" is that of a requirement. */
static int check_only(const char *only)
{
	json_t *list = hil_qualify_list();
	const char *name[64] = { NULL }, *near;
	size_t count = json_array_size(list), i;
	char *copy = only ? strdup(only) : NULL, *rest = copy, *word;
	int ret = 0;

	for (i = 0; i < count && i < 64; i++)
		name[i] = json_string_value(
			json_object_get(json_array_get(list, i), "id"));
	while (!ret && (word = strsep(&rest, ","))) {
		for (i = 0; i < count && strcasecmp(word, name[i]); i++)
			;
		if (i < count)
			continue;
		near = hil_suggest(word, name, count);
		hil_error("--only: \"%s\" is no requirement%s%s%s; see hilrig "
			  "qualify --list",
			  word, near ? ", did you mean \"" : "",
			  near ? near : "", near ? "\"?" : "");
		ret = -EINVAL;
	}
	free(copy);
	json_decref(list);
	return ret;
}

static void lacking(const struct hil_qualify *q, unsigned int needs,
		    struct hil_finding *f)
{
	const struct hil_run_options *o = q->o;

	if (needs & HIL_NEEDS_BOARD && o->board == HIL_BOARD_NONE)
		hil_finding_set(f, HIL_FINDING_NOT_APPLICABLE,
				"the rig has no hilrigd: board = none");
	if (!(needs & HIL_NEEDS_GENERATOR))
		return;
	if (!strcmp(o->generator, "manual"))
		hil_finding_set(f, HIL_FINDING_NOT_POSSIBLE,
				"hilrig cannot switch the generator: device = "
				"manual");
	else if (!o->given.line_volts)
		hil_finding_set(f, HIL_FINDING_NOT_POSSIBLE,
				"the line's voltage is not known: line_volts "
				"in [rig]");
}

static void test(struct hil_qualify *q, const struct hil_requirement *row,
		 struct hil_finding *f)
{
	bool interrupted = hil_qualify_stopped();

	if (!interrupted)
		lacking(q, row->needs, f);
	if (!interrupted && f->state == HIL_FINDING_NOT_RUN) {
		row->check(q, f);
		/* what a signal cut off is no finding */
		if (hil_qualify_stopped())
			f->state = HIL_FINDING_NOT_RUN;
		else if (f->state == HIL_FINDING_NOT_RUN)
			hil_finding_set(f, HIL_FINDING_FAILED,
					"the test came to no end");
	}
	if (f->state == HIL_FINDING_NOT_RUN)
		snprintf(f->text, sizeof(f->text), "interrupted");
	if (!q->wish->quiet)
		hil_notice("%s %s: %s", row->id,
			   hil_finding_state_name(f->state), f->text);
}

static int test_all(struct hil_qualify *q, struct hil_dossier_rows *rows)
{
	const struct hil_requirement_part *part;
	const struct hil_requirement *row;
	int ret = 0;

	for (part = hil_requirement_parts; part->name; part++)
		for (row = part->row; row->id && !ret; row++) {
			struct hil_finding *f = &rows->found[rows->count];

			if (!chosen(q->wish->only, row->id))
				continue;
			rows->row[rows->count] = row;
			rows->part[rows->count++] = part->name;
			ret = hil_finding_init(f);
			if (!ret)
				test(q, row, f);
		}
	return ret;
}

/* "./dossier-NAME-2026-11-30T231500Z" */
static char *own_name(const struct hil_run_options *o)
{
	char utc[32], *path = NULL;

	hil_time_utc_format(hil_time_wall_ns(), utc, sizeof(utc));
	for (char *p = utc; (p = strchr(p, ':'));)
		memmove(p, p + 1, strlen(p));
	if (asprintf(&path, "dossier-%s-%s", o->name, utc) < 0)
		return NULL;
	return path;
}

static void clear(struct hil_qualify *q, struct hil_dossier_rows *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		hil_finding_free(&rows->found[i]);
	hil_qualify_run_clear(&q->run);
	hil_qualify_run_clear(&q->doctor);
	free(q->hilrig);
	free(q->config);
	free(q->folder);
	free(rows);
}

/* "DIR/" is DIR, which is written as DIR.partial-… first. */
static char *named_output(const char *output)
{
	size_t length = strlen(output);

	while (length > 1 && output[length - 1] == '/')
		length--;
	return strndup(output, length);
}

int hil_qualify(const struct hil_qualify_wish *wish, json_t **dossier)
{
	struct hil_qualify q = { .wish = wish, .o = wish->o };
	struct hil_dossier_rows *rows = calloc(1, sizeof(*rows));
	char *output =
		wish->output ? named_output(wish->output) : own_name(wish->o);
	int64_t begin_ns = hil_time_wall_ns();
	int ret = check_only(wish->only);

	*dossier = NULL;
	if (!rows || !output) {
		free(rows);
		free(output);
		return -ENOMEM;
	}
	catch_signals();
	q.hilrig = realpath("/proc/self/exe", NULL);
	q.config = realpath(wish->o->config, NULL);
	if (!ret && (!q.hilrig || !q.config))
		ret = -errno;
	if (ret) {
		clear(&q, rows);
		free(output);
		return ret;
	}
	ret = hil_dossier_begin(&q, output);
	if (!ret)
		ret = test_all(&q, rows);
	if (!ret)
		*dossier = hil_dossier_json(&q, rows, begin_ns);
	if (!ret)
		ret = hil_dossier_finish(&q, output, *dossier);
	if (ret) {
		hil_error("cannot write the dossier \"%s\": %s%s%s", output,
			  strerror(-ret),
			  q.folder ? "; what there is of it is in " : "",
			  q.folder ? q.folder : "");
		json_decref(*dossier);
		*dossier = NULL;
	}
	clear(&q, rows);
	free(output);
	return ret;
}
