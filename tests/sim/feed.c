/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records for tests; see feed.h. */
#include "tests/sim/feed.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

struct hil_ledger_config hil_sim_config(bool board)
{
	return (struct hil_ledger_config){
		.stimulus_channel = HIL_FEED_STIMULUS,
		.probe_channel = HIL_FEED_PROBE,
		.stimulus_edge = HIL_SELECT_RISING,
		.probe_edge = HIL_SELECT_BOTH,
		.probe_mode = HIL_PROBE_TOGGLE,
		.board = board,
	};
}

int hil_sim_json(struct hil_ledger *l, uint8_t type, const char *fmt, ...)
{
	char text[1024];
	va_list args;
	int length;

	va_start(args, fmt);
	length = vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	return hil_ledger_record(l, type, text, (size_t)length);
}

int hil_sim_capture(struct hil_ledger *l, uint64_t rate_num, uint64_t rate_den)
{
	struct hil_levels levels = { 0 };
	int ret = hil_sim_json(l, HIL_RECORD_CAPTURE,
			       "{\"rate_num\":%" PRIu64 ",\"rate_den\":%" PRIu64
			       ",\"live\":false}",
			       rate_num, rate_den);

	return ret ? ret
		   : hil_ledger_record(l, HIL_RECORD_LEVELS, &levels,
				       sizeof(levels));
}

int hil_sim_edge(struct hil_ledger *l, uint64_t sample, unsigned int channel,
		 bool level)
{
	uint64_t edge = hil_edge_pack(sample, channel, level);

	return hil_ledger_record(l, HIL_RECORD_EDGES, &edge, sizeof(edge));
}

int hil_sim_cover(struct hil_ledger *l, uint64_t samples)
{
	struct hil_cover cover = { samples, 0 };

	return hil_ledger_record(l, HIL_RECORD_COVER, &cover, sizeof(cover));
}

int hil_sim_gap(struct hil_ledger *l, uint64_t first, uint64_t end)
{
	struct hil_gap gap = { first, end, HIL_GAP_INSTRUMENT, 0 };

	return hil_ledger_record(l, HIL_RECORD_GAP, &gap, sizeof(gap));
}

int hil_sim_end(struct hil_ledger *l, uint64_t samples)
{
	int ret = hil_sim_cover(l, samples);

	return ret ? ret
		   : hil_sim_json(l, HIL_RECORD_CAPTURE_END,
				  "{\"reason\":\"stopped\",\"samples\":%" PRIu64
				  "}",
				  samples);
}
