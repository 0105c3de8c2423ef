/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages for people, on stderr, one line each: "PROGRAM: text". */
#ifndef HIL_BASE_LOG_H
#define HIL_BASE_LOG_H

#include <stdarg.h>

#include "daemon/base/attr.h"

enum hil_log_level {
	HIL_LOG_ERROR,
	HIL_LOG_WARNING,
	HIL_LOG_NOTICE,
	HIL_LOG_INFO, /* -v */
	HIL_LOG_DEBUG /* -vv */
};

/**
 * hil_log_open() - name the program and choose the most detailed level shown
 *
 * Context: start-up only, before threads.
 */
void hil_log_open(const char *program, enum hil_log_level most);

/**
 * hil_log_to() - hand each shown message to a function instead, as text
 * @sink: gets level and text without newline; NULL for none
 * @context: passed on
 *
 * The sink takes the place of stderr (hilrigd --stdio sends MESSAGE frames).
 * Context: start-up only, before threads.
 */
void hil_log_to(void (*sink)(void *context, enum hil_log_level level,
			     const char *text),
		void *context);

/** hil_error() - an error message; control characters are escaped */
void hil_error(const char *fmt, ...) HIL_PRINTF(1, 2);
/** hil_warning() - something that may spoil the result */
void hil_warning(const char *fmt, ...) HIL_PRINTF(1, 2);
/** hil_notice() - what a user wants to know in any case, unless -q */
void hil_notice(const char *fmt, ...) HIL_PRINTF(1, 2);
/** hil_info() - with -v */
void hil_info(const char *fmt, ...) HIL_PRINTF(1, 2);
/** hil_debug() - with -vv */
void hil_debug(const char *fmt, ...) HIL_PRINTF(1, 2);

#endif
