/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a qualification is of: everything that, when it changes, ends it. */
#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "daemon/base/beside.h"
#include "rig/calibrate/record.h"
#include "rig/qualify/commit.h"
#include "rig/qualify/dossier.h"
#include "rig/qualify/evidence.h"
#include "rig/report/json_part.h"
#include "rig/run/board.h"
#include "rig/run/collect.h"
#include "rig/run/feed.h"

#define ASK_NS (20 * HIL_NS_PER_S)

static json_t *file_of(const char *name, const char *path)
{
	char hex[HIL_SHA256_TEXT];
	uint64_t bytes = 0;
	int ret = path ? hil_sha256_file(path, hex, &bytes) : -ENOENT;

	return json_pack("{s:s,s:o,s:o,s:o}", "name", name, "path",
			 hil_json_text(path), "bytes",
			 ret ? json_null() : json_integer((json_int_t)bytes),
			 "sha256", ret ? json_null() : json_string(hex));
}

/* The first word that a program on the board says; heap, NULL: nothing. */
static char *ask_board(const struct hil_run_options *o, const char *program,
		       const char *argument)
{
	const char *const args[] = { argument, NULL };
	char **argv = hil_board_command(o->exec, program, args);
	char *text = NULL;
	int status = 0;

	/* one that was interrupted ends soon, whatever the board does */
	if (!argv || hil_qualify_stopped() ||
	    hil_collect(argv, ASK_NS, 4096, &text, &status) || status) {
		free(text);
		text = NULL;
	}
	if (text)
		text[strcspn(text, " \n")] = '\0';
	hil_board_command_free(argv);
	return text;
}

static json_t *hilrigd_of(const struct hil_run_options *o)
{
	bool here = !o->exec || !*o->exec;
	char *path = NULL, *sum = NULL;
	json_t *file;

	if (here)
		path = hil_beside(o->hilrigd);
	else if (strchr(o->hilrigd, '/'))
		path = strdup(o->hilrigd);
	else
		path = ask_board(o, "which", o->hilrigd);
	if (here)
		file = file_of("hilrigd", path);
	else {
		if (path && *path)
			sum = ask_board(o, "sha256sum", path);
		file = json_pack("{s:s,s:o,s:n,s:o}", "name",
				 "hilrigd (on the board)", "path",
				 hil_json_text(path), "bytes", "sha256",
				 sum && strlen(sum) == HIL_SHA256_TEXT - 1
					 ? hil_json_text(sum)
					 : json_null());
	}
	free(path);
	free(sum);
	return file;
}

static json_t *software(struct hil_qualify *q)
{
	static const char *const helper[] = { "hilrig-capture",
					      "hilrig-guard" };
	json_t *programs = json_array();
	char id[HIL_BUILD_ID];

	json_array_append_new(programs, file_of("hilrig", q->hilrig));
	for (size_t i = 0; i < 2; i++) {
		char *path = hil_beside(helper[i]);

		json_array_append_new(programs, file_of(helper[i], path));
		free(path);
	}
	if (q->o->board == HIL_BOARD_EXEC)
		json_array_append_new(programs, hilrigd_of(q->o));
	return json_pack("{s:s,s:s,s:s,s:o}", "version", HIL_VERSION,
			 "build_id", hil_build_id(id), "commit", hil_commit,
			 "programs", programs);
}

/* The value of a "KEY SEPARATOR VALUE" line of a small file of the system. */
static json_t *system_value(const char *path, const char *key,
			    const char *separators)
{
	FILE *in = fopen(path, "re");
	char *line = NULL, *value;
	json_t *found = NULL;
	size_t room = 0;

	while (in && !found && getline(&line, &room, in) > 0) {
		if (strncmp(line, key, strlen(key)))
			continue;
		value = line + strlen(key);
		value += strspn(value, separators);
		value[strcspn(value, "\"\n")] = '\0';
		found = hil_json_text(value);
	}
	if (in)
		fclose(in);
	free(line);
	return found ? found : json_null();
}

static json_t *host(void)
{
	struct passwd *user = getpwuid(getuid());
	struct utsname u = { 0 };

	uname(&u);
	return json_pack(
		"{s:o,s:o,s:o,s:s,s:o,s:o,s:o,s:I}", "name",
		hil_json_text(u.nodename), "kernel", hil_json_text(u.release),
		"kernel_version", hil_json_text(u.version), "machine",
		u.machine, "os",
		system_value("/etc/os-release", "PRETTY_NAME", "=\""), "cpu",
		system_value("/proc/cpuinfo", "model name", "\t: "), "user",
		user ? hil_json_text(user->pw_name) : json_null(), "uid",
		(json_int_t)getuid());
}

static json_t *generator(const struct hil_qualify *q)
{
	static const char *const key[] = { "maker", "model", "serial",
					   "firmware" };
	json_t *found = json_pack("{s:s}", "device", q->o->generator);
	const char *identity = hil_feed_string(
		hil_json_at(q->run.json, "settings.generator"), "identity");
	char *copy = strdup(identity), *rest = copy, *word;

	for (size_t i = 0; i < 4; i++) {
		word = rest ? strsep(&rest, ",") : NULL;
		json_object_set_new(found, key[i],
				    word && *word ? hil_json_text(word)
						  : json_null());
	}
	free(copy);
	return found;
}

static json_t *analyzer(const struct hil_qualify *q)
{
	static const char *const key[] = { "driver",  "model",    "serial",
					   "version", "rate_num", "rate_den" };
	json_t *said = hil_json_at(q->run.json, "settings.analyzer");
	json_t *found =
		json_pack("{s:o,s:s}", "device", hil_json_text(q->o->analyzer),
			  "channels", q->o->channels);

	for (size_t i = 0; i < sizeof(key) / sizeof(key[0]); i++) {
		json_t *value = json_object_get(said, key[i]);

		json_object_set_new(found, key[i],
				    value ? json_incref(value) : json_null());
	}
	return found;
}

/* Earliest date first: then the rig is no longer what was qualified. */
static json_t *calibration(const struct hil_qualify *q)
{
	char *path = hil_calibration_path(q->config);
	json_t *record = NULL, *found = json_null();

	/* IQ-05 and IQ-06 say what is wrong with it */
	if (path && !access(path, R_OK) && !hil_calibration_load(path, &record))
		found = file_of("calibration record", path);
	if (record)
		json_object_set(found, "entries",
				json_object_get(record, "entries"));
	json_decref(record);
	free(path);
	return found;
}

json_t *hil_dossier_identify(struct hil_qualify *q)
{
	json_t *board = hil_json_at(q->run.json, "settings.board");
	json_t *config = file_of("config", q->config);
	json_t *settings = hil_options_to_json(hil_run_option_table, q->o);

	return json_pack("{s:{s:s,s:o,s:o},s:o,s:o,s:o,s:{s:o,s:o},s:o}", "rig",
			 "name", q->o->name, "config", config, "settings",
			 settings, "software", software(q), "host", host(),
			 "board", board ? json_incref(board) : json_null(),
			 "instruments", "analyzer", analyzer(q), "generator",
			 generator(q), "calibration", calibration(q));
}
