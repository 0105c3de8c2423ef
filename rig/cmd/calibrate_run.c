/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The raw data of a calibration is an ordinary stored run. */
#include <errno.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/cmd/calibrate.h"
#include "rig/cmd/finish_run.h"

static int store(const struct hil_run_options *o, struct hil_run_outcome *out)
{
	struct hil_report_info info = { .period_ns = o->period_ns };
	char utc[32];
	int ret;

	info.title = hil_finish_run_name(out);
	info.start_utc =
		hil_time_utc_format(out->start_wall_ns, utc, sizeof(utc));
	info.run_path = out->path;
	info.settings = hil_finish_settings(o, out);
	ret = hil_finish_store(out, &info, NULL);
	json_decref(info.settings);
	return ret;
}

static int read_raw(const struct hil_run_options *o,
		    struct hil_calibrate_run *run)
{
	struct hil_channel_roles roles;
	unsigned int channel[2] = { 0, 0 };
	int first, second, ret = hil_channel_roles_parse(o->channels, &roles);

	if (ret)
		return ret;
	first = hil_feed_channel(run->out.feed.capture, roles.stimulus);
	second = hil_feed_channel(run->out.feed.capture, roles.probe);
	if (first < 0 || second < 0)
		return -EINVAL;
	channel[0] = (unsigned int)first;
	channel[1] = (unsigned int)second;
	ret = hil_raw_read(run->out.path, channel, &run->raw);
	if (!ret && run->raw.gaps) {
		hil_error("samples were lost in %zu places: nothing is "
			  "calibrated from \"%s\"",
			  run->raw.gaps, run->out.path);
		ret = -EIO;
	}
	return ret;
}

int hil_calibrate_measure(const struct hil_run_options *o,
			  struct hil_calibrate_run *run)
{
	int ret;

	*run = (struct hil_calibrate_run){ 0 };
	ret = hil_run_measure(o, &run->out);
	if (!run->out.result)
		return ret ? ret : -EIO;
	ret = store(o, &run->out);
	if (!ret && run->out.result->samples.ended_early) {
		hil_error("the analyzer ended by itself: nothing is "
			  "calibrated");
		ret = -EIO;
	}
	return ret ? ret : read_raw(o, run);
}

void hil_calibrate_run_clear(struct hil_calibrate_run *run)
{
	if (run->out.feed.store)
		hil_store_close(run->out.feed.store, NULL);
	hil_raw_free(&run->raw);
	hil_run_outcome_clear(&run->out);
}

struct hil_calibration_entry
hil_calibrate_entry(const struct hil_calibrate *c,
		    const struct hil_calibrate_run *run)
{
	return (struct hil_calibration_entry){
		.wall_ns = run->out.start_wall_ns,
		.raw = run->out.path,
		.sha256 = run->raw.sha256,
		.reference = HIL_CALIBRATE_REFERENCE,
		.capture = run->raw.capture,
		.generator = run->out.generator,
		.host = c->host,
	};
}

int hil_calibrate_put(struct hil_calibrate *c, struct hil_calibration_entry *e,
		      json_t *details)
{
	int ret = -ENOMEM;

	e->details = details;
	e->temperature_c = hil_calibrate_temperature(c);
	if (details && e->temperature_c)
		ret = hil_calibration_put(c->record, e);
	json_decref(e->temperature_c);
	json_decref(details);
	e->details = NULL;
	e->temperature_c = NULL;
	return ret;
}
