/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names hold this process's number: claims are the whole machine's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "rig/run/claim.h"

#define NAME_BYTES 48

static const char *name(const char *kind, char text[NAME_BYTES])
{
	snprintf(text, NAME_BYTES, "test-%s:%d", kind, (int)getpid());
	return text;
}

static void both_are_kept_from_others_until_release(void **state)
{
	char a[NAME_BYTES], g[NAME_BYTES];
	int claim[2], again;

	(void)state;
	assert_int_equal(hil_claim_both(name("a", a), name("g", g), claim), 0);
	assert_int_equal(hil_claim(a), -EBUSY);
	assert_int_equal(hil_claim(g), -EBUSY);
	hil_claim_release(claim);
	hil_claim_release(claim);
	again = hil_claim(a);
	assert_true(again >= 0);
	close(again);
	again = hil_claim(g);
	assert_true(again >= 0);
	close(again);
}

static void a_card_that_is_both_is_claimed_once(void **state)
{
	char card[NAME_BYTES];
	int claim[2];

	(void)state;
	name("card", card);
	assert_int_equal(hil_claim_both(card, card, claim), 0);
	assert_true(claim[0] >= 0);
	assert_int_equal(claim[1], -1);
	hil_claim_release(claim);
}

static void a_generator_by_hand_is_nobodys(void **state)
{
	char a[NAME_BYTES], b[NAME_BYTES];
	int one[2], other[2];

	(void)state;
	assert_int_equal(hil_claim_both(name("a", a), "manual", one), 0);
	assert_int_equal(hil_claim_both(name("b", b), "manual", other), 0);
	hil_claim_release(one);
	hil_claim_release(other);
}

static void the_first_is_in_the_result_when_the_second_is_taken(void **state)
{
	char a[NAME_BYTES], g[NAME_BYTES];
	int taken, claim[2];

	(void)state;
	taken = hil_claim(name("g", g));
	assert_true(taken >= 0);
	assert_int_equal(hil_claim_both(name("a", a), g, claim), -EBUSY);
	assert_true(claim[0] >= 0);
	assert_int_equal(claim[1], -1);
	hil_claim_release(claim);
	assert_int_equal(hil_claim_both(g, a, claim), -EBUSY);
	assert_int_equal(claim[0], -1);
	assert_int_equal(claim[1], -1);
	close(taken);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_are_kept_from_others_until_release),
		cmocka_unit_test(a_card_that_is_both_is_claimed_once),
		cmocka_unit_test(a_generator_by_hand_is_nobodys),
		cmocka_unit_test(
			the_first_is_in_the_result_when_the_second_is_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
