/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig calibrate probe: hilrigd on the board toggles its probe and reads it
 * back, twice. Nothing is wired anew; the analyzer takes no part.
 */
#include <errno.h>
#include <math.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/calibrate/toggles.h"
#include "rig/cmd/calibrate.h"
#include "rig/store/identity.h"

#define TOGGLES "1000"

/* One measurement, its raw data and where they are. */
struct measured {
	json_t *raw;
	struct hil_readback r;
	char *path;
	char sha256[HIL_RAW_SHA256];
	int64_t wall_ns;
};

static int judge(struct measured *m)
{
	int ret = hil_toggles_judge(m->raw, &m->r);
	bool own = json_is_null(json_object_get(m->raw, "readback_line"));

	if (ret == -ENXIO)
		hil_error("probe: the level that was read back did not follow "
			  "the probe%s",
			  own ? ": its driver does not read outputs; wire an "
				"input to it and name that with --readback"
			      : ": is that input wired to it?");
	else if (ret == -ENODATA)
		hil_error("probe: hilrigd toggled %zu times only", m->r.count);
	else if (ret)
		hil_error("probe: what hilrigd answered is wrong: %s",
			  strerror(-ret));
	return ret;
}

static char *path_of(const struct hil_calibrate *c, const char *sha256)
{
	/* it ends in .json: hil_calibration_path() */
	size_t stem = strlen(c->path) - strlen(".json");
	char *path = NULL;

	if (asprintf(&path, "%.*s.probe-%.12s.json", (int)stem, c->path,
		     sha256) < 0)
		return NULL;
	return path;
}

/* The raw data beside the record, under their hash. */
static int store(const struct hil_calibrate *c, struct measured *m)
{
	char *text = json_dumps(m->raw, JSON_COMPACT | JSON_SORT_KEYS);
	uint8_t digest[SHA256_DIGEST_SIZE];
	struct sha256_ctx hash;
	FILE *out = NULL;
	int ret = -ENOMEM;

	if (!text)
		return ret;
	sha256_init(&hash);
	sha256_update(&hash, strlen(text), (const uint8_t *)text);
	sha256_digest(&hash, sizeof(digest), digest);
	hil_identity_hex(digest, sizeof(digest), m->sha256);
	m->path = path_of(c, m->sha256);
	if (m->path) {
		out = fopen(m->path, "we");
		ret = out ? 0 : -errno;
	}
	if (out && (fputs(text, out) == EOF || fflush(out)))
		ret = -EIO;
	if (out && fclose(out) && !ret)
		ret = -errno;
	if (ret)
		hil_error("cannot write the raw data \"%s\": %s",
			  m->path ? m->path : "", strerror(-ret));
	free(text);
	return ret;
}

static int measure(struct hil_calibrate *c, struct measured *m)
{
	const struct hil_run_options *o = c->o;
	char priority[24];
	const char *args[16] = { "--readback", TOGGLES,  "--chip", o->chip,
				 "--probe",    o->probe, "-p",     priority };
	size_t n = 8;

	snprintf(priority, sizeof(priority), "%llu",
		 (unsigned long long)o->priority);
	if (o->cpus) {
		args[n++] = "-a";
		args[n++] = o->cpus;
	}
	if (o->readback) {
		args[n++] = "--readback-line";
		args[n++] = o->readback;
	}
	m->wall_ns = hil_time_wall_ns();
	m->raw = hil_calibrate_ask(o, true, args);
	if (m->raw)
		return judge(m);
	hil_error("probe: hilrigd on the board did not toggle its probe: is it "
		  "reached by board.exec, and is nothing else using the line?");
	return -ENODEV;
}

static struct hil_calibration_entry entry_of(const struct hil_calibrate *c,
					     const struct measured m[2])
{
	return (struct hil_calibration_entry){
		.wall_ns = m[0].wall_ns,
		.raw = m[0].path,
		.sha256 = m[0].sha256,
		.reference = HIL_CALIBRATE_REFERENCE,
		.board = m[0].raw,
		.host = c->host,
		.left = { .known = true,
			  .raw = m[1].path,
			  .sha256 = m[1].sha256 },
	};
}

static int put_delay(struct hil_calibrate *c, const struct measured m[2])
{
	struct hil_calibration_entry e = entry_of(c, m);

	e.method = "probe";
	e.effect = "probe_ns";
	e.value = m[0].r.delay_ns;
	e.u = m[0].r.u_ns;
	e.left.residual = m[1].r.delay_ns - m[0].r.delay_ns;
	e.left.u = hypot(m[0].r.u_ns, m[1].r.u_ns);
	if (fabs(e.left.residual) > 2 * e.left.u) {
		hil_error("probe: the pin's delay is %.0f ns, and %.0f ns when "
			  "measured again, more than U = %.0f ns apart: not "
			  "calibrated",
			  m[0].r.delay_ns, m[1].r.delay_ns, 2 * e.left.u);
		return -EIO;
	}
	return hil_calibrate_put(
		c, &e,
		json_pack("{s:s,s:I,s:f,s:f,s:f,s:I}", "method",
			  "read right after a write less a bare read, medians",
			  "toggles", (json_int_t)m[0].r.count,
			  "ioctl_median_ns", m[0].r.set_median_ns,
			  "ioctl_max_ns", m[0].r.set_max_ns,
			  "bare_read_median_ns", m[0].r.idle_median_ns,
			  "read_twice_or_more", (json_int_t)m[0].r.repeated));
}

static int put_bound(struct hil_calibrate *c, const struct measured m[2])
{
	struct hil_calibration_entry e = entry_of(c, m);
	bool own = json_is_null(json_object_get(m[0].raw, "readback_line"));

	e.method = "posted";
	e.effect = "post_ns";
	/* a bound: the larger one, and what the other left below it */
	e.value = fmax(m[0].r.posted_ns, m[1].r.posted_ns);
	e.left.residual = m[1].r.posted_ns - m[0].r.posted_ns;
	return hil_calibrate_put(
		c, &e,
		json_pack(
			"{s:s,s:s,s:I,s:I}", "method",
			"largest time from the end of a command to the end "
			"of the read that shows it; one more toggle exceeds "
			"it with a chance of 1 in toggles + 1",
			"read",
			own ? "the probe's own line: bounds nothing where a "
			      "driver returns what it wrote without asking "
			      "the device"
			    : "an input wired to the probe",
			"toggles", (json_int_t)(m[0].r.count + m[1].r.count),
			"interrupted",
			(json_int_t)(m[0].r.interrupted + m[1].r.interrupted)));
}

int hil_calibrate_probe(struct hil_calibrate *c)
{
	struct measured m[2] = { 0 };
	int ret = 0;

	if (c->o->board != HIL_BOARD_EXEC) {
		hil_error("probe: board = none, so there is no hilrigd to move "
			  "a probe");
		return -ENODATA;
	}
	if (!c->board) {
		hil_error("probe: hilrigd on the board is not reached; hilrig "
			  "scan --board says more");
		return -ENODEV;
	}
	for (int i = 0; i < 2 && !ret; i++)
		ret = measure(c, &m[i]);
	for (int i = 0; i < 2 && !ret; i++)
		ret = store(c, &m[i]);
	if (!ret)
		ret = put_delay(c, m);
	if (!ret)
		ret = put_bound(c, m);
	for (int i = 0; i < 2; i++) {
		json_decref(m[i].raw);
		free(m[i].path);
	}
	return ret;
}
