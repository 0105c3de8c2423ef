/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrigd: the board's side of the rig. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/base/log.h"
#include "daemon/base/standard.h"
#include "daemon/doctor.h"
#include "daemon/facts.h"
#include "daemon/options.h"
#include "daemon/readback.h"
#include "daemon/scan.h"
#include "daemon/session.h"

static int measure(const struct hil_daemon_options *options)
{
	struct hil_session *session = malloc(sizeof(*session));
	int status;

	if (!session) {
		hil_error("cannot start: no memory");
		return 1;
	}
	status = hil_session_run(session, options);
	free(session);
	return status;
}

int main(int argc, char **argv)
{
	struct hil_daemon_options options;
	int status = 1;
	int ret;

	hil_standard_keep();
	hil_log_open("hilrigd", HIL_LOG_NOTICE);
	ret = hil_daemon_options_parse(&options, argc, argv);
	if (!ret && options.quiet)
		hil_log_open("hilrigd", HIL_LOG_WARNING);
	if (ret == -ECANCELED)
		status = 0;
	else if (!ret && options.doctor)
		status = hil_doctor(options.chip, options.json);
	else if (!ret && options.scan)
		status = hil_scan_print();
	else if (!ret && options.facts)
		status = hil_facts_print();
	else if (!ret && options.readback)
		status = hil_readback_print(&options);
	else if (!ret)
		status = measure(&options);
	hil_daemon_options_free(&options);
	return status;
}
