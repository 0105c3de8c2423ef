/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What run, measure and show do with a result. */
#ifndef HIL_CMD_FINISH_H
#define HIL_CMD_FINISH_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/report/report.h"

struct hil_finish {
	const char *json; /* "-" for stdout, a path, or NULL */
	bool quiet;       /* no text summary */
	bool strict;
};

/**
 * hil_finish_print() - text on stdout, JSON where asked for
 *
 * JSON on stdout takes the place of the text.
 * Return: exit status of the program.
 */
int hil_finish_print(const struct hil_result *r, struct hil_report_info *info,
		     const struct hil_finish *how);

/**
 * hil_finish_assumption() - how pairs are made
 * @board: by its records
 * @max_latency_ns: 0: none
 *
 * Return: a constant sentence; NULL with a board.
 */
const char *hil_finish_assumption(bool board, int64_t max_latency_ns);

/**
 * hil_finish_json() - write an object to a file, or to stdout for "-"
 * @json: consumed; NULL is "no memory"
 *
 * Return: 0; -errno, the message is printed.
 */
int hil_finish_json(json_t *json, const char *path) HIL_MUST_CHECK;

/** hil_finish_page() - report.html in a run's folder. Return: 0 or -errno. */
int hil_finish_page(const char *folder, const struct hil_result *r,
		    const struct hil_report_info *info);

/**
 * hil_finish_histogram() - read -H's value into the report's wishes
 *
 * Return: 0; -EINVAL with a message.
 */
int hil_finish_histogram(const char *value, struct hil_report_info *info);

/** hil_finish_sysinfo() - rt-tests' sysinfo of a board's settings; new or NULL
 */
json_t *hil_finish_sysinfo(const json_t *board_settings);

#endif
