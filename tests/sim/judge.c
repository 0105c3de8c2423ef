/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/judge.h"

#include <string.h>

void hil_judge_init(struct hil_judge *j, const struct hil_sim *sim)
{
	memset(j, 0, sizeof(*j));
	j->sim = sim;
	for (size_t i = 0; i < sim->edges; i++) {
		j->answered += sim->edge[i].seen && sim->edge[i].answered;
		j->indistinct += sim->edge[i].seen && sim->edge[i].indistinct;
	}
}

/* FNV-1a over 64-bit words where they fit, for speed alone. */
uint64_t hil_judge_digest(uint64_t digest, const void *bytes, size_t length)
{
	const unsigned char *p = bytes;
	uint64_t word;

	for (; length >= sizeof(word); length -= sizeof(word)) {
		memcpy(&word, p, sizeof(word));
		p += sizeof(word);
		digest = (digest ^ word) * UINT64_C(0x100000001b3);
		digest ^= digest >> 29;
	}
	while (length--)
		digest = (digest ^ *p++) * UINT64_C(0x100000001b3);
	return digest;
}

static void judge_match(struct hil_judge *j, const struct hil_row *row)
{
	const struct hil_sim_edge *e = &j->sim->edge[j->next];
	bool right = e->answered && e->probe == row->probe;

	if (j->sim->config.board && !e->indistinct &&
	    (row->event >= j->sim->events ||
	     j->sim->event_edge[row->event] != j->next))
		j->wrong_event++;
	if (!right && e->indistinct)
		j->forgiven++;
	else if (!right)
		j->wrong++;
}

static void judge_bound(struct hil_judge *j, const struct hil_row *row)
{
	const struct hil_sim_edge *e = &j->sim->edge[j->next];
	int64_t tau_ns = (int64_t)(1000000000 * j->sim->config.rate_den /
				   j->sim->config.rate_num) +
			 1;

	if (e->answered && !e->indistinct &&
	    row->at_least_ns > e->probe_ns - e->at_ns + 2 * tau_ns)
		j->false_bound++;
}

void hil_judge_row(void *context, const struct hil_row *row)
{
	struct hil_judge *j = context;
	const struct hil_sim *s = j->sim;

	j->digest = hil_judge_digest(j->digest, row, sizeof(*row));
	while (j->next < s->edges && !s->edge[j->next].seen)
		j->next++;
	if (j->next == s->edges || s->edge[j->next].sample != row->edge) {
		j->stray++;
		return;
	}
	j->rows[row->row_class]++;
	if (row->row_class == HIL_ROW_MATCHED)
		judge_match(j, row);
	else
		judge_bound(j, row);
	j->next++;
}

struct hil_result *hil_judge_run(const struct hil_sim *sim, struct hil_judge *j,
				 enum hil_sim_order order, uint64_t seed)
{
	struct hil_ledger_config config = hil_sim_ledger_config(sim);
	struct hil_ledger *l = hil_ledger_new(&config, hil_judge_row, j);
	struct hil_result *r = NULL;

	hil_judge_init(j, sim);
	if (l && !hil_sim_feed(sim, l, order, seed))
		r = hil_ledger_finish(l);
	hil_ledger_free(l);
	return r;
}

void hil_judge_add(struct hil_judge *to, const struct hil_judge *from)
{
	for (size_t i = 0; i < 4; i++)
		to->rows[i] += from->rows[i];
	to->answered += from->answered;
	to->indistinct += from->indistinct;
	to->wrong += from->wrong;
	to->forgiven += from->forgiven;
	to->wrong_event += from->wrong_event;
	to->false_bound += from->false_bound;
	to->stray += from->stray;
}
