/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of options, and what must hold between them. */
#include "gui-bridge/front/options.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/shm/status.h"
#include "gui-bridge/front/refresh.h"

#define AT(field) .offset = offsetof(struct hil_front_options, field)
#define NOT_KEPT  .set_offset = -1

const struct hil_option hil_front_option_table[] = {
	{ "term", 0, .type = HIL_OPTION_FLAG, AT(term), NOT_KEPT,
	  .help = "the same as the word term: in this terminal" },
	{ "web", 0, .type = HIL_OPTION_FLAG, AT(web), NOT_KEPT,
	  .help = "the same as the word web: a live page" },
	{ "window", 0, .type = HIL_OPTION_FLAG, AT(window), NOT_KEPT,
	  .help = "the same as the word window: a native window" },
	{ "managed", 0, .type = HIL_OPTION_FLAG, AT(managed), NOT_KEPT,
	  .help = "the same as the word managed: a garbage-collected one" },
	{ "socket", 0, .type = HIL_OPTION_STRING, AT(socket), NOT_KEPT,
	  .argument = "PATH",
	  .help = "control socket of hilrigd or of hilrig run; default the "
		  "first of /run/hilrig/hilrigd.sock, "
		  "$XDG_RUNTIME_DIR/hilrig/hilrigd.sock and run.sock that "
		  "answers" },
	{ "refresh", 'r', .type = HIL_OPTION_DURATION, .initial = "50ms",
	  .min = (double)HIL_REFRESH_MIN_NS, .max = (double)HIL_REFRESH_MAX_NS,
	  .unit = "ns", .bare_ns = HIL_NS_PER_MS, AT(refresh_ns), NOT_KEPT,
	  .argument = "TIME", .help = "draw this often; a bare number is ms" },
	{ "span", 0, .type = HIL_OPTION_DURATION, .initial = "40s",
	  .min = (double)HIL_NS_PER_S, .max = 68.0 * 3600e9, .unit = "ns",
	  .bare_ns = HIL_NS_PER_S, AT(span_ns), NOT_KEPT, .argument = "TIME",
	  .help = "how far back curves go" },
	{ "ideal", 0, .type = HIL_OPTION_DURATION, .bare_ns = HIL_NS_PER_US,
	  AT(ideal_ns), NOT_KEPT, .argument = "PERIOD",
	  .help = "ideal period to mark; default what the writer says, if it "
		  "is near the average" },
	{ "line", 0, .type = HIL_OPTION_U64, .initial = "0", .min = 0,
	  .max = HIL_SHM_STATUS_LINES - 1, AT(line), NOT_KEPT, .argument = "N",
	  .help = "which stimulus and probe pair" },
	{ "sched", 0, .type = HIL_OPTION_STRING, AT(sched), NOT_KEPT,
	  .argument = "POLICY",
	  .help = "scheduling of the front end: other, batch, idle, "
		  "fifo:PRIO or rr:PRIO; default as it was started" },
	{ "cpus", 'a', .type = HIL_OPTION_STRING, AT(cpus), NOT_KEPT,
	  .argument = "LIST", .help = "run on these CPUs only" },
	{ "duration", 'D', .type = HIL_OPTION_DURATION, .bare_ns = HIL_NS_PER_S,
	  AT(duration_ns), NOT_KEPT, .argument = "TIME",
	  .help = "end after this time" },
	{ "stats", 0, .type = HIL_OPTION_STRING, AT(stats), NOT_KEPT,
	  .argument = "FILE",
	  .help = "at the end, write what the front end did and cost as JSON; "
		  "- is standard output" },
	{ "json", 0, .type = HIL_OPTION_FLAG, AT(json), NOT_KEPT,
	  .help = "print what is shown once as JSON, then end" },
	{ "pty", 0, .type = HIL_OPTION_FLAG, AT(pty), NOT_KEPT,
	  .help = "term, managed: draw into a terminal of its own that nobody "
		  "sees" },
	{ "listen", 0, .type = HIL_OPTION_STRING, AT(listen), NOT_KEPT,
	  .argument = "ADDR",
	  .help = "web: address and port; default this machine only, at port "
		  "8003" },
	{ "token-file", 0, .type = HIL_OPTION_STRING, AT(token_file), NOT_KEPT,
	  .argument = "FILE",
	  .help = "web: the secret that others must know, mode 0600" },
	{ "host", 0, .type = HIL_OPTION_STRING, AT(host), NOT_KEPT,
	  .argument = "NAME,...",
	  .help = "web: names by which browsers may ask for it, beside its "
		  "address" },
	{ "clients", 0, .type = HIL_OPTION_U64, .initial = "32", .min = 1,
	  .max = 1024, AT(clients), NOT_KEPT, .argument = "N",
	  .help = "web: connections at once" },
	{ "version", 'V', .type = HIL_OPTION_FLAG, AT(version), NOT_KEPT,
	  .help = "print the version" },
	{ .name = NULL }
};

static const char usage[] =
	"usage: hilrig gui term|web|window|managed [OPTIONS]\n"
	"       hilrig gui --json [OPTIONS]\n"
	"\n"
	"Shows what hilrigd or hilrig run measure, live, from their shared "
	"memory.\n"
	"They neither wait for a front end nor notice it.\n"
	"\n"
	"keys: + - refresh, s span, p pause, h help, q quit\n";

static int sched_check(const struct hil_front_options *o)
{
	struct hil_sched sched;

	if (!o->sched || hil_sched_parse(o->sched, &sched) == 0)
		return 0;
	hil_error("--sched %s: must be other, batch, idle, fifo:PRIO or "
		  "rr:PRIO with PRIO from 1 to 99",
		  o->sched);
	return -EINVAL;
}

/* The forms `--web` and `web` mean the same; two different ones are wrong. */
static int name_choose(const struct hil_front_options *o, int argc, char **argv,
		       int first, const char **name)
{
	const char *const flag[] = { o->term ? "term" : NULL,
				     o->web ? "web" : NULL,
				     o->window ? "window" : NULL,
				     o->managed ? "managed" : NULL };
	size_t i;
	int a;

	*name = NULL;
	for (i = 0; i < sizeof(flag) / sizeof(flag[0]); i++) {
		if (!flag[i])
			continue;
		if (*name) {
			hil_error("--%s and --%s: one front end at a time",
				  *name, flag[i]);
			return -EINVAL;
		}
		*name = flag[i];
	}
	for (a = first; a < argc; a++) {
		if (*name) {
			hil_error("unexpected argument '%s' beside %s; --help "
				  "explains",
				  argv[a], *name);
			return -EINVAL;
		}
		*name = argv[a];
	}
	return 0;
}

int hil_front_options_read(struct hil_front_options *o, int argc, char **argv,
			   const char **name)
{
	int first = argc;
	int ret;

	memset(o, 0, sizeof(*o));
	hil_options_init(hil_front_option_table, o);
	ret = hil_options_args(hil_front_option_table, o, argc, argv, usage,
			       &first);
	if (!ret && o->version) {
		printf("hilrig-gui %s\n", HIL_VERSION);
		ret = -ECANCELED;
	}
	if (!ret)
		ret = name_choose(o, argc, argv, first, name);
	return ret ? ret : sched_check(o);
}

void hil_front_options_free(struct hil_front_options *o)
{
	hil_options_free(hil_front_option_table, o);
}
