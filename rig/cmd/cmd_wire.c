/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig wire: what is connected to what, what is wrong with it, and the one
 * thing to change. How it is found out is rig/wire's matter.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish.h"
#include "rig/wire/wire_config.h"
#include "rig/wire/wire_print.h"

struct wire {
	struct hil_run_options run; /* first: the table is shared */
	char *write, *tries;
};

#define AT(field) .offset = offsetof(struct wire, field), .set_offset = -1

static const struct hil_option own_options[] = {
	{ .name = "write",
	  .type = HIL_OPTION_STRING,
	  .optional_value = true,
	  .implied = "",
	  AT(write),
	  .argument = "FILE",
	  .help = "write what was found into the config, or as FILE" },
	{ .name = "try-lines",
	  .type = HIL_OPTION_STRING,
	  AT(tries),
	  .argument = "LINES",
	  .help = "when no channel sees the probe, toggle these lines of the "
		  "board too, \"5,6\": only such that drive nothing" },
};

#define OWN (sizeof(own_options) / sizeof(own_options[0]))

static const char usage[] =
	"usage: hilrig wire --config FILE [--write[=FILE]] [OPTIONS]\n"
	"Finds out what is connected to what, in about 4 s: all off, then two "
	"frequencies\nof the generator, then pulses of the probe line, on all "
	"channels of the analyzer\nand all free lines of the board. Prints the "
	"wiring table, and for each mistake\n(swapped, inverted, unconnected, "
	"floating, cross-talk, wrong line, wrong channel)\nthe one thing to "
	"change. On the board it needs hilrig-pins beside hilrigd.\n"
	"exit status: 0 no mistake, 1 error, 3 a mistake\n"
	"Options are those of `hilrig run`, and:\n";

static int read_options(struct wire *w, const struct hil_option *table,
			int argc, char **argv)
{
	int first, ret;

	hil_options_init(table, w);
	ret = hil_options_args(table, w, argc, argv, usage, &first);
	if (ret)
		return ret;
	if (first < argc) {
		hil_error("wire takes no operand, got \"%s\"", argv[first]);
		return -EINVAL;
	}
	ret = hil_run_options_file(&w->run);
	if (!ret && w->write && !*w->write && !w->run.config) {
		hil_error("there is no config to write to: name one, "
			  "--config FILE, or a new one, --write=FILE");
		ret = -EINVAL;
	}
	if (!ret && w->tries && w->run.board == HIL_BOARD_NONE) {
		hil_error("--try-lines needs a board, and board = none");
		ret = -EINVAL;
	}
	return ret ? ret : hil_run_options_check(&w->run);
}

/* What no config can say has to be mended first. */
static bool may_write(const struct hil_wire_verdict *v)
{
	for (size_t i = 0; i < v->findings; i++) {
		if (v->finding[i].config)
			continue;
		hil_error("nothing is written: no config can say \"%s, %s\"; "
			  "mend the wire",
			  v->finding[i].subject,
			  hil_wire_kind_name(v->finding[i].kind));
		return false;
	}
	return true;
}

static int write_config(const struct wire *w, const struct hil_wire_search *s,
			const struct hil_wire_verdict *v)
{
	const char *path = *w->write ? w->write : NULL;
	struct hil_wire_edit edits[HIL_WIRE_EDITS];
	int count, ret;

	if (!may_write(v))
		return 0;
	count = hil_wire_edits(s, v, &w->run, edits);
	if (count < 0)
		return count;
	if (count == 0 && !path) {
		hil_notice("the config is right as it is");
		return 0;
	}
	ret = hil_wire_config_write(w->run.config, path, &w->run, edits,
				    (size_t)count);
	for (int i = 0; i < count && !ret; i++)
		hil_notice("wrote %s = %s in [%s] of %s", edits[i].key,
			   edits[i].value, edits[i].section,
			   path ? path : w->run.config);
	if (!ret && path && count == 0)
		hil_notice("wrote %s", path);
	return ret;
}

static int show(const struct wire *w, const struct hil_wire_search *s,
		const struct hil_wire_verdict *v)
{
	const char *json = w->run.json;

	if (!json || strcmp(json, "-"))
		hil_wire_print(s, v);
	return json ? hil_finish_json(hil_wire_to_json(s, v), json) : 0;
}

static int search(const struct wire *w)
{
	struct hil_wire_search *s = calloc(1, sizeof(*s));
	struct hil_wire_verdict v;
	int status = HIL_STATUS_ERROR;
	int ret = s ? hil_wire_search(&w->run, w->tries, s) : -ENOMEM;

	if (!ret) {
		hil_wire_judge(&s->wire, &s->rules, &v);
		ret = show(w, s, &v);
		if (!ret && w->write)
			ret = write_config(w, s, &v);
		if (!ret)
			status =
				v.findings ? HIL_STATUS_INVALID : HIL_STATUS_OK;
	}
	if (s)
		hil_wire_search_clear(s);
	free(s);
	return status;
}

int hil_cmd_wire(int argc, char **argv)
{
	struct hil_option *table = hil_run_options_after(own_options, OWN);
	struct wire w = { .write = NULL };
	int status = HIL_STATUS_ERROR, ret;

	if (!table)
		return status;
	ret = read_options(&w, table, argc, argv);
	if (ret == -ECANCELED)
		status = HIL_STATUS_OK;
	else if (!ret)
		status = search(&w);
	hil_options_free(table, &w);
	free(table);
	return status;
}
