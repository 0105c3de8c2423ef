/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of options, and what must hold between them. */
#include "daemon/options.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/time.h"
#include "daemon/shm/event.h"

#define AT(field) .offset = offsetof(struct hil_daemon_options, field)

static const char *const edges[] = { "rising", "falling", NULL };
static const char *const modes[] = { "toggle", "pulse", NULL };

static const struct hil_option table[] = {
	{ "chip", 0, .type = HIL_OPTION_STRING, AT(chip), .set_offset = -1,
	  .argument = "CHIP", .help = "gpiochip: name, number, path or label" },
	{ "line", 0, .type = HIL_OPTION_STRING, AT(line), .set_offset = -1,
	  .argument = "LINE", .help = "line of the stimulus, number or name" },
	{ "spare", 0, .type = HIL_OPTION_STRING, AT(spare), .set_offset = -1,
	  .argument = "LINE",
	  .help = "free input of the same chip, requested beside the stimulus "
		  "so that the kernel counts every edge" },
	{ "probe", 0, .type = HIL_OPTION_STRING, AT(probe), .set_offset = -1,
	  .argument = "LINE", .help = "line that answers" },
	{ "edge", 0, .type = HIL_OPTION_CHOICE, .initial = "rising",
	  .choices = edges, AT(edge), .set_offset = -1, .argument = "EDGE",
	  .help = "edge of the stimulus, rising or falling" },
	{ "probe-mode", 0, .type = HIL_OPTION_CHOICE, .initial = "toggle",
	  .choices = modes, AT(probe_mode), .set_offset = -1,
	  .argument = "MODE",
	  .help = "toggle the probe once an event, or pulse it" },
	{ "priority", 'p', .type = HIL_OPTION_U64, .initial = "80", .min = 1,
	  .max = 98, AT(priority), .set_offset = -1, .argument = "PRIO",
	  .help = "SCHED_FIFO priority of the interrupt service thread" },
	{ "irq-thread-prio", 0, .type = HIL_OPTION_U64, .min = 0, .max = 99,
	  AT(irq_priority), .set_offset = -1, .argument = "PRIO",
	  .help = "of the kernel's threads before it, default PRIO + 1" },
	{ "no-raise", 0, .type = HIL_OPTION_FLAG, AT(no_raise),
	  .set_offset = -1,
	  .help = "leave the kernel's threads as they are, and record that" },
	{ "affinity", 'a', .type = HIL_OPTION_I64, .initial = "-1", .min = -1,
	  .max = 1023, AT(cpu), .set_offset = -1, .argument = "CPU",
	  .help = "CPU of the thread, default the first isolated or allowed" },
	{ "cpu-dma-latency", 0, .type = HIL_OPTION_STRING, .initial = "0",
	  .unit = "us", AT(latency), .set_offset = -1, .argument = "US",
	  .help = "hold /dev/cpu_dma_latency at US, or off" },
	{ "socket", 0, .type = HIL_OPTION_STRING, AT(socket), .set_offset = -1,
	  .argument = "PATH",
	  .help = "control socket, default /run/hilrig/hilrigd.sock; or none" },
	{ "duration", 'D', .type = HIL_OPTION_DURATION, .bare_ns = HIL_NS_PER_S,
	  AT(duration_ns), .set_offset = -1, .argument = "TIME",
	  .help = "end after this time" },
	{ "events", 'l', .type = HIL_OPTION_U64, AT(events), .set_offset = -1,
	  .argument = "N", .help = "end after N events" },
	{ "seed-delay", 0, .type = HIL_OPTION_DURATION,
	  .bare_ns = HIL_NS_PER_US, .min = 1, .max = HIL_SEED_DELAY_MAX_NS,
	  AT(seed_delay_ns), .set_offset = -1, .argument = "TIME",
	  .help = "wait this long, busy, before each N-th answer: a delay that "
		  "the analyzer must find; a bare number is us" },
	{ "seed-every", 0, .type = HIL_OPTION_U64, .min = 2, .max = 1000000000,
	  AT(seed_every), .set_offset = -1, .argument = "N",
	  .help = "the N of --seed-delay" },
	{ "quiet", 'q', .type = HIL_OPTION_FLAG, AT(quiet), .set_offset = -1,
	  .help = "no live line, only the summary" },
	{ "json", 0, .type = HIL_OPTION_FLAG, AT(json), .set_offset = -1,
	  .help = "summary or checks as JSON" },
	{ "doctor", 0, .type = HIL_OPTION_FLAG, AT(doctor), .set_offset = -1,
	  .help = "check what would spoil a measurement, then end" },
	{ "scan", 0, .type = HIL_OPTION_FLAG, AT(scan), .set_offset = -1,
	  .help = "list GPIO chips and lines, then end" },
	{ "facts", 0, .type = HIL_OPTION_FLAG, AT(facts), .set_offset = -1,
	  .help = "print which machine this is and its temperature as JSON, "
		  "then end" },
	{ "readback", 0, .type = HIL_OPTION_U64, .min = 10, .max = 100000,
	  AT(readback), .set_offset = -1, .argument = "N",
	  .help = "toggle the probe N times, read it back, print the times as "
		  "JSON, then end" },
	{ "readback-line", 0, .type = HIL_OPTION_STRING, AT(readback_line),
	  .set_offset = -1, .argument = "LINE",
	  .help = "input wired to the probe that --readback reads, default the "
		  "probe itself" },
	{ "stdio", 0, .type = HIL_OPTION_FLAG, AT(stdio), .set_offset = -1,
	  .help = "speak frames on standard input and output (for hilrig)" },
	{ "nonce", 0, .type = HIL_OPTION_STRING, AT(nonce), .set_offset = -1,
	  .argument = "HEX", .help = "sent back in the first frame" },
	{ "version", 'V', .type = HIL_OPTION_FLAG, AT(version),
	  .set_offset = -1, .help = "print the version" },
	{ .name = NULL }
};

static const char usage[] =
	"usage: hilrigd --chip CHIP --line LINE --spare LINE --probe LINE\n"
	"       hilrigd --doctor [--chip CHIP] [--json]\n"
	"       hilrigd --readback N --chip CHIP --probe LINE\n"
	"       hilrigd --scan\n"
	"\n"
	"Answers each edge on a GPIO line with a probe line, in real time, "
	"and\n"
	"shows period and wake-up latency. Alone, or for hilrig (--stdio).\n";

static int latency_check(struct hil_daemon_options *o)
{
	uint64_t us;

	o->latency_us = -1;
	if (!strcmp(o->latency, "off"))
		return 0;
	if (!hil_number_u64(o->latency, &us) && us <= INT32_MAX) {
		o->latency_us = (int32_t)us;
		return 0;
	}
	hil_error("--cpu-dma-latency %s: must be 'off' or 0 to %d us",
		  o->latency, INT32_MAX);
	return -EINVAL;
}

static int lines_check(const struct hil_daemon_options *o)
{
	const char *missing = !o->chip      ? "--chip"
			      : !o->probe   ? "--probe"
			      : o->readback ? NULL
			      : !o->line    ? "--line"
			      : !o->spare   ? "--spare"
					    : NULL;

	if (!missing)
		return 0;
	hil_error("%s is missing: --chip, --line, --spare and --probe say "
		  "which pins take part; --help explains",
		  missing);
	return -EINVAL;
}

static int seed_check(const struct hil_daemon_options *o)
{
	if (!o->seed_delay_ns == !o->seed_every)
		return 0;
	hil_error("--seed-delay TIME and --seed-every N go together: each "
		  "N-th answer waits for TIME");
	return -EINVAL;
}

static int check(struct hil_daemon_options *o)
{
	if (o->version) {
		printf("hilrigd %s\n", HIL_VERSION);
		return -ECANCELED;
	}
	if (o->doctor || o->scan || o->facts)
		return 0;
	if (!o->irq_priority)
		o->irq_priority = o->priority + 1;
	if (o->irq_priority <= o->priority && !o->no_raise) {
		hil_error("--irq-thread-prio %llu: must be above the "
			  "priority %llu of the thread that waits for them",
			  (unsigned long long)o->irq_priority,
			  (unsigned long long)o->priority);
		return -EINVAL;
	}
	if (latency_check(o) || seed_check(o))
		return -EINVAL;
	return lines_check(o);
}

int hil_daemon_options_parse(struct hil_daemon_options *o, int argc,
			     char **argv)
{
	int first = argc;
	int ret;

	memset(o, 0, sizeof(*o));
	hil_options_init(table, o);
	ret = hil_options_args(table, o, argc, argv, usage, &first);
	if (!ret && first < argc) {
		hil_error("unexpected argument '%s'; --help explains",
			  argv[first]);
		ret = -EINVAL;
	}
	return ret ? ret : check(o);
}

void hil_daemon_options_free(struct hil_daemon_options *o)
{
	hil_options_free(table, o);
}
