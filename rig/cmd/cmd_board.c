/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig board: what one has to know of a board before a wire touches it. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "daemon/base/log.h"
#include "daemon/base/option.h"
#include "daemon/base/suggest.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish.h"
#include "rig/wire/board_table.h"

static const char usage[] =
	"usage: hilrig board [NAME] [--json]\n"
	"\n"
	"Pins, volts, pulls, ground, series resistor and known flaws of a "
	"board. Without\n"
	"NAME: the boards that are known.\n";

struct board {
	bool json;
};

static const struct hil_option table[] = {
	{ .name = "json",
	  .type = HIL_OPTION_FLAG,
	  .offset = offsetof(struct board, json),
	  .set_offset = -1,
	  .help = "as JSON" },
	{ .name = NULL },
};

/* The same for every board; the voltage rules come first. */
static const char *const always[] = {
	"generator: 0 V to the line's voltage, never below, never above; set "
	"line_volts",
	"generator output to the line, through the resistor",
	"analyzer D0 to the line, on the board's side of the resistor",
	"analyzer D1 to the probe; nothing else drives the probe",
	"the spare stays open: hilrigd holds it, so that the kernel counts "
	"edges in the hard interrupt",
	"ground of generator, board and analyzer together, short",
	"generator off before the board loses power",
};

#define ALWAYS (sizeof(always) / sizeof(always[0]))
#define LABEL  "%-10s "
#define COLUMN 11
#define WIDTH  80

/* One labelled paragraph, words wrapped behind the label. */
static void print_text(const char *label, const char *text)
{
	int at = printf(LABEL, label);
	const char *end;

	while (*text) {
		end = strchrnul(text, ' ');
		if (at > COLUMN && at + 1 + (end - text) >= WIDTH)
			at = printf("\n%*s", COLUMN, "") - 1;
		at += printf("%s%.*s", at > COLUMN ? " " : "",
			     (int)(end - text), text);
		text = *end ? end + 1 : end;
	}
	putchar('\n');
}

static void print_list(const char *label, const char *const *text, size_t most)
{
	for (size_t i = 0; i < most && text[i]; i++)
		print_text(i ? "" : label, text[i]);
}

static void print_pins(const struct hil_board_facts *b)
{
	const struct hil_board_pin *p = b->pin;

	if (!p->role)
		print_text("pins", "differ by module and carrier, none is "
				   "named here");
	for (size_t i = 0; i < HIL_BOARD_PINS && p[i].role; i++)
		printf(LABEL "%-6s = %-4s %-7s %s\n", i ? "" : "pins",
		       p[i].role, p[i].line, p[i].header, p[i].signal);
}

static void print_board(const struct hil_board_facts *b)
{
	printf("%s\n\n", b->title);
	print_text("chip", b->chip);
	print_text("volts", b->volts);
	print_pins(b);
	print_text("ground", b->ground);
	print_text("pulls", b->pulls);
	print_text("resistor", b->resistor);
	print_list("flaws", b->flaw, HIL_BOARD_TEXTS);
	print_list("wiring", always, ALWAYS);
	print_list("", b->wiring, HIL_BOARD_TEXTS);
	print_text("check",
		   "revisions differ: compare with your board's manual");
}

static json_t *texts_to_json(const char *const *text, size_t most)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < most && text[i]; i++)
		json_array_append_new(list, json_string(text[i]));
	return list;
}

static json_t *pins_to_json(const struct hil_board_facts *b)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < HIL_BOARD_PINS && b->pin[i].role; i++)
		json_array_append_new(
			list,
			json_pack("{s:s,s:s,s:s,s:s}", "role", b->pin[i].role,
				  "header", b->pin[i].header, "signal",
				  b->pin[i].signal, "line", b->pin[i].line));
	return list;
}

static json_t *board_to_json(const struct hil_board_facts *b)
{
	json_t *wiring = texts_to_json(always, ALWAYS);
	json_t *own = texts_to_json(b->wiring, HIL_BOARD_TEXTS);

	json_array_extend(wiring, own);
	json_decref(own);
	return json_pack("{s:s,s:s,s:s,s:s,s:o,s:s,s:s,s:s,s:o,s:o}", "name",
			 b->name, "title", b->title, "chip", b->chip, "volts",
			 b->volts, "pins", pins_to_json(b), "ground", b->ground,
			 "pulls", b->pulls, "resistor", b->resistor, "flaws",
			 texts_to_json(b->flaw, HIL_BOARD_TEXTS), "wiring",
			 wiring);
}

static int print_json(json_t *json)
{
	return hil_finish_json(json, "-") ? HIL_STATUS_ERROR : HIL_STATUS_OK;
}

static int show_all(bool json)
{
	const struct hil_board_facts *b;
	json_t *list = json ? json_array() : NULL;

	for (b = hil_board_table; b->name; b++) {
		if (json)
			json_array_append_new(list, board_to_json(b));
		else
			printf("%-12s %s\n", b->name, b->title);
	}
	return json ? print_json(list) : HIL_STATUS_OK;
}

static int show_one(const char *name, bool json)
{
	const struct hil_board_facts *b = hil_board_find(name);
	const char *known[32], *near;
	size_t count = 0;

	if (b && json)
		return print_json(board_to_json(b));
	if (b) {
		print_board(b);
		return HIL_STATUS_OK;
	}
	for (b = hil_board_table; b->name; b++)
		known[count++] = b->name;
	near = hil_suggest(name, known, count);
	hil_error("no board \"%s\" is known%s%s%s; `hilrig board` lists them",
		  name, near ? ", did you mean \"" : "", near ? near : "",
		  near ? "\"?" : "");
	return HIL_STATUS_ERROR;
}

int hil_cmd_board(int argc, char **argv)
{
	struct board o = { 0 };
	int first, ret;

	hil_options_init(table, &o);
	ret = hil_options_args(table, &o, argc, argv, usage, &first);
	if (ret == -ECANCELED)
		return HIL_STATUS_OK;
	if (ret)
		return HIL_STATUS_ERROR;
	if (argc - first > 1) {
		hil_error("board takes one name, got another: \"%s\"",
			  argv[first + 1]);
		return HIL_STATUS_ERROR;
	}
	return first < argc ? show_one(argv[first], o.json) : show_all(o.json);
}
