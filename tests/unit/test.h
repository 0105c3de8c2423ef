/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What every unit test includes: cmocka with the headers that it needs before
 * it, and a few helpers that each test would otherwise write again.
 */
#ifndef HIL_UNIT_TEST_H
#define HIL_UNIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"

/* Next of a repeatable sequence of random numbers (splitmix64). */
static inline uint64_t test_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* Messages of the code under test, one a line, instead of stderr. */
struct test_log {
	char text[8192];
	size_t used;
};

static inline void test_log_sink(void *context, enum hil_log_level level,
				 const char *text)
{
	struct test_log *log = context;
	int n = snprintf(log->text + log->used, sizeof(log->text) - log->used,
			 "%s\n", text);

	(void)level;
	if (n > 0 && log->used + (size_t)n < sizeof(log->text))
		log->used += (size_t)n;
}

static inline void test_log_start(struct test_log *log)
{
	memset(log, 0, sizeof(*log));
	hil_log_to(test_log_sink, log);
}

static inline void test_log_stop(void)
{
	hil_log_to(NULL, NULL);
}

#define assert_contains(text, part)                                            \
	do {                                                                   \
		if (!strstr((text), (part)))                                   \
			fail_msg("\"%s\" is not in \"%s\"", (part), (text));   \
	} while (0)

/* A new folder under TMPDIR; @path has room for 256 bytes. */
static inline void test_folder_make(char path[256])
{
	const char *base = getenv("TMPDIR");

	snprintf(path, 256, "%s/hil-test-XXXXXX", base ? base : "/tmp");
	if (!mkdtemp(path))
		fail_msg("cannot make %s", path);
}

static inline int test_remove_one(const char *path, const struct stat *st,
				  int type, struct FTW *walk)
{
	(void)st;
	(void)type;
	(void)walk;
	return remove(path);
}

static inline void test_folder_remove(const char *path)
{
	nftw(path, test_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static inline void test_file_write(const char *path, const void *bytes,
				   size_t size)
{
	FILE *f = fopen(path, "wb");

	if (!f)
		fail_msg("cannot write %s", path);
	assert_int_equal(fwrite(bytes, 1, size, f), size);
	assert_int_equal(fclose(f), 0);
}

#endif
