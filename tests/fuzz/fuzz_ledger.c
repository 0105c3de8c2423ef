/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any records at all into the ledger. Byte 0: 1 board, 2 pulse, 4 max_latency,
 * 8 falling stimulus, 16 probe by one direction; then records {type u8, length
 * u16, payload}. A refused record is left out, as if it had been lost: the
 * identities must hold for whatever was taken.
 */
#include "rig/ledger/ledger.h"
#include "tests/fuzz/fuzz.h"

static void check_row(void *context, const struct hil_row *row)
{
	uint64_t *rows = context;

	if (row->number != (*rows)++ || row->row_class > HIL_ROW_IN_GAP)
		abort();
	if (row->row_class == HIL_ROW_MATCHED &&
	    (row->latency_ns < 0 || row->at_least_ns ||
	     row->probe < row->edge || row->probe == HIL_UNKNOWN_SAMPLE))
		abort();
}

static void feed(struct hil_ledger *l, const uint8_t *data, size_t size)
{
	while (size >= 3) {
		size_t length = (size_t)data[1] | (size_t)data[2] << 8;
		void *payload;

		if (length > size - 3)
			length = size - 3;
		/* of its own size and aligned, as the contract says */
		payload = malloc(length ? length : 1);
		if (!payload)
			abort();
		memcpy(payload, data + 3, length);
		if (hil_ledger_record(l, data[0], payload, length) > 0)
			abort();
		free(payload);
		data += 3 + length;
		size -= 3 + length;
	}
}

static void check_result(const struct hil_result *r, uint64_t rows)
{
	const struct hil_accounts *a = &r->line[0].accounts;

	if (a->pairing_imbalance || a->probe_imbalance || a->board_imbalance)
		abort();
	if (a->stimulus.edges != rows ||
	    rows != a->stimulus.matched + a->stimulus.ambiguous +
			    a->stimulus.missed + a->stimulus.in_gap)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hil_ledger_config config = { .probe_channel = 1 };
	struct hil_ledger_live live;
	struct hil_ledger *l;
	struct hil_result *r;
	uint64_t rows = 0;

	if (!size)
		return 0;
	config.board = data[0] & 1;
	config.probe_mode = data[0] & 2 ? HIL_PROBE_PULSE : HIL_PROBE_TOGGLE;
	config.max_latency_ns = data[0] & 4 ? 500000 : 0;
	config.stimulus_edge =
		data[0] & 8 ? HIL_SELECT_FALLING : HIL_SELECT_RISING;
	config.probe_edge = data[0] & 16 ? HIL_SELECT_RISING : HIL_SELECT_BOTH;
	config.limit_ns = 1000;
	config.bounce_ns = 1000;
	l = hil_ledger_new(&config, check_row, &rows);
	if (!l)
		abort();
	feed(l, data + 1, size - 1);
	hil_ledger_live(l, &live);
	r = hil_ledger_finish(l);
	if (!r)
		abort();
	check_result(r, rows);
	hil_result_free(r);
	hil_ledger_free(l);
	return 0;
}
