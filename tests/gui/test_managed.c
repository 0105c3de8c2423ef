/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The Lua sources of the front end "managed", run in their own host: the text
 * of numbers against what C writes, the picture of a made-up view, and what
 * the runtime says of itself.
 */
#include "tests/unit/test.h"

#include <errno.h>
#include <jansson.h>
#include <lauxlib.h>
#include <lua.h>

#include "daemon/base/time.h"
#include "gui-bridge/managed/calls.h"
#include "gui-bridge/managed/host.h"

struct fixture {
	struct hil_managed_host host;
	struct hil_managed_calls calls;
	struct hil_managed_terminal terminal;
	struct hil_front front;
	struct hil_view view;
};

/* What the fake terminal is told, and what it says. */
static char written[1 << 20];
static size_t written_bytes;
static int waits, writes;

static bool begin(struct hil_front *f)
{
	(void)f;
	return true;
}

static void end(struct hil_front *f)
{
	f->refresh.drawn++;
}

static int32_t wait_for(struct hil_front *f, struct hil_managed_terminal *t)
{
	(void)f;
	(void)t;
	return waits-- > 0 ? 0 : -1;
}

static bool key(struct hil_front *f, int32_t code)
{
	(void)code;
	return f->paused;
}

static void size(struct hil_managed_terminal *t, int32_t columns_rows[2])
{
	(void)t;
	columns_rows[0] = 80;
	columns_rows[1] = 24;
}

static int32_t write_text(struct hil_managed_terminal *t, const char *text,
			  size_t bytes)
{
	(void)t;
	if (writes-- <= 0)
		return -EIO;
	if (written_bytes + bytes < sizeof(written)) {
		memcpy(written + written_bytes, text, bytes);
		written_bytes += bytes;
		written[written_bytes] = '\0';
	}
	return 0;
}

static void put_quantity(struct hil_view *v, const char *name,
			 const char *witness, int64_t min_ns)
{
	struct hil_view_quantity *q = &v->quantity[v->quantities++];

	snprintf(q->name, sizeof(q->name), "%s", name);
	snprintf(q->witness, sizeof(q->witness), "%s", witness);
	q->all = (struct hil_view_column){ 1234, min_ns, min_ns + 90125,
					   (double)min_ns + 1000.4 };
	q->last = (struct hil_view_column){ 250, min_ns + 1, min_ns + 2002,
					    (double)min_ns + 999.6 };
	q->deviation_ns = -1;
	q->p50_ns = min_ns + 11;
	q->p99_ns = min_ns + 22;
	q->p999_ns = min_ns + 33;
	q->columns = 400;
	q->column_ns = 100 * HIL_NS_PER_MS;
	q->column[399] = q->last;
	q->bars = 2;
	q->bar[0] = (struct hil_view_bar){ 0, 1000, 1233 };
	q->bar[1] = (struct hil_view_bar){ 1000, 2000, 1 };
}

static void put_view(struct hil_view *v)
{
	v->attached = v->live = 1;
	snprintf(v->state, sizeof(v->state), "RUN");
	snprintf(v->writer, sizeof(v->writer), "hilrigd, pid 42");
	snprintf(v->verdict, sizeof(v->verdict), "VALID");
	v->u_ns = 816.4;
	v->k = 2;
	v->leg_ns = 3100;
	v->witnesses = 1;
	snprintf(v->witness[0].name, sizeof(v->witness[0].name), "analyzer");
	snprintf(v->witness[0].text, sizeof(v->witness[0].text), "running");
	v->witness[0].alive = 1;
	put_quantity(v, "period", "IST", 3999000);
	put_quantity(v, "wake-up", "IST", 50000);
	v->counters = 2;
	snprintf(v->counter[0].name, sizeof(v->counter[0].name), "events");
	v->counter[0].value = INT64_C(9007199254740993); /* 2^53 + 1 */
	v->counter[0].known = 1;
	snprintf(v->counter[1].name, sizeof(v->counter[1].name), "missed");
	v->front.staleness_ns = -1;
}

static int make(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	assert_non_null(f);
	put_view(&f->view);
	f->calls = (struct hil_managed_calls){ .front = &f->front,
					       .terminal = &f->terminal,
					       .view = &f->view,
					       .begin = begin,
					       .end = end,
					       .wait = wait_for,
					       .key = key,
					       .size = size,
					       .write = write_text,
					       .now_ns = hil_time_mono_ns,
					       .memory = &f->host.memory };
	assert_int_equal(hil_managed_host_open(&f->host), 0);
	written_bytes = 0;
	waits = 0;
	writes = INT32_MAX;
	*state = f;
	return 0;
}

static int unmake(void **state)
{
	struct fixture *f = *state;

	hil_managed_host_close(&f->host);
	free(f);
	return 0;
}

/* Runs a chunk; its arguments are the C side and a number. */
static void run(struct fixture *f, const char *chunk, double number)
{
	lua_State *lua = f->host.lua;

	lua_settop(lua, 0);
	if (luaL_loadstring(lua, chunk))
		fail_msg("%s", lua_tostring(lua, -1));
	lua_pushlightuserdata(lua, &f->calls);
	lua_pushnumber(lua, number);
	if (lua_pcall(lua, 2, 1, 0))
		fail_msg("%s", lua_tostring(lua, -1));
}

static const char *result(struct fixture *f)
{
	const char *text = lua_tostring(f->host.lua, -1);

	return text ? text : "(nil)";
}

static void numbers_are_written_as_in_c(void **state)
{
	struct fixture *f = *state;
	uint64_t random = 1;
	char ns[64], age[64], both[160];

	for (int i = 0; i < 2000; i++) {
		/* 1 to 53 bits, so that a double holds it */
		int64_t value = (int64_t)(test_random(&random) >>
					  (11 + test_random(&random) % 53));

		if (i % 4 == 0)
			value = -value;
		hil_view_text_ns((double)value, ns, sizeof(ns));
		hil_view_text_age(value, age, sizeof(age));
		snprintf(both, sizeof(both), "%s %s", ns, age);
		run(f,
		    "local t = require 'text' local _, n = ... "
		    "return t.ns(n) .. ' ' .. t.age(n)",
		    (double)value);
		assert_string_equal(result(f), both);
	}
}

static void integers_keep_all_their_digits(void **state)
{
	struct fixture *f = *state;

	run(f,
	    "require 'native'.open((...)) local t = require 'text' "
	    "local v = require 'native'.view() "
	    "return t.counter(v.counter[0]) .. ' ' .. t.counter(v.counter[1])",
	    0);
	assert_string_equal(result(f), "9007199254740993 unknown");
}

static void layout_that_differs_is_refused(void **state)
{
	struct fixture *f = *state;

	run(f,
	    "local ok, why = pcall(require 'native'.check, "
	    "{{'struct hil_view', 'front', 12}}) "
	    "return tostring(ok) .. ' ' .. why",
	    0);
	assert_contains(result(f), "false struct hil_view.front is at ");
	assert_contains(result(f), " and at 12 in C");
}

static const char draw[] =
	"require 'native'.open((...)) "
	"local canvas = require 'canvas'.new(({...})[2], 24, true) "
	"local r = require 'runtime' "
	"r.start(require 'native'.now_ns, require 'native'.memory) "
	"require 'screen'.draw(canvas, require 'native'.view(), "
	"{ quantity = 0, panel = 0 }, r.live(0)) "
	"SHOWN = canvas:changes() "
	"return table.concat(canvas:lines(), '\\n')";

static void screen_shows_the_numbers_in_the_order_of_the_view(void **state)
{
	struct fixture *f = *state;
	const char *text;

	run(f, draw, 80);
	text = result(f);
	assert_contains(text, "us       by           count       min       avg"
			      "       max  last min  last max\n"
			      "period   IST           1234  3999.000  4000.000"
			      "  4089.125  3999.001  4001.002\n"
			      "wake-up  IST           1234    50.000    51.000"
			      "   140.125    50.001    52.002\n"
			      "events 9007199254740993  missed unknown\n");
	assert_contains(text, "analyzer: running\n");
	assert_contains(text, "verdict so far: VALID  U = 0.816 us (k = 2)  "
			      "legs within 3.100 us\n");
	assert_contains(text, "period by IST, us over 40 s");
}

static void unknown_is_never_shown_as_a_number(void **state)
{
	struct fixture *f = *state;

	f->view.quantity[1].all.count = 0;
	f->view.quantity[1].last.count = 0;
	f->view.quantity[1].p50_ns = -1;
	f->view.quantity[1].p99_ns = -1;
	f->view.quantity[1].p999_ns = -1;
	run(f, draw, 150);
	assert_contains(result(f),
			"wake-up  IST              0         -         -"
			"         -         -         -         -         -"
			"         -         -         -         -\n");
}

static void control_characters_do_not_reach_the_terminal(void **state)
{
	struct fixture *f = *state;
	const char *text;

	snprintf(f->view.writer, sizeof(f->view.writer),
		 "evil\033[2J\xc2\x9b\xff\xe2z\x7f");
	run(f, draw, 80);
	assert_contains(result(f), "evil?[2J???z?");
	lua_getglobal(f->host.lua, "SHOWN");
	text = result(f);
	assert_null(strstr(text, "\033[2J"));
	assert_null(strstr(text, "\xc2\x9b"));
	assert_null(strchr(text, '\xff'));
}

static void too_small_a_screen_says_what_it_needs(void **state)
{
	struct fixture *f = *state;

	run(f, draw, 79);
	assert_contains(result(f), "this terminal is 79 x 24: make it 80 x 24");
}

static void forced_collections_are_all_counted(void **state)
{
	struct fixture *f = *state;

	run(f,
	    "local n = require 'native'.open((...)) "
	    "local r = require 'runtime' r.start(n.now_ns, n.memory) "
	    "for i = 1, 17 do r.collect() end "
	    "return r.to_json(5)",
	    0);
	assert_contains(result(f), "\"collections\":17,");
	assert_contains(result(f), "\"collections_timed\":17,");
	assert_contains(result(f), "\"native_calls\":5,");
	assert_null(strstr(result(f), "\"collection_time_ns\":null"));
}

static void time_of_collections_of_others_is_unknown(void **state)
{
	struct fixture *f = *state;

	run(f,
	    "local n = require 'native'.open((...)) "
	    "local r = require 'runtime' r.start(n.now_ns, n.memory) "
	    "for i = 1, 3 do r.collect() collectgarbage() end "
	    "return r.to_json(0)",
	    0);
	assert_contains(result(f), "\"collections\":6,");
	assert_contains(result(f), "\"collections_timed\":3,");
	assert_contains(result(f), "\"collection_time_ns\":null,");
	assert_contains(result(f), "\"objects_moved\":null,");
}

/* 1,000 strings of 1,000 bytes are at least a million bytes. */
static void allocated_bytes_are_counted(void **state)
{
	struct fixture *f = *state;
	uint64_t before = f->host.memory.allocated_bytes, grown;

	run(f,
	    "for i = 1, 1000 do X = ('x'):rep(996) .. (1000 + i) end return 1",
	    0);
	grown = f->host.memory.allocated_bytes - before;
	assert_in_range(grown, 1000000, 4000000);
	assert_true(f->host.memory.peak_bytes >= f->host.memory.in_use_bytes);
}

static void the_loop_draws_and_tells_what_it_counted(void **state)
{
	struct fixture *f = *state;
	char *text = NULL;
	json_t *json, *times;

	waits = 300;
	assert_int_equal(
		hil_managed_host_run(&f->host, "main", &f->calls, false, &text),
		0);
	assert_int_equal(f->front.refresh.drawn, 300);
	assert_contains(written, "  3999.000  4000.000  4089.125");
	json = json_loads(text, 0, NULL);
	free(text);
	assert_non_null(json);
	times = json_object_get(json, "collections_mono_ns");
	assert_true(json_array_size(times) > 0);
	assert_int_equal(
		json_array_size(times),
		json_integer_value(json_object_get(json, "collections")));
	assert_true(json_integer_value(
			    json_object_get(json, "traces_compiled")) > 0);
	assert_int_equal(json_integer_value(json_object_get(json, "errors")),
			 0);
	assert_true(json_is_null(json_object_get(json, "compile_time_ns")));
	json_decref(json);
}

static const char break_drawing[] =
	"local screen, left = require 'screen', ({...})[2] "
	"local draw = screen.draw "
	"function screen.draw(...) "
	"	left = left - 1 "
	"	if left <= 0 and left > -(BAD or 1000) then error('planted') "
	"end "
	"	return draw(...) "
	"end";

/* Twenty errors in a row end the run, with the reason; here after five frames,
 * the twentieth of the bad ones is not finished. */
static void errors_that_do_not_stop_end_the_run(void **state)
{
	struct fixture *f = *state;
	struct test_log log;
	char *text = NULL;

	waits = 300;
	run(f, break_drawing, 6);
	test_log_start(&log);
	assert_int_equal(
		hil_managed_host_run(&f->host, "main", &f->calls, false, &text),
		-EIO);
	test_log_stop();
	assert_null(text);
	assert_contains(log.text, "cannot go on in LuaJIT: ");
	assert_contains(log.text, "planted");
	assert_int_equal(f->front.refresh.drawn, 5 + 19);
}

/* One good frame between nineteen bad ones and the rest. */
static void errors_are_counted_and_shown(void **state)
{
	struct fixture *f = *state;
	char *text = NULL;

	waits = 21;
	run(f, "BAD = 19", 0);
	run(f, break_drawing, 1);
	assert_int_equal(
		hil_managed_host_run(&f->host, "main", &f->calls, false, &text),
		0);
	assert_contains(text, "\"errors\":19,");
	assert_contains(written, "planted");
	free(text);
}

static void terminal_that_is_gone_ends_the_run(void **state)
{
	struct fixture *f = *state;
	char *text = NULL;

	waits = 300;
	writes = 3;
	assert_int_equal(
		hil_managed_host_run(&f->host, "main", &f->calls, false, &text),
		0);
	assert_in_range(f->front.refresh.drawn, 1, 4);
	assert_contains(text, "\"errors\":0,");
	free(text);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, unmake)
	const struct CMUnitTest tests[] = {
		TEST(numbers_are_written_as_in_c),
		TEST(integers_keep_all_their_digits),
		TEST(layout_that_differs_is_refused),
		TEST(screen_shows_the_numbers_in_the_order_of_the_view),
		TEST(unknown_is_never_shown_as_a_number),
		TEST(control_characters_do_not_reach_the_terminal),
		TEST(too_small_a_screen_says_what_it_needs),
		TEST(forced_collections_are_all_counted),
		TEST(time_of_collections_of_others_is_unknown),
		TEST(allocated_bytes_are_counted),
		TEST(the_loop_draws_and_tells_what_it_counted),
		TEST(errors_that_do_not_stop_end_the_run),
		TEST(errors_are_counted_and_shown),
		TEST(terminal_that_is_gone_ends_the_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
