/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A capture's records in memory. */
#include "tests/system/collect_capture.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void keep_edges(struct collected *c, const struct hil_frame *f)
{
	size_t n = f->length / sizeof(uint64_t);

	if (c->edges + n > c->room) {
		c->room = 2 * (c->edges + n);
		c->edge = realloc(c->edge, c->room * sizeof(*c->edge));
		if (!c->edge)
			abort();
	}
	memcpy(c->edge + c->edges, f->payload, n * sizeof(*c->edge));
	c->edges += n;
}

static void keep(struct collected *c, const struct hil_frame *f)
{
	struct hil_cover cover;

	switch (f->type) {
	case HIL_RECORD_CAPTURE:
		c->head = json_loadb((const char *)f->payload, f->length, 0,
				     NULL);
		break;
	case HIL_RECORD_CAPTURE_END:
		c->last = json_loadb((const char *)f->payload, f->length, 0,
				     NULL);
		break;
	case HIL_RECORD_EDGES:
		keep_edges(c, f);
		break;
	case HIL_RECORD_LEVELS:
		if (c->level_count < 64)
			memcpy(&c->levels[c->level_count], f->payload,
			       sizeof(struct hil_levels));
		c->level_count++;
		break;
	case HIL_RECORD_GAP:
		if (c->gap_count < 64)
			memcpy(&c->gap[c->gap_count], f->payload,
			       sizeof(struct hil_gap));
		c->gap_count++;
		break;
	case HIL_RECORD_COVER:
		memcpy(&cover, f->payload, sizeof(cover));
		c->covers_go_back |= cover.samples < c->covered;
		c->covered = cover.samples;
		c->covers++;
		break;
	default:
		break;
	}
}

int collect_capture(const struct hil_capture_options *o, uint64_t enough,
		    unsigned int lazy_ms, struct collected *c)
{
	struct hil_capture *capture;
	struct hil_frame frame;
	const char *text;
	int ret;

	memset(c, 0, sizeof(*c));
	ret = hil_capture_start(o, &capture);
	if (ret)
		return ret;
	c->pid = hil_capture_pid(capture);
	for (;;) {
		struct pollfd p = { .fd = hil_capture_fd(capture),
				    .events = POLLIN };

		ret = hil_capture_next(capture, &frame);
		if (ret < 0)
			break;
		if (ret == 0) {
			poll(&p, 1, 50);
			continue;
		}
		keep(c, &frame);
		if (c->covers && lazy_ms) {
			usleep(1000 * lazy_ms);
			lazy_ms = 0;
		}
		if (enough && c->covered >= enough)
			hil_capture_stop(capture);
	}
	c->end = hil_capture_ended(capture, &text);
	snprintf(c->text, sizeof(c->text), "%s", text);
	hil_capture_free(capture);
	return 0;
}

void collected_free(struct collected *c)
{
	json_decref(c->head);
	json_decref(c->last);
	free(c->edge);
}

size_t collected_edges(const struct collected *c, unsigned int channel)
{
	size_t n = 0;

	for (size_t i = 0; i < c->edges; i++)
		n += hil_edge_channel(c->edge[i]) == channel;
	return n;
}

bool process_is_gone(int pid)
{
	return kill(pid, 0) < 0 && errno == ESRCH;
}
