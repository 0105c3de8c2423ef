/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig measure: the analysis of `run` on a recorded capture, any pair of
 * channels of it, without a board.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/option.h"
#include "daemon/base/time.h"
#include "rig/capture/child.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish.h"
#include "rig/run/feed.h"

static const char usage[] =
	"usage: hilrig measure CAPTURE --stimulus CHANNEL --probe CHANNEL "
	"[OPTIONS]\n"
	"\n"
	"Latency of the answers in a recorded capture: sigrok .sr, VCD, CSV "
	"(sigrok-cli's\n"
	"and Saleae's) or raw binary. Channels by name or number.\n";

struct measure {
	char *stimulus, *probe, *format, *json, *histogram;
	int edge, probe_edge;
	uint64_t samplerate_hz, unit_bytes;
	int64_t max_latency_ns, bounce_ns, limit_ns;
	bool quiet, verbose, strict, nanoseconds;
};

static const char *const edges[] = { "rising", "falling", "both", NULL };
static const char *const formats[] = { "sr", "vcd", "csv", "raw" };

#define AT(field) .offset = offsetof(struct measure, field), .set_offset = -1

static const struct hil_option table[] = {
	{ .name = "stimulus",
	  .letter = 's',
	  .type = HIL_OPTION_STRING,
	  AT(stimulus),
	  .argument = "CHANNEL",
	  .help = "channel of the stimulus, by name or number" },
	{ .name = "probe",
	  .letter = 'P',
	  .type = HIL_OPTION_STRING,
	  AT(probe),
	  .argument = "CHANNEL",
	  .help = "channel of the answer, by name or number" },
	{ .name = "edge",
	  .type = HIL_OPTION_CHOICE,
	  .initial = "rising",
	  .choices = edges,
	  AT(edge),
	  .argument = "rising|falling|both",
	  .help = "stimulus edges that ask for an answer" },
	{ .name = "probe-edge",
	  .type = HIL_OPTION_CHOICE,
	  .initial = "both",
	  .choices = edges,
	  AT(probe_edge),
	  .argument = "rising|falling|both",
	  .help = "answer edges that count; both for a pin that toggles" },
	{ .name = "samplerate",
	  .type = HIL_OPTION_RATE,
	  .unit = "Hz",
	  .min = 1,
	  .max = 1e12,
	  AT(samplerate_hz),
	  .argument = "RATE",
	  .help = "for captures that do not tell theirs, \"24m\"" },
	{ .name = "format",
	  .type = HIL_OPTION_STRING,
	  AT(format),
	  .argument = "sr|vcd|csv|raw",
	  .help = "instead of guessing by content and name" },
	{ .name = "unit",
	  .type = HIL_OPTION_U64,
	  .unit = "bytes",
	  .initial = "1",
	  .min = 1,
	  .max = 16,
	  AT(unit_bytes),
	  .argument = "BYTES",
	  .help = "bytes of one sample in a raw capture" },
	{ .name = "max-latency",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .max = 3.6e12,
	  .bare_ns = 1000,
	  AT(max_latency_ns),
	  .argument = "TIME",
	  .help = "a later edge is no answer; else the next stimulus edge is "
		  "the limit" },
	{ .name = "bounce",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .max = 1e9,
	  .bare_ns = 1000,
	  AT(bounce_ns),
	  .argument = "TIME",
	  .help = "count stimulus edges closer than this as bursts" },
	{ .name = "breaktrace",
	  .letter = 'b',
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .min = 1,
	  .max = 3.6e12,
	  .bare_ns = 1000,
	  AT(limit_ns),
	  .argument = "TIME",
	  .help = "a latency above TIME (bare: microseconds) is exit status "
		  "2" },
	{ .name = "histogram",
	  .letter = 'H',
	  .type = HIL_OPTION_STRING,
	  .optional_value = true,
	  .implied = "",
	  AT(histogram),
	  .argument = "US",
	  .help = "print the histogram, up to US" },
	{ .name = "json",
	  .type = HIL_OPTION_STRING,
	  .optional_value = true,
	  .implied = "-",
	  AT(json),
	  .argument = "FILE",
	  .help = "result as JSON on standard output, or in FILE" },
	{ .name = "nsecs",
	  .letter = 'N',
	  .type = HIL_OPTION_FLAG,
	  AT(nanoseconds),
	  .help = "print nanoseconds" },
	{ .name = "strict",
	  .type = HIL_OPTION_FLAG,
	  AT(strict),
	  .help = "DEGRADED is exit status 3" },
	{ .name = "quiet",
	  .letter = 'q',
	  .type = HIL_OPTION_FLAG,
	  AT(quiet),
	  .help = "no notices" },
	{ .name = "verbose",
	  .letter = 'v',
	  .type = HIL_OPTION_FLAG,
	  AT(verbose),
	  .help = "say more" },
	{ .name = NULL },
};

static int check(const struct measure *m, int argc, char **argv, int first)
{
	size_t i;

	if (argc - first != 1) {
		hil_error(first == argc ? "measure: no capture is named"
					: "measure takes one capture, got "
					  "another: \"%s\"",
			  argv[argc - 1]);
		return -EINVAL;
	}
	if (!m->stimulus || !m->probe) {
		hil_error("measure %s: --%s CHANNEL is missing", argv[first],
			  m->stimulus ? "probe" : "stimulus");
		return -EINVAL;
	}
	if (!strcmp(m->stimulus, m->probe)) {
		hil_error("channel \"%s\" is stimulus and probe at once",
			  m->probe);
		return -EINVAL;
	}
	for (i = 0; m->format && i < 4; i++) {
		if (!strcmp(m->format, formats[i]))
			return 0;
	}
	if (!m->format)
		return 0;
	hil_error("--format: \"%s\" is none of sr, vcd, csv, raw", m->format);
	return -EINVAL;
}

static int open_ledger(struct hil_feed *f, const struct measure *m,
		       const struct hil_frame *frame)
{
	json_t *capture = json_loadb((const char *)frame->payload,
				     frame->length, 0, NULL);
	int stimulus = hil_feed_channel(capture, m->stimulus);
	int probe = hil_feed_channel(capture, m->probe);
	struct hil_ledger_config config = {
		.stimulus_channel = (unsigned int)stimulus,
		.probe_channel = (unsigned int)probe,
		.stimulus_edge = (enum hil_edge_select)m->edge,
		.probe_edge = (enum hil_edge_select)m->probe_edge,
		.limit_ns = m->limit_ns,
		.max_latency_ns = m->max_latency_ns,
		.bounce_ns = m->bounce_ns,
	};

	json_decref(capture);
	if (stimulus < 0 || probe < 0)
		return -EBADMSG;
	f->ledger = hil_ledger_new(&config, NULL, NULL);
	return f->ledger ? 0 : -ENOMEM;
}

static int take(struct hil_feed *f, const struct measure *m,
		const struct hil_frame *frame)
{
	int ret = 0;

	if (!f->ledger && frame->type == HIL_RECORD_CAPTURE)
		ret = open_ledger(f, m, frame);
	if (!ret && f->ledger)
		ret = hil_feed_record(f, frame->type, frame->payload,
				      frame->length);
	if (ret)
		hil_error("a record of hilrig-capture is wrong (type %u): %s",
			  frame->type, strerror(-ret));
	return ret;
}

static int pump(struct hil_feed *f, const struct measure *m,
		struct hil_capture *capture)
{
	struct pollfd p = { .fd = hil_capture_fd(capture), .events = POLLIN };
	struct hil_frame frame;
	int ret;

	for (;;) {
		ret = hil_capture_next(capture, &frame);
		if (ret == 1)
			ret = take(f, m, &frame);
		else if (ret == 0 && poll(&p, 1, 100) < 0 && errno != EINTR)
			ret = -errno;
		if (ret == -ESHUTDOWN)
			return 0;
		if (ret)
			return ret;
	}
}

/* Damage at the end of a file is a result; no start at all is an error. */
static int judge_end(struct hil_feed *f, struct hil_capture *capture)
{
	const char *text;
	enum hil_capture_end end = hil_capture_ended(capture, &text);

	if (end == HIL_CAPTURE_DONE)
		return 0;
	if (!f->ledger || f->samples == 0) {
		/* else hilrig-capture has said why */
		if (end == HIL_CAPTURE_HUNG || end == HIL_CAPTURE_DIED)
			hil_error("%s", text);
		return -EIO;
	}
	if (end == HIL_CAPTURE_EARLY)
		return 0; /* the record that says so is the ledger's */
	return hil_feed_failure(f, HIL_INVALID, "capture", text);
}

static int report(struct hil_feed *f, const struct measure *m, const char *file)
{
	struct hil_finish how = { m->json, m->quiet, m->strict };
	struct hil_report_info info = { .title = file,
					.nanoseconds = m->nanoseconds };
	struct hil_result *r = hil_feed_finish(f);
	int status = HIL_STATUS_ERROR;

	if (!r) {
		hil_error("cannot sum up: %s", strerror(ENOMEM));
		return status;
	}
	info.assumption = hil_finish_assumption(false, m->max_latency_ns);
	info.settings = json_pack("{s:o,s:O?}", "options",
				  hil_options_to_json(table, m), "analyzer",
				  f->capture);
	hil_finish_histogram(m->histogram, &info);
	status = hil_finish_print(r, &info, &how);
	json_decref(info.settings);
	hil_result_free(r);
	return status;
}

static int measure_file(const struct measure *m, const char *file)
{
	struct hil_feed feed = { .last_edge_samples = -1 };
	struct hil_capture *capture = NULL;
	char *channels = NULL;
	struct hil_capture_options options = {
		.file = file,
		.samplerate_hz = m->samplerate_hz,
		.format = m->format,
		.unit_bytes = (unsigned int)m->unit_bytes,
		.silence_ns = 10 * HIL_NS_PER_S,
	};
	int status = HIL_STATUS_ERROR, ret = -ENOMEM;

	if (asprintf(&channels, "%s,%s", m->stimulus, m->probe) < 0)
		channels = NULL;
	options.channels = channels;
	if (channels)
		ret = hil_capture_start(&options, &capture);
	if (!ret)
		ret = pump(&feed, m, capture);
	if (!ret)
		ret = judge_end(&feed, capture);
	hil_capture_free(capture);
	if (!ret)
		status = report(&feed, m, file);
	hil_ledger_free(feed.ledger);
	hil_feed_clear(&feed);
	free(channels);
	return status;
}

int hil_cmd_measure(int argc, char **argv)
{
	struct measure m = { 0 };
	struct hil_report_info wishes = { 0 };
	int status = HIL_STATUS_ERROR, first, ret;

	hil_options_init(table, &m);
	ret = hil_options_args(table, &m, argc, argv, usage, &first);
	if (ret == -ECANCELED)
		status = HIL_STATUS_OK;
	if (!ret && m.verbose)
		hil_log_open("hilrig", HIL_LOG_INFO);
	if (!ret && !check(&m, argc, argv, first) &&
	    !hil_finish_histogram(m.histogram, &wishes))
		status = measure_file(&m, argv[first]);
	hil_options_free(table, &m);
	return status;
}
