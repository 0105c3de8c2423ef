/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A result's memory, names, reasons and exit status. */
#include "rig/ledger/result.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATUS_LIMIT   2
#define STATUS_INVALID 3

const char *hil_quantity_name(enum hil_quantity q)
{
	static const char *const names[HIL_QUANTITIES] = {
		[HIL_LATENCY] = "latency",   [HIL_PERIOD] = "period",
		[HIL_WAKEUP] = "wakeup",     [HIL_DELIVERY] = "delivery",
		[HIL_RESPONSE] = "response", [HIL_WRITE] = "write",
	};

	return (unsigned int)q < HIL_QUANTITIES ? names[q] : "unknown";
}

const char *hil_verdict_name(enum hil_verdict verdict)
{
	switch (verdict) {
	case HIL_VALID:
		return "VALID";
	case HIL_DEGRADED:
		return "DEGRADED";
	case HIL_INVALID:
	default:
		return "INVALID";
	}
}

void hil_result_free(struct hil_result *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->reason_count; i++)
		free(r->reasons[i]);
	for (size_t i = 0; i < HIL_RESULT_LINES; i++) {
		for (size_t q = 0; q < HIL_QUANTITIES; q++) {
			hil_histogram_free(r->line[i].of[q].histogram);
			free(r->line[i].of[q].series);
		}
		free(r->line[i].clock);
	}
	free(r);
}

static bool has_reason(const struct hil_result *r, const char *code)
{
	size_t length = strlen(code);

	for (size_t i = 0; i < r->reason_count; i++)
		if (!strncmp(r->reasons[i], code, length) &&
		    r->reasons[i][length] == ':')
			return true;
	return false;
}

static void insert_reason(struct hil_result *r, enum hil_verdict verdict,
			  char *reason)
{
	size_t at = r->reason_count;

	/* a full list drops its last, least grave one */
	if (at == HIL_RESULT_REASONS) {
		at--;
		if (r->reason_verdict[at] >= verdict) {
			free(reason);
			return;
		}
		free(r->reasons[at]);
	} else {
		r->reason_count++;
	}
	for (; at > 0 && r->reason_verdict[at - 1] < verdict; at--) {
		r->reasons[at] = r->reasons[at - 1];
		r->reason_verdict[at] = r->reason_verdict[at - 1];
	}
	r->reasons[at] = reason;
	r->reason_verdict[at] = verdict;
}

void hil_result_reason(struct hil_result *r, enum hil_verdict verdict,
		       const char *code, const char *fmt, ...)
{
	char *text = NULL, *reason = NULL;
	va_list args;

	if (verdict > r->verdict)
		r->verdict = verdict;
	if (has_reason(r, code))
		return;
	va_start(args, fmt);
	if (vasprintf(&text, fmt, args) < 0)
		text = NULL;
	va_end(args);
	/* without memory the verdict stands, only its text is missing */
	if (asprintf(&reason, "%s: %s", code, text ? text : fmt) >= 0)
		insert_reason(r, verdict, reason);
	free(text);
}

int hil_result_status(const struct hil_result *r, bool strict)
{
	if (r->verdict == HIL_INVALID)
		return STATUS_INVALID;
	if (strict && r->verdict == HIL_DEGRADED)
		return STATUS_INVALID;
	return r->limit_hit ? STATUS_LIMIT : 0;
}
