/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig qualify: the rig's requirements, tested on the rig itself, and the
 * dossier of it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/option.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish.h"
#include "rig/qualify/dossier.h"
#include "rig/report/clean.h"
#include "rig/run/feed.h"
#include "rig/run/options.h"

static const char usage[] =
	"usage: hilrig qualify --config FILE [OPTIONS]\n"
	"       hilrig qualify --verify DIR\n"
	"       hilrig qualify --list\n"
	"\n"
	"Tests the requirements of a rig on the rig itself, with the programs "
	"that\n"
	"measure, and writes a dossier: dossier.html to read and sign, "
	"dossier.json,\n"
	"evidence/ and SHA256SUMS. Exit status 0: every requirement is met or "
	"does not\n"
	"apply; 3: some failed, were not possible here or were not run, each "
	"by name.\n";

struct qualify {
	char *config, *output, *only, *verify, *json;
	int64_t duration_ns;
	bool list, quiet;
};

#define AT(field) .offset = offsetof(struct qualify, field), .set_offset = -1

static const struct hil_option table[] = {
	{ .name = "config",
	  .letter = 'c',
	  .type = HIL_OPTION_STRING,
	  AT(config),
	  .argument = "FILE",
	  .help = "config file of the rig" },
	{ .name = "duration",
	  .letter = 'D',
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .initial = "60s",
	  .min = 2e9,
	  .max = 8.64e13,
	  .bare_ns = 1000000000,
	  AT(duration_ns),
	  .argument = "TIME",
	  .help = "of the run that is judged; a bare number is seconds" },
	{ .name = "output",
	  .letter = 'o',
	  .type = HIL_OPTION_STRING,
	  AT(output),
	  .argument = "DIR",
	  .help = "the dossier's folder, a new one; else dossier-NAME-TIME "
		  "here" },
	{ .name = "only",
	  .type = HIL_OPTION_STRING,
	  AT(only),
	  .argument = "ID,ID",
	  .help = "test these requirements only" },
	{ .name = "list",
	  .type = HIL_OPTION_FLAG,
	  AT(list),
	  .help = "print the requirements and test nothing" },
	{ .name = "verify",
	  .type = HIL_OPTION_STRING,
	  AT(verify),
	  .argument = "DIR",
	  .help = "compare a dossier with its hashes and compute its runs "
		  "again" },
	{ .name = "json",
	  .type = HIL_OPTION_STRING,
	  .optional_value = true,
	  .implied = "-",
	  AT(json),
	  .argument = "FILE",
	  .help = "as JSON on standard output, or in FILE" },
	{ .name = "quiet",
	  .letter = 'q',
	  .type = HIL_OPTION_FLAG,
	  AT(quiet),
	  .help = "no progress" },
	{ .name = NULL },
};

static bool json_only(const struct qualify *s)
{
	return s->json && !strcmp(s->json, "-");
}

static int list(const struct qualify *s)
{
	json_t *rows = hil_qualify_list(), *row;
	const char *part = "";
	size_t i;
	int ret = 0;

	json_array_foreach(rows, i, row)
	{
		if (json_only(s))
			break;
		if (strcmp(part, hil_feed_string(row, "part"))) {
			part = hil_feed_string(row, "part");
			printf("%s%s\n", i ? "\n" : "", part);
		}
		printf("  %-6s %s\n         test      %s\n"
		       "         accepted  %s\n",
		       hil_feed_string(row, "id"),
		       hil_feed_string(row, "requirement"),
		       hil_feed_string(row, "method"),
		       hil_feed_string(row, "criterion"));
	}
	if (s->json)
		ret = hil_finish_json(json_incref(rows), s->json);
	json_decref(rows);
	return ret ? HIL_STATUS_ERROR : HIL_STATUS_OK;
}

static void print_differences(const char *heading, const json_t *differences)
{
	json_t *row;
	size_t i;

	json_array_foreach(differences, i, row)
	{
		printf("%-10s ", i ? "" : heading);
		hil_clean_text(stdout, hil_feed_string(row, "path"));
		printf(": %s\n", hil_feed_string(row, "what"));
	}
}

static int verify(const struct qualify *s)
{
	json_t *report = NULL;
	int ret = hil_qualify_verify(s->verify, &report), wrote = 0;

	if (!report)
		return HIL_STATUS_ERROR;
	if (s->json)
		wrote = hil_finish_json(json_incref(report), s->json);
	if (!json_only(s)) {
		printf("dossier    ");
		hil_clean_text(stdout, s->verify);
		printf("\nmade by    commit ");
		hil_clean_text(stdout, hil_feed_string(report, "made_by"));
		printf("\nthis is    commit %s\n",
		       hil_feed_string(report, "verified_by"));
		printf("files      %lld in its list\n",
		       (long long)json_integer_value(
			       json_object_get(report, "files")));
		print_differences("changed",
				  json_object_get(report, "changed"));
		print_differences("runs", json_object_get(report, "runs"));
		printf("seal       %s, of SHA256SUMS\n",
		       hil_feed_string(report, "seal"));
		printf("verified   %s\n",
		       ret ? "NO: read above what changed"
			   : "yes: files and results are as they were");
	}
	json_decref(report);
	return wrote ? HIL_STATUS_ERROR
	       : ret ? HIL_STATUS_INVALID
		     : HIL_STATUS_OK;
}

static int qualify(const struct qualify *s)
{
	struct hil_run_options o = { 0 };
	struct hil_qualify_wish wish = { .o = &o,
					 .duration_ns = s->duration_ns,
					 .output = s->output,
					 .only = s->only,
					 .quiet = s->quiet };
	json_t *dossier = NULL;
	int status = HIL_STATUS_ERROR, ret;

	hil_options_init(hil_run_option_table, &o);
	o.config = s->config ? strdup(s->config) : NULL;
	ret = hil_run_options_file(&o);
	if (!ret && !o.config) {
		hil_error("qualify: name the rig's config: --config FILE");
		ret = -EINVAL;
	}
	if (!ret)
		ret = hil_run_options_check(&o);
	if (!ret)
		ret = hil_qualify(&wish, &dossier);
	if (!ret && s->json)
		ret = hil_finish_json(json_incref(dossier), s->json);
	if (!ret && !json_only(s))
		ret = hil_dossier_text(stdout, dossier);
	if (!ret)
		status = hil_qualify_good(dossier) ? HIL_STATUS_OK
						   : HIL_STATUS_INVALID;
	json_decref(dossier);
	hil_run_options_free(&o);
	return status;
}

int hil_cmd_qualify(int argc, char **argv)
{
	struct qualify s = { 0 };
	int status = HIL_STATUS_ERROR, first, ret;

	hil_options_init(table, &s);
	ret = hil_options_args(table, &s, argc, argv, usage, &first);
	if (ret == -ECANCELED)
		status = HIL_STATUS_OK;
	if (!ret && first < argc) {
		hil_error("qualify takes no operand, got \"%s\"", argv[first]);
		ret = -EINVAL;
	}
	if (!ret && s.verify && (s.list || s.only || s.output || s.config)) {
		hil_error("--verify is for a dossier that is there, and goes "
			  "with --json only");
		ret = -EINVAL;
	}
	if (!ret && s.verify)
		status = verify(&s);
	else if (!ret)
		status = s.list ? list(&s) : qualify(&s);
	hil_options_free(table, &s);
	return status;
}
