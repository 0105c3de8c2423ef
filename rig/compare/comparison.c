/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From arms to verdicts. */
#include "rig/compare/comparison.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/time.h"

#define COLLECTION_WINDOW_NS (20 * HIL_NS_PER_MS)

int hil_comparison_init(struct hil_comparison *c, size_t arms, size_t rounds)
{
	size_t i;
	int ret = 0;

	memset(c, 0, sizeof(*c));
	c->order = calloc(arms * rounds + 1, sizeof(*c->order));
	c->span = calloc(arms * rounds + 1, sizeof(*c->span));
	if (!c->order || !c->span) {
		hil_comparison_free(c);
		return -ENOMEM;
	}
	c->rounds = rounds;
	for (i = 0; i < arms && !ret; i++) {
		struct hil_arm *arm = &c->arm[c->arms++];

		arm->block = calloc(rounds + 1, sizeof(*arm->block));
		ret = arm->block ? hil_tally_init(&arm->tally) : -ENOMEM;
	}
	if (ret)
		hil_comparison_free(c);
	return ret;
}

static void arm_free(struct hil_arm *arm)
{
	free(arm->block);
	hil_tally_free(&arm->tally);
	hil_histogram_free(arm->latency.histogram);
	free(arm->latency.series);
	json_decref(arm->front.runtime);
	free(arm->near.wake_ns);
	free(arm->near.latency_ns);
	free(arm->near.event_ns);
}

void hil_comparison_free(struct hil_comparison *c)
{
	while (c->arms)
		arm_free(&c->arm[--c->arms]);
	free(c->order);
	free(c->span);
	c->order = NULL;
	c->span = NULL;
}

/* Mean of the arm's blocks: what a share of it is a share of. */
static double value_of(const struct hil_comparison *c, size_t arm,
		       enum hil_compare_quantity q)
{
	double sum = 0.0;
	size_t n = 0, i;

	for (i = 0; i < c->rounds; i++) {
		if (!c->arm[arm].block[i].count)
			continue;
		sum += c->arm[arm].block[i].value_ns[q];
		n++;
	}
	return n ? sum / (double)n : 0.0;
}

static int judge_pair(struct hil_comparison *c, struct hil_pair *p)
{
	struct hil_compare_options o = { .seed = c->seed };
	int ret = 0, q;

	for (q = 0; q < HIL_COMPARE_QUANTITIES && !ret; q++) {
		enum hil_compare_quantity of = (enum hil_compare_quantity)q;

		o.margin_ns =
			c->margin.ns + c->margin.share * value_of(c, p->a, of);
		p->margin_ns[q] = o.margin_ns;
		ret = hil_compare(c->arm[p->a].block, c->arm[p->b].block,
				  c->rounds, of, &o, &p->of[q]);
	}
	return ret;
}

int hil_comparison_judge(struct hil_comparison *c, double u_ns)
{
	size_t a, b;
	int ret = 0;

	for (a = 0; a < c->arms && !ret; a++) {
		hil_tally_finish(&c->arm[a].tally, u_ns, &c->arm[a].latency);
		ret = hil_arm_effect(&c->arm[a], COLLECTION_WINDOW_NS, c->seed);
	}
	c->pairs = 0;
	for (a = 0; a < c->arms && !ret; a++) {
		for (b = a + 1; b < c->arms && !ret; b++) {
			struct hil_pair *p = &c->pair[c->pairs++];

			*p = (struct hil_pair){ .a = a, .b = b };
			ret = judge_pair(c, p);
		}
	}
	return ret;
}

bool hil_comparison_beyond(const struct hil_comparison *c)
{
	size_t i;
	int q;

	for (i = 0; i < c->pairs; i++) {
		for (q = 0; q < HIL_COMPARE_QUANTITIES; q++) {
			if (c->pair[i].of[q].verdict == HIL_COMPARE_DIFFERS &&
			    c->pair[i].of[q].beyond_margin)
				return true;
		}
	}
	return false;
}

bool hil_comparison_decided(const struct hil_comparison *c)
{
	for (size_t i = 0; i < c->pairs; i++) {
		for (int q = 0; q < HIL_COMPARE_QUANTITIES; q++) {
			if (c->pair[i].of[q].verdict != HIL_COMPARE_NOT_ENOUGH)
				return true;
		}
	}
	return false;
}

int hil_margin_parse(const char *text, struct hil_margin *m)
{
	size_t len = strlen(text);
	char number[32];
	int64_t ns;

	*m = (struct hil_margin){ 0, 0 };
	if (len > 1 && len < sizeof(number) && text[len - 1] == '%') {
		memcpy(number, text, len - 1);
		number[len - 1] = '\0';
		if (!hil_number_double(number, &m->share) && m->share >= 0 &&
		    m->share <= 1000) {
			m->share /= 100;
			return 0;
		}
	} else if (!hil_duration_parse(text, HIL_NS_PER_US, &ns) && ns >= 0) {
		m->ns = (double)ns;
		return 0;
	}
	hil_error("--margin: \"%s\" is neither a time (20us, a bare number is "
		  "microseconds) nor a share (5%%)",
		  text);
	return -EINVAL;
}
