/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files of the doctor. */
#ifndef HIL_DAEMON_DOCTOR_PRIVATE_H
#define HIL_DAEMON_DOCTOR_PRIVATE_H

#include <jansson.h>
#include <stdbool.h>

#include "daemon/base/attr.h"

enum hil_doctor_state { HIL_DOCTOR_GOOD, HIL_DOCTOR_BAD, HIL_DOCTOR_UNKNOWN };

/* What each check gets, and where its row goes. */
struct hil_doctor {
	const char *root;
	const char *chip; /* NULL: none was named */
	int cpu;          /* where the IST would run */
	const json_t *constant;
	const json_t *changing;
	json_t *rows;
};

/**
 * hil_doctor_row() - append a row
 * @advice: what to do, "" when there is nothing
 */
void hil_doctor_row(struct hil_doctor *d, const char *id, const char *title,
		    enum hil_doctor_state state, const char *advice,
		    const char *value, ...) HIL_PRINTF(6, 7);

/** hil_doctor_text() - a fact that is a string, else "unknown" */
const char *hil_doctor_text(const json_t *object, const char *key);

/* Groups of checks. */
void hil_doctor_kernel(struct hil_doctor *d);
void hil_doctor_cpu(struct hil_doctor *d);
void hil_doctor_interrupts(struct hil_doctor *d);
void hil_doctor_rights(struct hil_doctor *d);

#endif
