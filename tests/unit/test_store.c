/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The store on a disk that fails and crashes. All payloads of a run are one
 * stream of bytes that is a function of the position, so a record that is
 * wrong, missing, repeated or out of order shows at once.
 */
#include "rig/store/writer.h"

#include <errno.h>

#include "daemon/link/record.h"
#include "rig/store/scan.h"
#include "tests/unit/memory_disk.h"
#include "tests/unit/test.h"

#define CRASHES 20000

static const struct hil_store_limits small = {
	.sync_ns = 1000,
	.sync_bytes = 2048,
	.segment_ns = 1000000000,
	.segment_bytes = 12000,
	.reserve_bytes = 24576,
};

static uint8_t stream_byte(uint64_t at)
{
	return (uint8_t)((at * 0x9e3779b97f4a7c15ull) >> 56);
}

struct stream {
	uint64_t at; /* bytes written, or read */
	uint64_t payloads;
	int wrong;
};

static const void *next_payload(struct stream *s, uint8_t *to, size_t size)
{
	for (size_t i = 0; i < size; i++)
		to[i] = stream_byte(s->at++);
	s->payloads++;
	return to;
}

static int check_payload(void *context, uint8_t type, const void *payload,
			 size_t size)
{
	struct stream *s = context;
	const uint8_t *bytes = payload;

	if (type != HIL_RECORD_EDGES && type != HIL_RECORD_SETTINGS)
		s->wrong++;
	if ((uintptr_t)payload % 8)
		s->wrong++;
	for (size_t i = 0; i < size; i++)
		if (bytes[i] != stream_byte(s->at++))
			s->wrong++;
	s->payloads++;
	return 0;
}

struct scanned {
	struct hil_scan scan;
	uint64_t bad_bytes;
};

/* Read all segments that the disk has now. */
static void scan_disk(struct memory_disk *d, struct scanned *s,
		      struct stream *read)
{
	memset(read, 0, sizeof(*read));
	s->bad_bytes = 0;
	hil_scan_init(&s->scan, check_payload, read);
	for (unsigned int n = 1; n < MEMORY_FILES; n++) {
		struct hil_scan_segment found;
		struct memory_file *f;
		char name[32];
		FILE *file;

		snprintf(name, sizeof(name), HIL_SEGMENT_NAME, n);
		f = memory_disk_find(d, name);
		if (!f)
			continue;
		file = fmemopen(f->bytes, f->size ? f->size : 1, "rb");
		assert_non_null(file);
		assert_int_equal(hil_scan_segment(&s->scan, file, &found), 0);
		fclose(file);
		s->bad_bytes += found.bad_bytes;
		if (found.footer)
			assert_true(found.sha_ok);
	}
	hil_scan_end(&s->scan);
}

static int append_random(struct memory_disk *d, struct hil_store_writer *w,
			 struct stream *s)
{
	uint8_t bytes[12000];
	size_t size = memory_disk_random(d, 700);
	uint8_t type = HIL_RECORD_EDGES;

	if (memory_disk_random(d, 16) == 0)
		size = memory_disk_random(d, sizeof(bytes));
	if (memory_disk_random(d, 3) == 0)
		type = HIL_RECORD_SETTINGS;
	return hil_store_append(w, type, next_payload(s, bytes, size), size);
}

static void free_without_close(struct hil_store_writer *w)
{
	json_decref(w->segments);
	free(w->ring);
	free(w->reserve);
	free(w->path);
	free(w);
}

/* One run that is cut off at a random moment; counts what the crash broke. */
static void crash_once(struct memory_disk *d, struct scanned *s, uint64_t seed,
		       unsigned long *broken)
{
	struct stream written = { 0 }, read;
	struct hil_store_writer *w;
	uint64_t safe, appends;

	memory_disk_reset(d, seed);
	d->step_ns = 20;
	d->sync_fails_in = seed % 3 == 0 ? 9 : 0;
	assert_int_equal(hil_store_create_on(&d->disk, &small, "run", &w), 0);
	appends = memory_disk_random(d, 40);
	/* An append makes about one call; syncs are where most are. */
	d->dies_at = d->all_calls + 1 + memory_disk_random(d, 2 * appends + 1);
	for (uint64_t i = 0; i < appends && !w->stopped; i++)
		(void)!append_random(d, w, &written);
	safe = w->safe_sequence;
	free_without_close(w);
	memory_disk_crash(d);
	scan_disk(d, s, &read);
	assert_int_equal(read.wrong, 0);
	assert_int_equal(s->scan.lost_records, 0);
	assert_true(s->scan.next_sequence - 1 >= safe);
	assert_true(read.at <= written.at);
	*broken += s->bad_bytes > 0;
}

static void crash_loses_no_safe_record_and_accepts_no_wrong_one(void **state)
{
	struct memory_disk *d = memory_disk_new(1);
	struct scanned *s = calloc(1, sizeof(*s));
	unsigned long broken = 0;

	(void)state;
	assert_non_null(s);
	for (uint64_t seed = 1; seed <= CRASHES; seed++)
		crash_once(d, s, seed, &broken);
	print_message("%d crashes, %lu left something unsound\n", CRASHES,
		      broken);
	/* A model that breaks nothing would prove nothing. */
	assert_true(broken > CRASHES / 10);
	free(s);
	memory_disk_free(d);
}

#define FAULT_PAYLOADS 60

/* A whole run with one fault; true when the fault was reached. */
static int run_with_fault(struct memory_disk *d, struct scanned *s)
{
	struct stream written = { 0 }, read;
	struct hil_store_writer *w = NULL;
	uint8_t bytes[512];
	unsigned int errors = 0;
	int ret = hil_store_create_on(&d->disk, &small, "run", &w);

	if (ret) {
		assert_null(w);
		assert_true(d->failed > 0);
		return 1;
	}
	for (int i = 0; i < FAULT_PAYLOADS; i++)
		errors += hil_store_append(w, HIL_RECORD_EDGES,
					   next_payload(&written, bytes, 512),
					   512) != 0;
	assert_true(errors <= 1);
	ret = hil_store_close(w, NULL);
	scan_disk(d, s, &read);
	assert_int_equal(read.wrong, 0);
	assert_int_equal(s->scan.lost_records, 0);
	if (!ret) {
		assert_int_equal(read.at, written.at);
		assert_non_null(memory_disk_find(d, "manifest.json"));
	}
	if (!d->failed)
		assert_int_equal(ret, 0);
	return d->failed > 0;
}

static void every_failing_call_is_said_and_loses_nothing_silently(void **state)
{
	static const int error[] = { EIO, ENOSPC, EROFS };
	struct memory_disk *d = memory_disk_new(1);
	struct scanned *s = calloc(1, sizeof(*s));
	unsigned int reached = 0;

	(void)state;
	assert_non_null(s);
	for (unsigned int kind = 0; kind < MEMORY_CALLS * 6; kind++) {
		for (unsigned long n = 1;; n++) {
			memory_disk_reset(d, n);
			d->fail_call = kind / 6;
			d->fail_error = error[kind / 2 % 3];
			d->fail_for_ever = kind % 2;
			d->fail_at = n;
			if (!run_with_fault(d, s))
				break;
			reached++;
		}
	}
	print_message("%u faults\n", reached);
	assert_true(reached > 200);
	free(s);
	memory_disk_free(d);
}

static json_t *read_manifest(struct memory_disk *d)
{
	struct memory_file *f = memory_disk_find(d, "manifest.json");
	json_t *manifest;

	assert_non_null(f);
	manifest = json_loadb((const char *)f->bytes, f->size, 0, NULL);
	assert_non_null(manifest);
	return manifest;
}

static void full_disk_keeps_what_was_appended_and_the_manifest(void **state)
{
	struct memory_disk *d = memory_disk_new(7);
	struct scanned *s = calloc(1, sizeof(*s));
	struct stream written = { 0 }, read;
	struct hil_store_writer *w;
	uint8_t bytes[512];
	json_t *manifest, *store;
	int at = 0, ret;

	(void)state;
	assert_non_null(s);
	d->space = 24576 + 9000; /* reserve, and about 16 records */
	assert_int_equal(hil_store_create_on(&d->disk, &small, "run", &w), 0);
	do {
		ret = hil_store_append(w, HIL_RECORD_EDGES,
				       next_payload(&written, bytes, 512), 512);
		at++;
	} while (!ret);
	assert_int_equal(ret, -ENOSPC);
	for (int i = 0; i < 100; i++)
		assert_int_equal(
			hil_store_append(w, HIL_RECORD_EDGES, bytes, 512), 0);
	assert_int_equal(hil_store_close(w, NULL), -ENOSPC);
	scan_disk(d, s, &read);
	manifest = read_manifest(d);
	store = json_object_get(manifest, "store");
	/* Everything up to the first refusal is there, or is counted. */
	assert_int_equal(read.payloads +
				 (uint64_t)json_integer_value(json_object_get(
					 store, "refused_records")),
			 (uint64_t)at + 100);
	assert_true(read.payloads >= (uint64_t)at - 1);
	assert_string_equal(json_string_value(json_object_get(store, "error")),
			    strerror(ENOSPC));
	assert_int_equal(read.wrong, 0);
	json_decref(manifest);
	free(s);
	memory_disk_free(d);
}

static void flipped_bit_is_never_accepted(void **state)
{
	struct memory_disk *d = memory_disk_new(3);
	struct scanned *s = calloc(1, sizeof(*s));
	struct stream written = { 0 }, read;
	struct hil_store_writer *w;
	struct memory_file *f;
	uint8_t bytes[64];

	(void)state;
	assert_non_null(s);
	assert_int_equal(hil_store_create_on(&d->disk, &small, "run", &w), 0);
	for (int i = 0; i < 8; i++)
		assert_int_equal(
			hil_store_append(w, HIL_RECORD_EDGES,
					 next_payload(&written, bytes, 64), 64),
			0);
	assert_int_equal(hil_store_close(w, NULL), 0);
	f = memory_disk_find(d, "segment-000001.hil");
	assert_non_null(f);
	for (size_t bit = 0; bit < f->size * 8; bit++) {
		f->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
		scan_disk(d, s, &read);
		assert_int_equal(read.wrong, 0);
		assert_true(s->bad_bytes > 0);
		f->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
	free(s);
	memory_disk_free(d);
}

static void large_json_comes_back_whole(void **state)
{
	struct memory_disk *d = memory_disk_new(5);
	struct scanned *s = calloc(1, sizeof(*s));
	struct stream written = { 0 }, read;
	struct hil_store_writer *w;
	uint8_t *bytes = malloc(65536);

	(void)state;
	assert_non_null(s);
	assert_non_null(bytes);
	assert_int_equal(hil_store_create_on(&d->disk, &small, "run", &w), 0);
	next_payload(&written, bytes, 40000);
	assert_int_equal(hil_store_append(w, HIL_RECORD_SETTINGS, bytes, 40000),
			 0);
	assert_int_equal(hil_store_append(w, HIL_RECORD_SETTINGS, bytes, 65537),
			 -EMSGSIZE);
	assert_int_equal(hil_store_append(w, HIL_RECORD_EDGES, NULL, 0), 0);
	assert_int_equal(hil_store_close(w, NULL), 0);
	scan_disk(d, s, &read);
	assert_int_equal(read.wrong, 0);
	/* one of 40,000 bytes and one of none */
	assert_int_equal(read.payloads, 2);
	assert_int_equal(read.at, 40000);
	free(bytes);
	free(s);
	memory_disk_free(d);
}

static void drop_message(void *context, enum hil_log_level level,
			 const char *text)
{
	(void)context;
	(void)level;
	(void)text;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			crash_loses_no_safe_record_and_accepts_no_wrong_one),
		cmocka_unit_test(
			every_failing_call_is_said_and_loses_nothing_silently),
		cmocka_unit_test(
			full_disk_keeps_what_was_appended_and_the_manifest),
		cmocka_unit_test(flipped_bit_is_never_accepted),
		cmocka_unit_test(large_json_comes_back_whole),
	};

	hil_log_to(drop_message, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
