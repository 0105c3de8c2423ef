/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line of QEMU's trace log, as a change of a pin. */
#ifndef HIL_BENCH_TRACE_LINE_H
#define HIL_BENCH_TRACE_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hil_pin_change {
	int64_t wall_ns;   /* stamped inside QEMU, whole microseconds */
	unsigned int line; /* 0 to 7 */
	bool output;       /* driven by the board, not into it */
	bool level;
};

/**
 * hil_trace_line_parse() - read "PID@SEC.USEC:pl061_input_change PATH input 0
 *	changed to 1" or "…:pl061_set_output PATH setting output 1 to 1"
 * @text: @size bytes, without newline
 * @path: of the controller; lines of others do not match
 * @change: result
 *
 * Context: any. Return: true if it is such a line, complete and in range.
 * Source: QEMU's hw/gpio/trace-events and its log trace backend.
 */
bool hil_trace_line_parse(const char *text, size_t size, const char *path,
			  struct hil_pin_change *change);

#endif
