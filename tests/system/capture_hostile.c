/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files made to hurt, through the real program: each is refused with a
 * message, in bounded memory. Time is bounded by the child's own limit and
 * the test's; nothing here asserts it.
 */
#include "tests/unit/test.h"

#include <sys/resource.h>
#include <zip.h>

#include "tests/system/collect_capture.h"
#include "tests/unit/capture_files.h"

#define MEMORY_KB (64 * 1024)
#define METADATA                                                               \
	"[global]\n[device 1]\ncapturefile=logic-1\ntotal probes=8\n"          \
	"samplerate=1 MHz\nunitsize=1\n"

static char folder[256];

static const char *in_folder(const char *name)
{
	static char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static void read_capture(const char *name, struct collected *c)
{
	struct hil_capture_options o = { .file = in_folder(name),
					 .channels = "0,1" };

	assert_int_equal(collect_capture(&o, 0, 0, c), 0);
	assert_true(process_is_gone(c->pid));
}

static void assert_refused(const char *name, const char *message)
{
	struct collected c;

	read_capture(name, &c);
	if (c.end != HIL_CAPTURE_FAILED || !strstr(c.text, message))
		fail_msg("%s ended as %d: %s", name, (int)c.end, c.text);
	assert_int_equal(c.edges, 0);
	collected_free(&c);
}

/* The most that any child has used so far. */
static void assert_little_memory(void)
{
	struct rusage usage;

	assert_int_equal(getrusage(RUSAGE_CHILDREN, &usage), 0);
	print_message("children used %ld kB at most\n", usage.ru_maxrss);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	assert_true(usage.ru_maxrss < MEMORY_KB);
#endif
}

static void session(const char *metadata, const void *data, size_t size)
{
	struct member members[] = { { "version", "2", 0 },
				    { "metadata", metadata, 0 },
				    { "logic-1-1", data, size },
				    { NULL, NULL, 0 } };

	write_archive(in_folder("h.sr"), members);
}

static void absurd_numbers_are_refused(void **state)
{
	static const char *const lines[] = {
		"unitsize=2000000000",
		"total probes=2000000000",
		"unitsize=0",
		"total probes=-1",
		"samplerate=-5",
		"probe2000000000=x",
		"unitsize=99999999999999999999999999999999"
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		char metadata[400];

		snprintf(metadata, sizeof(metadata), "%s%s\n", METADATA,
			 lines[i]);
		session(metadata, "\0\1\0\1", 4);
		assert_refused("h.sr", "metadata line 7");
	}
	assert_little_memory();
}

#define LARGE ((size_t)256 << 20)

/* A member that is never in memory: a beginning, then one byte repeated. */
struct endless {
	const char *begin;
	char rest;
	zip_uint64_t at;
};

static zip_int64_t feed(void *context, void *data, zip_uint64_t size,
			zip_source_cmd_t command)
{
	struct endless *e = context;
	size_t n = strlen(e->begin);
	zip_uint64_t i;

	switch (command) {
	case ZIP_SOURCE_OPEN:
		e->at = 0;
		return 0;
	case ZIP_SOURCE_READ:
		for (i = 0; i < size && e->at < LARGE; i++, e->at++)
			((char *)data)[i] =
				e->at < n ? e->begin[e->at] : e->rest;
		return (zip_int64_t)i;
	case ZIP_SOURCE_STAT:
		zip_stat_init(data);
		((zip_stat_t *)data)->valid = ZIP_STAT_SIZE;
		((zip_stat_t *)data)->size = LARGE;
		return sizeof(zip_stat_t);
	case ZIP_SOURCE_SUPPORTS:
		return ZIP_SOURCE_SUPPORTS_READABLE;
	default:
		return 0;
	}
}

static void large_member(zip_t *z, const char *name, struct endless *e)
{
	zip_source_t *s = zip_source_function(z, feed, e);

	assert_non_null(s);
	assert_true(zip_file_add(z, name, s, ZIP_FL_OVERWRITE) >= 0);
	assert_int_equal(zip_close(z), 0);
}

static zip_t *open_session(void)
{
	zip_t *z;

	session(METADATA, "\0\1", 2);
	z = zip_open(in_folder("h.sr"), 0, NULL);
	assert_non_null(z);
	return z;
}

/* A quarter of a megabyte of archive for a thousand times as much. */
static void huge_metadata_is_refused(void **state)
{
	(void)state;
	large_member(open_session(), "metadata",
		     &(struct endless){ METADATA, '\n', 0 });
	assert_refused("h.sr", "too long");
	assert_little_memory();
}

/*
 * A large idle capture compresses a thousandfold and is no attack: it is read
 * in bounded memory.
 */
static void compressed_idle_line_is_read(void **state)
{
	struct collected c;

	(void)state;
	/* one edge: the first sample is 1 */
	large_member(open_session(), "logic-1-1",
		     &(struct endless){ "\1", 0, 0 });
	read_capture("h.sr", &c);
	assert_int_equal(c.end, HIL_CAPTURE_DONE);
	assert_int_equal(c.edges, 1);
	assert_int_equal(c.covered, LARGE);
	collected_free(&c);
	assert_little_memory();
}

static uint32_t get32(const uint8_t *at)
{
	return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
	       (uint32_t)at[3] << 24;
}

static void put32(uint8_t *at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

struct bytes {
	uint8_t *data;
	size_t size;
};

static struct bytes slurp(const char *path)
{
	struct bytes b = { NULL, 0 };
	FILE *f = fopen(path, "rb");

	assert_non_null(f);
	fseek(f, 0, SEEK_END);
	b.size = (size_t)ftell(f);
	rewind(f);
	b.data = malloc(b.size);
	assert_non_null(b.data);
	assert_int_equal(fread(b.data, 1, b.size, f), b.size);
	fclose(f);
	return b;
}

/* The record of one member in the list at the end of an archive. */
static uint8_t *find_listed(struct bytes b, const char *name)
{
	size_t n = strlen(name);

	for (size_t at = 0; at + 46 + n <= b.size; at++)
		if (get32(b.data + at) == 0x02014b50 &&
		    !memcmp(b.data + at + 46, name, n))
			return b.data + at;
	fail_msg("no %s in the archive", name);
	return NULL;
}

static void size_that_deflate_cannot_reach_is_refused(void **state)
{
	struct bytes b;

	(void)state;
	session(METADATA, "\0\1\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22);
	b = slurp(in_folder("h.sr"));
	put32(find_listed(b, "logic-1-1") + 24, 0xfffffff0u);
	write_file(in_folder("h.sr"), b.data, b.size);
	free(b.data);
	assert_refused("h.sr", "cannot read");
}

/*
 * 2,000 names for one piece of data: the bomb of 42 kB and its kin. The list
 * at the end is written by hand.
 */
static void overlapping_members_are_refused(void **state)
{
	const unsigned int copies = 2000;
	size_t size = 4u << 20;
	uint8_t *zeroes = calloc(1, size);
	struct bytes b;
	uint8_t *listed, *end, *out, *place;
	size_t list_size, before;

	(void)state;
	assert_non_null(zeroes);
	session(METADATA, zeroes, size);
	free(zeroes);
	b = slurp(in_folder("h.sr"));
	listed = find_listed(b, "logic-1-1");
	list_size = 46 + strlen("logic-1-1");
	before = (size_t)(listed - b.data);
	out = malloc(before + copies * (list_size + 8) + 22);
	assert_non_null(out);
	memcpy(out, b.data, before);
	place = out + before;
	for (unsigned int i = 1; i <= copies; i++) {
		char name[16];
		size_t n =
			(size_t)snprintf(name, sizeof(name), "logic-1-%u", i);

		memcpy(place, listed, 46);
		place[28] = (uint8_t)n;
		place[30] = place[31] = place[32] = place[33] = 0;
		memcpy(place + 46, name, n);
		place += 46 + n;
	}
	end = b.data + b.size - 22;
	assert_int_equal(get32(end), 0x06054b50);
	memcpy(place, end, 22);
	place[8] = place[10] = (uint8_t)((copies + 2) & 0xff);
	place[9] = place[11] = (uint8_t)((copies + 2) >> 8);
	put32(place + 12, (uint32_t)(place - out) - get32(end + 16));
	write_file(in_folder("h.sr"), out, (size_t)(place - out) + 22);
	free(out);
	free(b.data);
	assert_refused("h.sr", "overlap");
	assert_little_memory();
}

static void other_compression_is_refused(void **state)
{
	static const char big[100000];
	zip_t *z = zip_open(in_folder("h.sr"), ZIP_CREATE | ZIP_TRUNCATE, NULL);
	zip_source_t *s;
	zip_int64_t i;

	(void)state;
	assert_non_null(z);
	s = zip_source_buffer(z, big, sizeof(big), 0);
	i = zip_file_add(z, "logic-1-1", s, 0);
	assert_true(i >= 0);
	if (zip_set_file_compression(z, (zip_uint64_t)i, ZIP_CM_BZIP2, 9)) {
		zip_discard(z);
		skip();
	}
	assert_int_equal(zip_close(z), 0);
	assert_refused("h.sr", "sigrok does not write");
}

static void text_without_lines_is_refused(void **state)
{
	size_t size = 32u << 20;
	char *text = malloc(size);

	(void)state;
	assert_non_null(text);
	memset(text, ',', size);
	write_file(in_folder("h.csv"), text, size);
	assert_refused("h.csv", "too long");
	memset(text, '$', size);
	write_file(in_folder("h.vcd"), text, size);
	assert_refused("h.vcd", "too long");
	free(text);
	assert_little_memory();
}

static void million_variables_are_refused(void **state)
{
	FILE *f = fopen(in_folder("v.vcd"), "wb");

	(void)state;
	assert_non_null(f);
	fprintf(f, "$timescale 1 ns $end\n");
	for (int i = 0; i < 1000000; i++)
		fprintf(f, "$var wire 1 a%d n%d $end\n", i, i);
	fclose(f);
	assert_refused("v.vcd", "more than 65536 variables");
	assert_little_memory();
}

static void names_of_any_bytes_are_passed_on(void **state)
{
	struct collected c;

	(void)state;
	write_file(in_folder("n.csv"),
		   "; Samplerate: 1 kHz\n<b>evil\"\xff,b\n0,1\n", 0);
	read_capture("n.csv", &c);
	/* channel 0 and 1 exist, whatever they are called; JSON is sound */
	assert_int_equal(c.end, HIL_CAPTURE_DONE);
	assert_non_null(c.head);
	collected_free(&c);
}

static int make_folder(void **state)
{
	(void)state;
	test_folder_make(folder);
	return 0;
}

static int drop_folder(void **state)
{
	(void)state;
	test_folder_remove(folder);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(absurd_numbers_are_refused),
		cmocka_unit_test(huge_metadata_is_refused),
		cmocka_unit_test(compressed_idle_line_is_read),
		cmocka_unit_test(size_that_deflate_cannot_reach_is_refused),
		cmocka_unit_test(overlapping_members_are_refused),
		cmocka_unit_test(other_compression_is_refused),
		cmocka_unit_test(text_without_lines_is_refused),
		cmocka_unit_test(million_variables_are_refused),
		cmocka_unit_test(names_of_any_bytes_are_passed_on),
	};

	return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
