/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run may take from a calibration record, and what it says if not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "rig/calibrate/record.h"

#define MADE_NS INT64_C(1800000000000000000)
#define DAY_NS  INT64_C(86400000000000)
#define SHA256                                                                 \
	"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

static json_t *capture_of(const char *serial)
{
	return json_pack("{s:s,s:s,s:s,s:i}", "driver", "fx2lafw", "model",
			 "Logic", "serial", serial, "rate_num", 24000000);
}

static void put(json_t *record, const char *serial, double value)
{
	json_t *capture = capture_of(serial);
	struct hil_calibration_entry e = {
		.method = "loopback",
		.effect = "skew_ns",
		.value = value,
		.u = 3,
		.wall_ns = MADE_NS,
		.raw = "/runs/1",
		.sha256 = SHA256,
		.reference = "none: not traceable to SI",
		.capture = capture,
	};

	assert_int_equal(hil_calibration_put(record, &e), 0);
	json_decref(capture);
}

static struct hil_effect skew_at(const json_t *record, const char *serial,
				 int64_t wall_ns, const char *problem_wanted)
{
	struct hil_ledger_calibration c = { 0 };
	json_t *capture = capture_of(serial);
	char problem[256];

	assert_int_equal(hil_calibration_apply(record, capture, wall_ns, &c,
					       problem, sizeof(problem)),
			 0);
	json_decref(capture);
	if (*problem_wanted)
		assert_non_null(strstr(problem, problem_wanted));
	else
		assert_string_equal(problem, "");
	assert_false(c.clock_ppm.known);
	return c.skew_ns;
}

static void a_run_takes_what_was_left(void **state)
{
	json_t *record = json_object();
	struct hil_effect skew;

	(void)state;
	put(record, "A1", 41.5);
	skew = skew_at(record, "A1", MADE_NS + 364 * DAY_NS, "");
	assert_true(skew.known && skew.value == 41.5 && skew.u == 3);
	json_decref(record);
}

static json_t *settings_of(const char *node, int line)
{
	return json_pack("{s:s,s:s,s:s,s:i,s:s,s:s}", "nodename", node, "model",
			 "Pi 5", "chip_label", "pinctrl-rp1", "probe_line",
			 line, "release", "6.12", "version_hilrigd", "0.1.0");
}

static void put_probe(json_t *record, const char *method, const char *effect,
		      const char *node)
{
	json_t *board = settings_of(node, 22);
	struct hil_calibration_entry e = {
		.method = method,
		.effect = effect,
		.value = 900,
		.u = 40,
		.wall_ns = MADE_NS,
		.raw = "/raw",
		.sha256 = SHA256,
		.reference = "none: not traceable to SI",
		.board = board,
		.left = { .known = true,
			  .residual = -3,
			  .u = 50,
			  .raw = "/raw2",
			  .sha256 = SHA256 },
	};

	assert_int_equal(hil_calibration_put(record, &e), 0);
	json_decref(board);
}

static int apply(const json_t *record, struct hil_ledger_calibration *c)
{
	json_t *capture = capture_of("A1");
	char problem[256];
	int ret;

	*c = (struct hil_ledger_calibration){ 0 };
	ret = hil_calibration_apply(record, capture, MADE_NS, c, problem,
				    sizeof(problem));
	json_decref(capture);
	return ret;
}

/* Which board a run has is seen later, so its name goes along. */
static void effects_of_a_board_are_taken_with_its_name(void **state)
{
	json_t *record = json_object(), *entry;
	struct hil_ledger_calibration c;

	(void)state;
	put(record, "A1", 41.5);
	put_probe(record, "probe", "probe_ns", "pi5");
	put_probe(record, "posted", "post_ns", "pi5");
	put_probe(record, "seed", "check", "pi5");
	assert_int_equal(apply(record, &c), 0);
	assert_true(c.probe_ns.known && c.probe_ns.value == 900);
	assert_true(c.post_ns.known && c.post_ns.value == 900);
	assert_true(c.skew_ns.known && !c.threshold_ns.known);
	assert_string_equal(c.board, "pi5, Pi 5, pinctrl-rp1, probe line 22");
	entry = json_object_get(json_object_get(record, "entries"), "probe");
	entry = json_object_get(json_object_get(entry, "as_left"), "again");
	assert_true(json_number_value(json_object_get(entry, "residual")) ==
		    -3);
	assert_true(json_number_value(json_object_get(entry, "U")) == 100);
	/* two boards in one record are nobody's */
	put_probe(record, "posted", "post_ns", "pi4");
	assert_int_equal(apply(record, &c), -EBADMSG);
	json_decref(record);
}

static void a_generator_is_named_with_serial_and_firmware(void **state)
{
	json_t *record = json_object(), *device;
	json_t *capture = capture_of("A1");
	json_t *generator = json_pack("{s:s}", "identity",
				      "Rigol Technologies,DG1022Z,DG1,03.01");
	struct hil_calibration_entry e = { .method = "loopback",
					   .effect = "skew_ns",
					   .raw = "/r",
					   .sha256 = SHA256,
					   .reference = "none",
					   .capture = capture,
					   .generator = generator };

	(void)state;
	assert_int_equal(hil_calibration_put(record, &e), 0);
	device =
		json_object_get(json_object_get(record, "entries"), "loopback");
	device = json_array_get(json_object_get(device, "devices"), 1);
	assert_string_equal(
		json_string_value(json_object_get(device, "serial")), "DG1");
	assert_string_equal(
		json_string_value(json_object_get(device, "firmware")),
		"03.01");
	json_decref(generator);
	json_decref(capture);
	json_decref(record);
}

static void an_expired_entry_is_taken_and_said(void **state)
{
	json_t *record = json_object();

	(void)state;
	put(record, "A1", 41.5);
	assert_true(skew_at(record, "A1", MADE_NS + 366 * DAY_NS, "has expired")
			    .known);
	json_decref(record);
}

static void another_analyzer_is_said_and_not_corrected(void **state)
{
	json_t *record = json_object();

	(void)state;
	put(record, "A1", 41.5);
	assert_false(
		skew_at(record, "B2", MADE_NS, "of another analyzer").known);
	json_decref(record);
}

/* 41.5 was believed, 44 is found: the correction was 2.5 off. */
static void as_found_is_the_error_of_the_last_time(void **state)
{
	json_t *record = json_object(), *entry, *found;

	(void)state;
	put(record, "A1", 41.5);
	entry = json_object_get(json_object_get(record, "entries"), "loopback");
	assert_true(json_is_null(json_object_get(entry, "as_found")));
	put(record, "A1", 44);
	entry = json_object_get(json_object_get(record, "entries"), "loopback");
	found = json_object_get(entry, "as_found");
	assert_true(json_number_value(json_object_get(found, "error")) == 2.5);
	assert_true(json_number_value(json_object_get(found, "U")) == 6);
	/* nothing is known of what another analyzer would have shown */
	put(record, "B2", 10);
	entry = json_object_get(json_object_get(record, "entries"), "loopback");
	assert_true(json_is_null(json_object_get(entry, "as_found")));
	assert_true(json_is_null(json_object_get(entry, "temperature_c")));
	json_decref(record);
}

static void a_record_survives_the_disk(void **state)
{
	char folder[] = "/tmp/hil-record-XXXXXX", config[64], *path;
	json_t *record = json_object(), *read;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(config, sizeof(config), "%s/rig.conf", folder);
	path = hil_calibration_path(config);
	assert_non_null(strstr(path, "/rig.calibration.json"));
	assert_int_equal(hil_calibration_load(path, &read), -ENOENT);
	put(record, "A1", 41.1234567890123); /* 15 digits survive */
	assert_int_equal(hil_calibration_save(path, record), 0);
	assert_int_equal(hil_calibration_load(path, &read), 0);
	assert_true(json_equal(read, record));
	json_decref(read);
	json_decref(record);
	unlink(path);
	rmdir(folder);
	free(path);
}

/* What a full disk does, a limit on files does, too. */
static void a_record_that_cannot_be_written_leaves_nothing(void **state)
{
	char folder[] = "/tmp/hil-record-XXXXXX", path[64];
	json_t *record = json_object(), *read;
	struct rlimit before, tight;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/rig.calibration.json", folder);
	put(record, "A1", 1);
	assert_int_equal(hil_calibration_save(path, record), 0);
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	tight = before;
	tight.rlim_cur = 100;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
	assert_true(hil_calibration_save(path, record) < 0);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	/* the old one is whole, and alone */
	assert_int_equal(hil_calibration_load(path, &read), 0);
	assert_true(json_equal(read, record));
	unlink(path);
	assert_int_equal(rmdir(folder), 0);
	json_decref(read);
	json_decref(record);
}

/* Nobody is shown 0 for what does not stand there. */
static void a_file_with_a_wrong_entry_is_refused(void **state)
{
	static const char *const wrong[] = {
		"3",
		"{}",
		"{\"effect\": \"check\", \"due_s\": 1, \"as_left\": {}}",
		"{\"effect\": \"skew_ns\", \"due_s\": 1, \"as_left\": "
		"{\"value\": \"1\", \"u\": 1, \"U\": 2}}",
	};
	char path[] = "/tmp/hil-record-XXXXXX";
	json_t *read;

	(void)state;
	close(mkstemp(path));
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		FILE *out = fopen(path, "w");

		assert_non_null(out);
		fprintf(out,
			"{\"schema\": \"hilrig-calibration-1\", "
			"\"entries\": {\"probe\": %s}}",
			wrong[i]);
		assert_int_equal(fclose(out), 0);
		assert_int_equal(hil_calibration_load(path, &read), -EBADMSG);
		assert_null(read);
	}
	/* larger than a run can keep it */
	assert_int_equal(truncate(path, 64 << 10), 0);
	assert_int_equal(hil_calibration_load(path, &read), -EBADMSG);
	unlink(path);
}

static void wrong_entries_are_refused(void **state)
{
	static const char *const wrong[] = {
		"{}",
		"{\"effect\": \"skew_ns\"}",
		"{\"effect\": \"volts\", \"due_s\": 1}",
		"{\"effect\": \"skew_ns\", \"due_s\": \"soon\"}",
	};
	struct hil_ledger_calibration c;
	json_t *record, *capture = capture_of("A1");
	char problem[256];

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		record = json_pack("{s:{s:o}}", "entries", "loopback",
				   json_loads(wrong[i], 0, NULL));
		assert_int_equal(hil_calibration_apply(record, capture, 0, &c,
						       problem,
						       sizeof(problem)),
				 -EBADMSG);
		json_decref(record);
	}
	/* a shift of a millisecond is no skew of an analyzer */
	record = json_object();
	put(record, "A1", 1e6);
	assert_int_equal(hil_calibration_apply(record, capture, 0, &c, problem,
					       sizeof(problem)),
			 -EBADMSG);
	json_decref(record);
	json_decref(capture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_takes_what_was_left),
		cmocka_unit_test(effects_of_a_board_are_taken_with_its_name),
		cmocka_unit_test(a_generator_is_named_with_serial_and_firmware),
		cmocka_unit_test(an_expired_entry_is_taken_and_said),
		cmocka_unit_test(another_analyzer_is_said_and_not_corrected),
		cmocka_unit_test(as_found_is_the_error_of_the_last_time),
		cmocka_unit_test(a_record_survives_the_disk),
		cmocka_unit_test(
			a_record_that_cannot_be_written_leaves_nothing),
		cmocka_unit_test(a_file_with_a_wrong_entry_is_refused),
		cmocka_unit_test(wrong_entries_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
