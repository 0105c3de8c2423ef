/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operation: however a run ends, it ends safely and says how. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rig/qualify/checks.h"
#include "rig/run/claim.h"

#define LONG_NS   (60 * HIL_NS_PER_S)
#define ARM_NS    (45 * HIL_NS_PER_S)
#define SOME_NS   (500 * HIL_NS_PER_MS) /* of measuring */
#define END_NS    (10 * HIL_NS_PER_S)   /* a run ends within 5 s */
#define GUARD_NS  (3 * HIL_NS_PER_S)    /* the guard and hilrigd notice */
#define ANSWER_NS (30 * HIL_NS_PER_S)

void hil_check_exclusive(struct hil_qualify *q, struct hil_finding *f)
{
	int64_t begin_ns = hil_time_mono_ns();
	struct hil_qualify_run r = { 0 };
	int claim = hil_claim(q->o->analyzer);

	if (claim < 0) {
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the analyzer cannot be claimed: %s",
				strerror(-claim));
		return;
	}
	hil_qualify_measure(q, "second", HIL_NS_PER_S, NULL, &r);
	close(claim);
	hil_command_evidence(f, "second");
	if (r.error && r.error != -EINTR)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the second run did not end: %s",
				strerror(-r.error));
	else if (!r.error && (r.status != 4 || r.json))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the second run was not refused, exit status "
				"%d",
				r.status);
	else if (!r.error)
		hil_finding_set(f, HIL_FINDING_PASSED,
				"the second run was refused in %.1f s, exit "
				"status 4",
				(double)(hil_time_mono_ns() - begin_ns) * 1e-9);
	hil_qualify_run_clear(&r);
}

/* A run that measures. Return: 0; -errno, said in @f. */
static int begin(struct hil_qualify *q, const char *name, struct hil_command *c,
		 struct hil_finding *f)
{
	char *path = NULL;
	int ret = hil_qualify_run_start(q, name, LONG_NS, NULL, c);

	if (!ret)
		ret = hil_qualify_run_mark(c, "generator_on", ARM_NS, &path);
	if (!ret)
		ret = hil_pause(SOME_NS);
	free(path);
	if (ret && ret != -EINTR)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the run did not come to measure: %s",
				strerror(-ret));
	return ret;
}

void hil_check_killed(struct hil_qualify *q, struct hil_finding *f)
{
	struct hil_command c = { 0 };
	int ret = begin(q, "killed", &c, f), wait;

	hil_command_signal(&c, ret ? SIGINT : SIGKILL);
	wait = hil_command_wait(&c, END_NS);
	hil_command_evidence(f, "killed");
	if (!ret && wait != -EINTR && c.status != 128 + SIGKILL)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the run was not killed, exit status %d",
				c.status);
	if (!ret && !wait && !hil_pause(GUARD_NS))
		hil_check_quiet(q, "killed-seen", f);
}

void hil_check_stop(struct hil_qualify *q, struct hil_finding *f)
{
	struct hil_qualify_run r = { 0 };
	struct hil_command c = { 0 };
	int ret = begin(q, "stopped", &c, f);
	int64_t begin_ns = hil_time_mono_ns();

	hil_command_signal(&c, SIGINT);
	r.error = hil_command_wait(&c, END_NS);
	hil_qualify_run_take(q, &c, &r);
	if (!ret && hil_qualify_run_ok(q, &r, f)) {
		double s = (double)(hil_time_mono_ns() - begin_ns) * 1e-9;
		struct hil_finding_value v = { "time to the end", s, "s", 1,
					       0 };

		hil_finding_value(f, &v);
		if (r.status != 0 && r.status != 3)
			hil_finding_set(f, HIL_FINDING_FAILED, "exit status %d",
					r.status);
		hil_finding_set(
			f, HIL_FINDING_PASSED,
			"ended in %.1f s with its summary: %s", s,
			json_string_value(json_object_get(r.json, "verdict")));
	}
	hil_qualify_run_clear(&r);
}

void hil_check_limit(struct hil_qualify *q, struct hil_finding *f)
{
	static const char *const limit[] = { "--breaktrace=1ns", NULL };
	struct hil_qualify_run r = { 0 };
	double asked_s = (double)LONG_NS * 1e-9, s;

	hil_qualify_measure(q, "limit", LONG_NS, limit, &r);
	if (hil_qualify_run_ok(q, &r, f)) {
		s = json_number_value(json_object_get(r.json, "duration_s"));
		hil_finding_count(f, "exit status", (uint64_t)r.status);
		if (r.status != 2 || !(s < asked_s / 2))
			hil_finding_set(f, HIL_FINDING_FAILED,
					"exit status %d after %.1f s of %.0f "
					"s: %s",
					r.status, s, asked_s,
					json_string_value(json_object_get(
						r.json, "verdict")));
		hil_finding_set(f, HIL_FINDING_PASSED,
				"stopped after %.1f s of %.0f s, exit status 2",
				s, asked_s);
	}
	hil_qualify_run_clear(&r);
}

void hil_check_statuses(struct hil_qualify *q, struct hil_finding *f)
{
	const struct {
		const char *name;
		const char *args[6];
		int wanted;
	} call[] = {
		{ "status-0", { "run", "--help" }, 0 },
		{ "status-1",
		  { "run", "--config", q->config, "--no-option" },
		  1 },
		{ "status-1-config",
		  { "run", "--config", "/no/such.conf" },
		  1 },
		{ "status-4",
		  { "run", "--config", q->config, "--socket=none",
		    "--analyzer=no-such-driver" },
		  4 },
	};
	size_t calls = sizeof(call) / sizeof(call[0]);
	int status, ret = 0;

	for (size_t i = 0; i < calls && !ret; i++) {
		ret = hil_command_run(q, call[i].name, call[i].args, ANSWER_NS,
				      &status);
		hil_command_evidence(f, call[i].name);
		if (!ret && status != call[i].wanted)
			hil_finding_set(f, HIL_FINDING_FAILED,
					"%s: exit status %d, documented is %d",
					call[i].name, status, call[i].wanted);
	}
	if (ret && ret != -EINTR)
		hil_finding_set(f, HIL_FINDING_FAILED, "hilrig did not end: %s",
				strerror(-ret));
	if (!ret)
		hil_finding_set(f, HIL_FINDING_PASSED,
				"%zu calls ended as the manual says", calls);
}
