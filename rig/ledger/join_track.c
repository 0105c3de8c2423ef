/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is the join still on its track? A clock may jump against the other: a board
 * that was suspended, a virtual one that was stopped, an analyzer that lost
 * samples without a word. Then answers are not where they should be, or edges
 * and answers come by the dozen that the board knows nothing of. The join
 * starts again with an offset of its own, and the result counts the parts.
 */
#include "rig/ledger/join.h"

/* So many events in a row whose answers are elsewhere. */
#define ASTRAY_EVENTS 4
/* So many edges more than interrupts, and answers more than commands. */
#define UNKNOWN_EDGES 3
#define PAUSE_PERIODS 16

void hil_join_track(struct hil_join *j, const struct hil_join_event *e,
		    size_t edges, bool in_gap)
{
	if (e->event.index < j->orphans_to)
		return;
	/* an answer in its window: the clocks are as they were */
	if (e->answer == HIL_ANSWER_SEEN)
		j->astray = 0;
	else if (e->answer == HIL_ANSWER_MISSING && !in_gap &&
		 (e->extra_before || !edges))
		j->astray++;
}

static size_t probes_before(struct hil_join *j, int64_t ns)
{
	size_t n = 0;

	while (n < j->probe.count && hil_join_probe_at(j, n)->ns < ns)
		n++;
	return n;
}

static size_t edges_before(struct hil_join *j, int64_t ns)
{
	size_t first = j->group.open ? j->group.edges : 0;
	size_t n = first;

	while (n < j->stimulus.count && hil_join_stimulus_at(j, n)->ns < ns)
		n++;
	return n - first;
}

bool hil_join_is_astray(const struct hil_join *j)
{
	return j->astray >= ASTRAY_EVENTS;
}

void hil_join_lose_track(struct hil_join *j)
{
	j->astray = ASTRAY_EVENTS;
}

/* After a pause the clocks may have parted by so much that an edge could be
 * taken for its neighbour: the join needs a new anchor. */
static bool is_too_wide(const struct hil_join *j,
			const struct hil_join_event *e)
{
	int64_t since_ns = e->window_low_ns - j->group_to_ns;
	int64_t ioctl_ns = e->event.probe_end_ns - e->event.probe_begin_ns;
	int64_t width_ns = e->first_high_ns - e->window_low_ns - ioctl_ns;

	return j->period_ns && since_ns > PAUSE_PERIODS * j->period_ns &&
	       width_ns > j->period_ns / 2;
}

bool hil_join_has_jumped(struct hil_join *j, const struct hil_join_event *e)
{
	int64_t hardirq_ns = hil_join_earliest(j, e->event.hardirq_ns);
	int64_t answers, edges;

	/* right behind a start the first ones left may be anything */
	if (j->started)
		return false;
	if (is_too_wide(j, e))
		return true;
	if (hil_join_in_gap(j, j->group_to_ns, e->window_low_ns))
		return false;
	answers = (int64_t)(probes_before(j, e->window_low_ns) /
			    j->edges_per_command);
	edges = (int64_t)edges_before(j, hardirq_ns);
	answers -= e->commands - 1;
	edges -= e->irqs;
	/* about as many of both: a burst on the probe is no answer to edges
	 * that were merged before the kernel saw them */
	return answers >= UNKNOWN_EDGES && edges >= UNKNOWN_EDGES &&
	       answers <= 2 * edges && edges <= 2 * answers;
}

/* The rows so far stand. */
void hil_join_again(struct hil_join *j)
{
	size_t taken = j->group.open ? j->group.edges : 0;

	hil_join_leg_jump(j);
	hil_join_suspect_reset(j);
	j->astray = 0;
	j->activation_ns = 0;
	j->unclear_before = false;
	j->state = HIL_JOIN_STARTING;
	if (j->stimulus.count > taken)
		j->group_to_ns = hil_join_stimulus_at(j, taken)->ns - 1;
}
