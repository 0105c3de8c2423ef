/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stamps of the board that are wrong: a clock that was read wrong for a whole
 * event, an interrupt that was stamped early, a command that was stamped
 * late. Times stay in the order that a board could send. */
#include <math.h>

#include "tests/sim/sim.h"

enum wrong { ALL_LATE, ALL_EARLY, INTERRUPT_EARLY, COMMAND_LATE, KINDS };

/* From a thousandth of the most, each factor as likely. */
static int64_t size_ns(struct hil_sim *s)
{
	double u = (double)hil_random_below(&s->random, 1 << 20) * 0x1p-20;

	return (int64_t)((double)s->config.wrong_ns * pow(1e-3, u)) + 1;
}

static bool has_room(const struct hil_sim *s, size_t i, int64_t ns)
{
	const struct hil_event *e = &s->event[i];

	return (!i || e[-1].probe_end_ns < e->hardirq_ns - ns) &&
	       (i + 1 == s->events || e->probe_end_ns + ns < e[1].hardirq_ns);
}

static void spoil(struct hil_sim *s, size_t i, enum wrong wrong, int64_t ns)
{
	struct hil_event *e = &s->event[i];
	int64_t interrupt_ns = 0, command_ns = 0;

	if (wrong == ALL_LATE || wrong == ALL_EARLY)
		interrupt_ns = command_ns = wrong == ALL_LATE ? ns : -ns;
	else if (wrong == INTERRUPT_EARLY)
		interrupt_ns = -ns;
	else
		command_ns = ns;
	e->hardirq_ns += interrupt_ns;
	e->wake_ns += interrupt_ns < command_ns ? interrupt_ns : command_ns;
	e->probe_begin_ns += command_ns;
	e->probe_end_ns += command_ns;
	s->interrupt_off_ns[i] = interrupt_ns;
	s->command_off_ns[i] = command_ns;
}

void hil_sim_stamps(struct hil_sim *s)
{
	if (!(s->config.wrong > 0.0))
		return;
	for (size_t i = 0; i < s->events; i++) {
		int64_t ns;

		if (!hil_random_chance(&s->random, s->config.wrong))
			continue;
		ns = size_ns(s);
		if (has_room(s, i, ns))
			spoil(s, i,
			      (enum wrong)hil_random_below(&s->random, KINDS),
			      ns);
	}
}
