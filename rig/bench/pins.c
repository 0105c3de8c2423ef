/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tails the trace. QEMU keeps its own position in the file, so cutting it
 * short would leave a hole: the bytes before are given back to the system
 * instead, the length only grows as a number.
 */
#include "rig/bench/pins.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/time.h"

#define FREE_STEP (1 << 20)
#define STEP_NS   100000 /* two clocks that are slewed together stay closer */

/* The tightest of a few looks: being interrupted between two makes it worse. */
static int64_t measure_ahead(void)
{
	int64_t best = INT64_MAX, ahead = 0;

	for (int i = 0; i < 5; i++) {
		int64_t before = hil_time_mono_ns();
		int64_t wall = hil_time_wall_ns();
		int64_t after = hil_time_mono_ns();

		if (after - before < best) {
			best = after - before;
			ahead = wall - before - (after - before) / 2;
		}
	}
	return ahead;
}

void hil_pins_init(struct hil_pins *p, int fd, const char *path)
{
	memset(p, 0, sizeof(*p));
	p->fd = fd;
	snprintf(p->path, sizeof(p->path), "%s", path);
	p->wall_ahead_ns = measure_ahead();
	p->check_ns = hil_time_mono_ns() + HIL_NS_PER_S;
}

static void check_clocks(struct hil_pins *p)
{
	int64_t now_ns = hil_time_mono_ns(), ahead, step;

	if (now_ns < p->check_ns)
		return;
	p->check_ns = now_ns + HIL_NS_PER_S;
	ahead = measure_ahead();
	step = ahead - p->wall_ahead_ns;
	if (step > STEP_NS || step < -STEP_NS) {
		p->wall_steps++;
		p->wall_ahead_ns = ahead;
	}
}

static void take_line(struct hil_pins *p, const char *line, size_t size)
{
	struct hil_pin_change change;

	if (!hil_trace_line_parse(line, size, p->path, &change))
		return;
	p->changes++;
	p->change(p->context, &change, change.wall_ns - p->wall_ahead_ns);
}

/* A line that does not fit the buffer is none of ours: forgotten in pieces. */
static void take_lines(struct hil_pins *p)
{
	char *at = p->line, *end;
	size_t left = p->used;

	while ((end = memchr(at, '\n', left)) != NULL) {
		take_line(p, at, (size_t)(end - at));
		left -= (size_t)(end - at) + 1;
		at = end + 1;
	}
	if (left == sizeof(p->line))
		left = 0;
	memmove(p->line, at, left);
	p->used = left;
}

void hil_pins_read(struct hil_pins *p)
{
	ssize_t n;

	check_clocks(p);
	while ((n = pread(p->fd, p->line + p->used, sizeof(p->line) - p->used,
			  p->read)) > 0) {
		p->used += (size_t)n;
		p->read += n;
		take_lines(p);
	}
	if (p->read - p->freed < FREE_STEP)
		return;
	n = p->read / FREE_STEP * FREE_STEP;
	if (fallocate(p->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
		      p->freed, n - p->freed) == 0)
		p->freed = n;
}
