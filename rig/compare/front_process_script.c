/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words by which a board's shell runs a front end, and those it answers.
 * Only what POSIX shells have is used; busybox is one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/beside.h"
#include "daemon/base/time.h"
#include "rig/compare/front_process.h"

#define END_WORD "hilrig-front-end "
/* Beside those that are asked for, for a look by a person. */
#define SPARE_CLIENTS 8
#define PAGE          "http://127.0.0.1:8003"

/* 'it'\''s' */
static void put_quoted(FILE *out, const char *text)
{
	fputc('\'', out);
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", out);
		else
			fputc(*text, out);
	}
	fputs("' ", out);
}

static void put_option(FILE *out, const char *name, const char *value)
{
	if (!value)
		return;
	fprintf(out, "%s ", name);
	put_quoted(out, value);
}

static int put_program(FILE *out, const struct hil_variant *v, bool remote)
{
	char *program =
		remote ? strdup("hilrig-gui") : hil_beside("hilrig-gui");
	char number[32];

	if (!program)
		return -ENOMEM;
	put_quoted(out, program);
	free(program);
	fprintf(out, "%s ", hil_front_kind_name(v->front));
	if (v->front == HIL_FRONT_TERM || v->front == HIL_FRONT_MANAGED)
		fputs("--pty ", out);
	put_option(out, "--sched", v->sched);
	put_option(out, "--cpus", v->cpus);
	if (v->front == HIL_FRONT_WEB)
		fprintf(out, "--clients %llu ",
			(unsigned long long)v->clients + SPARE_CLIENTS);
	if (v->refresh_ns)
		put_option(out, "--refresh",
			   hil_duration_format(v->refresh_ns, number,
					       sizeof(number)));
	fputs("--stats - ", out);
	return 0;
}

/* One program and its arguments, so that its process id is the shell's. */
static void put_exec(FILE *out, const char *command)
{
	char *text = NULL;

	if (asprintf(&text, "exec %s", command) < 0)
		return;
	fputs("sh -c ", out);
	put_quoted(out, text);
	free(text);
}

/* Any program: util-linux sets what hilrig-gui would set itself. */
static void put_command(FILE *out, const struct hil_variant *v)
{
	if (v->cpus)
		put_option(out, "taskset -c", v->cpus);
	if (v->sched) {
		const char *colon = strchr(v->sched, ':');

		fprintf(out, "chrt --%.*s %s ",
			(int)(colon ? colon - v->sched
				    : (ptrdiff_t)strlen(v->sched)),
			v->sched, colon ? colon + 1 : "0");
	}
	put_exec(out, v->command);
	fputs(">/dev/null ", out);
}

/* Clients of a page read its stream as a browser does, on the board too. */
static void put_clients(FILE *out, const struct hil_variant *v)
{
	if (v->front != HIL_FRONT_WEB || v->browser)
		return;
	/* The bridge tells its stream to its own page only. */
	fprintf(out,
		"i=0; while [ $i -lt %llu ]; do (sleep 0.3; exec wget -q -O "
		"/dev/null --header 'Origin: " PAGE "' " PAGE
		"/api/v1/stream) </dev/null >/dev/null 2>&1 & c=\"$c $!\"; "
		"i=$((i+1)); done\n",
		(unsigned long long)v->clients);
}

static void put_load(FILE *out, const struct hil_variant *v)
{
	if (!v->load)
		return;
	put_exec(out, v->load);
	fputs("</dev/null >/dev/null & c=\"$c $!\"\n", out);
}

char *hil_front_process_script(const struct hil_variant *v, bool remote)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int ret = 0;

	if (!out)
		return NULL;
	if (v->front == HIL_FRONT_COMMAND)
		put_command(out, v);
	else if (v->front == HIL_FRONT_NONE)
		fputs("sleep 1000000 ", out); /* the load is all there is */
	else
		ret = put_program(out, v, remote);
	/* The shell reads on while the program runs, until we say more. */
	fputs("</dev/null & p=$!; c=; trap 'kill $p $c 2>/dev/null' EXIT; "
	      "trap 'exit 143' TERM HUP\n",
	      out);
	put_clients(out, v);
	put_load(out, v);
	if (fclose(out) || ret) {
		free(text);
		return NULL;
	}
	return text;
}

/* "0m1.230s 0m0.450s", the children's line of the shell's times */
static bool parse_times(const char *text, struct hil_front_outcome *end)
{
	unsigned int user_m, system_m;
	double user_s, system_s;

	if (sscanf(text, "%um%lfs %um%lfs", &user_m, &user_s, &system_m,
		   &system_s) != 4)
		return false;
	end->user_s = 60.0 * user_m + user_s;
	end->system_s = 60.0 * system_m + system_s;
	return true;
}

/* The last object that begins a line: others are none of ours. */
static json_t *find_stats(const char *text, const char *end)
{
	json_t *found = NULL, *json;
	const char *line = text;

	while (line && line < end) {
		if (*line == '{') {
			json = json_loadb(line, (size_t)(end - line),
					  JSON_DISABLE_EOF_CHECK, NULL);
			if (json_is_object(json)) {
				json_decref(found);
				found = json;
			} else {
				json_decref(json);
			}
		}
		line = memchr(line, '\n', (size_t)(end - line));
		line = line ? line + 1 : NULL;
	}
	return found;
}

/* What the front end says of itself leaves out its shell and its clients. */
static void take_cpu(struct hil_front_outcome *end)
{
	json_t *cpu = json_object_get(end->stats, "cpu_s");
	json_t *user = json_object_get(cpu, "user");
	json_t *system = json_object_get(cpu, "system");

	if (!json_is_number(user) || !json_is_number(system))
		return;
	end->cpu_known = true;
	end->user_s = json_number_value(user);
	end->system_s = json_number_value(system);
}

struct hil_front_outcome hil_front_process_parse(const char *text)
{
	struct hil_front_outcome end = { .known = false };
	const char *said = NULL, *next = strstr(text, END_WORD), *line;

	while (next) {
		said = next;
		next = strstr(next + 1, END_WORD);
	}
	end.stats = find_stats(text, said ? said : text + strlen(text));
	if (!said)
		return end;
	end.known = sscanf(said, END_WORD "%d", &end.status) == 1;
	line = strchr(said, '\n');
	line = line ? strchr(line + 1, '\n') : NULL; /* the shell's own line */
	end.cpu_known = line && parse_times(line + 1, &end);
	take_cpu(&end);
	return end;
}
