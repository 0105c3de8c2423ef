/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the first sentence: what follows it is only its consequence. */
#include "rig/capture/fault.h"

#include <stdarg.h>
#include <stdio.h>

int hil_fault_set(struct hil_fault *fault, int error, const char *fmt, ...)
{
	va_list args;

	if (fault->text[0])
		return error;
	va_start(args, fmt);
	vsnprintf(fault->text, sizeof(fault->text), fmt, args);
	va_end(args);
	return error;
}
