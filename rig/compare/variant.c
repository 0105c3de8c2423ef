/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of a variant. What a front end makes of them is its own affair. */
#include "rig/compare/variant.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/suggest.h"
#include "daemon/base/time.h"

#define CLIENTS_MAX 1000
#define PAGES_MAX   16 /* of a browser */
#define REFRESH_MIN (20 * HIL_NS_PER_MS)
#define REFRESH_MAX (5 * HIL_NS_PER_S)
#define LINE_BYTES  1024

static const char *const front_names[HIL_FRONTS] = {
	"none", "term", "web", "window", "managed", "cmd"
};

const char *hil_front_kind_name(enum hil_front_kind front)
{
	return front_names[front];
}

static const char *after(const char *word, const char *start)
{
	size_t len = strlen(start);

	return strncmp(word, start, len) ? NULL : word + len;
}

static int set_text(char **slot, const char *text)
{
	free(*slot);
	*slot = strdup(text);
	return *slot ? 0 : -ENOMEM;
}

/* 1 when the word is a scheduling policy, 0 when it is not. */
static int set_sched(struct hil_variant *v, const char *word)
{
	const char *number = after(word, "fifo:");
	uint64_t priority;

	if (!number)
		number = after(word, "rr:");
	if (number) {
		if (hil_number_u64(number, &priority) || priority < 1 ||
		    priority > 99) {
			hil_error("variant: \"%s\" has no priority from 1 to "
				  "99",
				  word);
			return -EINVAL;
		}
	} else if (strcmp(word, "other") && strcmp(word, "batch") &&
		   strcmp(word, "idle")) {
		return 0;
	}
	return set_text(&v->sched, word) ? -ENOMEM : 1;
}

static int set_clients(struct hil_variant *v, const char *text)
{
	if (!hil_number_u64(text, &v->clients) && v->clients >= 1 &&
	    v->clients <= CLIENTS_MAX)
		return 0;
	hil_error("variant: clients=\"%s\" is not a number from 1 to %d", text,
		  CLIENTS_MAX);
	return -EINVAL;
}

static int set_refresh(struct hil_variant *v, const char *text)
{
	if (!hil_duration_parse(text, 0, &v->refresh_ns) &&
	    v->refresh_ns >= REFRESH_MIN && v->refresh_ns <= REFRESH_MAX)
		return 0;
	hil_error("variant: refresh=\"%s\" is not a time from 20ms to 5s",
		  text);
	return -EINVAL;
}

static int set_front(struct hil_variant *v, const char *word, bool *given)
{
	const char *clients = after(word, "web:clients="), *near;
	int i;

	if (*given) {
		hil_error("variant: \"%s\" is a second front end or unknown",
			  word);
		return -EINVAL;
	}
	*given = true;
	if (clients) {
		v->front = HIL_FRONT_WEB;
		return set_clients(v, clients);
	}
	for (i = 0; i < HIL_FRONT_COMMAND; i++) {
		if (strcmp(word, front_names[i]))
			continue;
		v->front = (enum hil_front_kind)i;
		v->clients = v->front == HIL_FRONT_WEB;
		return 0;
	}
	near = hil_suggest(word, front_names, HIL_FRONT_COMMAND);
	hil_error("variant: \"%s\" is no front end%s%s%s; there are none, "
		  "term, web[:clients=N], window, managed and cmd:COMMAND",
		  word, near ? ", did you mean \"" : "", near ? near : "",
		  near ? "\"?" : "");
	return -EINVAL;
}

static int set_word(struct hil_variant *v, const char *word, bool *given)
{
	const char *value;
	int ret;

	value = after(word, "name=");
	if (value && *value)
		return set_text(&v->name, value);
	value = after(word, "cpus=");
	if (value && *value)
		return set_text(&v->cpus, value);
	value = after(word, "refresh=");
	if (value)
		return set_refresh(v, value);
	value = strcmp(word, "browser") ? after(word, "browser=") : "chromium";
	if (value && *value)
		return set_text(&v->browser, value);
	value = after(word, "sched=");
	ret = set_sched(v, value ? value : word);
	if (ret)
		return ret < 0 ? ret : 0;
	return set_front(v, word, given);
}

static int set_command(struct hil_variant *v, const char *text, bool *given)
{
	if (*given || !*text) {
		hil_error("variant: cmd:%s %s", text,
			  *text ? "is a second front end" : "names no command");
		return -EINVAL;
	}
	*given = true;
	v->front = HIL_FRONT_COMMAND;
	return set_text(&v->command, text);
}

static int set_load(struct hil_variant *v, const char *text)
{
	if (*text)
		return set_text(&v->load, text);
	hil_error("variant: load: names no command");
	return -EINVAL;
}

static int set_words(struct hil_variant *v, char *words)
{
	bool given = false;
	int ret = 0;

	while (words && *words && !ret) {
		const char *command = after(words, "cmd:");
		const char *load = after(words, "load:");
		char *comma = strchr(words, ',');

		if (command)
			return set_command(v, command, &given);
		if (load && given)
			return set_load(v, load);
		if (comma)
			*comma = '\0';
		ret = set_word(v, words, &given);
		words = comma ? comma + 1 : NULL;
	}
	if (!ret && !given) {
		hil_error("a variant needs a front end: none, term, web, "
			  "window, managed or cmd:COMMAND");
		ret = -EINVAL;
	}
	if (!ret && v->browser && v->front != HIL_FRONT_WEB) {
		hil_error("variant: a browser shows the page of web, not %s",
			  hil_front_kind_name(v->front));
		ret = -EINVAL;
	}
	if (!ret && v->browser && v->clients > PAGES_MAX) {
		hil_error("variant: a browser opens at most %d pages",
			  PAGES_MAX);
		ret = -EINVAL;
	}
	return ret;
}

static const char *browser_name(const char *program)
{
	const char *slash = strrchr(program, '/');

	return slash ? slash + 1 : program;
}

static int make_name(struct hil_variant *v)
{
	char refresh[32] = "", clients[40] = "";

	if (v->name)
		return 0;
	if (v->refresh_ns)
		hil_duration_format(v->refresh_ns, refresh, sizeof(refresh));
	if (v->clients > 1)
		snprintf(clients, sizeof(clients), " x%llu",
			 (unsigned long long)v->clients);
	if (asprintf(&v->name, "%s%s%s%s%s%s%s%s%s%s%s%s",
		     v->command ? v->command : hil_front_kind_name(v->front),
		     clients, v->browser ? " in " : "",
		     v->browser ? browser_name(v->browser) : "",
		     v->sched ? " " : "", v->sched ? v->sched : "",
		     *refresh ? " " : "", refresh, v->cpus ? " cpus " : "",
		     v->cpus ? v->cpus : "", v->load ? " + " : "",
		     v->load ? v->load : "") < 0)
		v->name = NULL;
	return v->name ? 0 : -ENOMEM;
}

static void variant_free(struct hil_variant *v)
{
	free(v->name);
	free(v->command);
	free(v->browser);
	free(v->load);
	free(v->sched);
	free(v->cpus);
	memset(v, 0, sizeof(*v));
}

int hil_variants_add(struct hil_variants *v, const char *spec)
{
	struct hil_variant new = { .name = NULL };
	char *words = strdup(spec);
	int ret = words ? set_words(&new, words) : -ENOMEM;
	size_t i;

	free(words);
	if (!ret)
		ret = make_name(&new);
	if (!ret && v->count == HIL_VARIANTS_MAX) {
		hil_error("there are more than %d variants", HIL_VARIANTS_MAX);
		ret = -ENOSPC;
	}
	for (i = 0; !ret && i < v->count; i++) {
		if (strcmp(v->of[i].name, new.name))
			continue;
		hil_error("variant \"%s\" is there twice; name=TEXT makes "
			  "another of it",
			  new.name);
		ret = -EINVAL;
	}
	if (ret)
		variant_free(&new);
	else
		v->of[v->count++] = new;
	return ret;
}

bool hil_variant_runs(const struct hil_variant *v)
{
	return v->front != HIL_FRONT_NONE || v->load;
}

int hil_variants_default(struct hil_variants *v, uint64_t ist_priority)
{
	static const char *const fronts[] = { "term", "managed" };
	uint64_t below = ist_priority > 1 ? ist_priority / 2 : 1;
	char spec[64];
	int ret = hil_variants_add(v, "none");
	size_t i;

	for (i = 0; i < 2 && !ret; i++) {
		snprintf(spec, sizeof(spec), "%s,other", fronts[i]);
		ret = hil_variants_add(v, spec);
		snprintf(spec, sizeof(spec), "%s,fifo:%llu", fronts[i],
			 (unsigned long long)below);
		if (!ret)
			ret = hil_variants_add(v, spec);
	}
	return ret;
}

int hil_variants_file(struct hil_variants *v, const char *path)
{
	char line[LINE_BYTES], *start;
	FILE *file = fopen(path, "re");
	int number = 0, ret = 0;

	if (!file) {
		ret = -errno;
		hil_error("cannot open \"%s\": %s", path, strerror(errno));
		return ret;
	}
	while (!ret && fgets(line, sizeof(line), file)) {
		number++;
		if (strlen(line) == sizeof(line) - 1) {
			hil_error("%s:%d: the line is longer than %zu bytes",
				  path, number, sizeof(line) - 2);
			ret = -EINVAL;
			break;
		}
		line[strcspn(line, "\r\n")] = '\0';
		start = line + strspn(line, " \t");
		if (!*start || *start == '#')
			continue;
		ret = hil_variants_add(v, start);
		if (ret)
			hil_error("%s:%d: this variant cannot be used", path,
				  number);
	}
	fclose(file);
	return ret;
}

void hil_variants_free(struct hil_variants *v)
{
	while (v->count)
		variant_free(&v->of[--v->count]);
}
