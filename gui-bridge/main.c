/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig-gui: chooses a front end and runs it. `hilrig gui …` is this program.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/base/beside.h"
#include "daemon/base/json_print.h"
#include "daemon/base/log.h"
#include "daemon/base/suggest.h"
#include "daemon/base/time.h"
#include "gui-bridge/front_ends.h"

#define NAMES_MAX    8
#define JSON_WAIT_NS (2 * HIL_NS_PER_S)

static const struct hil_front_row *find(const char *name)
{
	const char *known[NAMES_MAX], *near;
	size_t i;

	for (i = 0; i < hil_front_row_count; i++) {
		if (!strcmp(hil_front_rows[i].name, name))
			return &hil_front_rows[i];
		known[i] = hil_front_rows[i].name;
	}
	near = hil_suggest(name, known, hil_front_row_count);
	hil_error("there is no front end \"%s\"%s%s%s: it is one of term, web, "
		  "window, managed",
		  name, near ? ", did you mean \"" : "", near ? near : "",
		  near ? "\"?" : "");
	return NULL;
}

static int run(struct hil_front *f, const struct hil_front_end *end,
	       const struct hil_front_options *options)
{
	int ret = hil_front_open(f, end->name, options);
	int closed;

	if (!ret)
		ret = end->run(f);
	closed = hil_front_close(f);
	return ret ? ret : closed;
}

/* Two reads: what changes is known only from the second one on. */
static int print_json(struct hil_front *f)
{
	const struct timespec pause = { 0, 100 * HIL_NS_PER_MS };
	int ret;

	do {
		ret = hil_source_read(f->source, hil_time_mono_ns());
		nanosleep(&pause, NULL);
	} while (ret == -ENOENT && !hil_front_done(f) &&
		 hil_time_mono_ns() - f->begin_ns < JSON_WAIT_NS);
	hil_refresh_init(&f->refresh, f->refresh.period_ns, hil_time_mono_ns());
	hil_front_begin(f);
	hil_front_end(f);
	if (!f->view->attached) {
		hil_error("%s", f->view->reason);
		return -ENOENT;
	}
	return hil_json_print(
		hil_view_to_json(f->view, HIL_VIEW_PLOTS | HIL_VIEW_HISTOGRAMS),
		JSON_INDENT(1));
}

static const struct hil_front_end json_once = { "json", "one view as JSON",
						print_json };

/* Become the program that has the front end, if it is there. */
static void become(const char *program, char **argv)
{
	char *path = hil_beside(program);

	if (path)
		execvp(path, argv);
	free(path);
}

/* Return: what to run; NULL: the message is printed. */
static const struct hil_front_end *
choose(const char *name, const struct hil_front_options *options, char **argv)
{
	const struct hil_front_row *row;

	if (!name && options->json)
		return &json_once;
	if (!name) {
		hil_error("no front end was given: term, web, window or "
			  "managed; --help explains");
		return NULL;
	}
	row = find(name);
	if (!row || row->end)
		return row ? row->end : NULL;
	if (row->program)
		become(row->program, argv);
	hil_error("this program was built without the front end \"%s\": "
		  "install %s and build again",
		  row->name, row->needs);
	return NULL;
}

int main(int argc, char **argv)
{
	struct hil_front_options options;
	const struct hil_front_end *end;
	static struct hil_front front;
	const char *name = NULL;
	int ret;

	hil_log_open("hilrig-gui", HIL_LOG_NOTICE);
	ret = hil_front_options_read(&options, argc, argv, &name);
	if (!ret) {
		end = choose(name, &options, argv);
		ret = end ? run(&front, end, &options) : -EINVAL;
	}
	hil_front_options_free(&options);
	return ret && ret != -ECANCELED;
}
