/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The queue of control records. */
#include <stdbool.h>

#include "daemon/outbox.h"
#include "tests/unit/test.h"

static void records_come_out_in_order(void **state)
{
	struct hil_outbox_item item;
	struct hil_outbox box;
	int round, i;

	(void)state;
	hil_outbox_init(&box);
	for (round = 0; round < 10; round++) {
		for (i = 0; i < 40; i++)
			hil_outbox_put(&box, (uint8_t)i, json_object());
		for (i = 0; i < 40; i++) {
			assert_true(hil_outbox_take(&box, &item));
			assert_int_equal(item.type, i);
			free(item.text);
		}
	}
	assert_false(hil_outbox_take(&box, &item));
	hil_outbox_clear(&box);
}

static void full_box_drops_and_counts(void **state)
{
	struct hil_outbox_item item;
	struct hil_outbox box;
	int i;

	(void)state;
	hil_outbox_init(&box);
	for (i = 0; i < HIL_OUTBOX_MAX + 3; i++)
		hil_outbox_put(&box, 2, json_pack("{s:i}", "n", i));
	assert_int_equal(box.dropped, 3);
	assert_true(hil_outbox_take(&box, &item));
	assert_string_equal(item.text, "{\"n\":0}");
	free(item.text);
	hil_outbox_clear(&box);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_come_out_in_order),
		cmocka_unit_test(full_box_drops_and_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
