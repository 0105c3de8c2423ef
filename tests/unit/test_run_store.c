/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run's folder on a real file system: written, found, read, damaged. */
#include "rig/store/run_store.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "daemon/link/record.h"
#include "tests/unit/test.h"

#define EDGES 2000
#define KILLS 40

struct seen {
	uint64_t next_edge;
	unsigned int jsons, wrong;
	int stop_at;
};

static int count_record(void *context, uint8_t type, const void *payload,
			size_t length)
{
	struct seen *s = context;
	const uint64_t *edge = payload;

	if (type == HIL_RECORD_RUN) {
		s->jsons++;
		return 0;
	}
	for (size_t i = 0; i < length / sizeof(*edge); i++)
		if (edge[i] != s->next_edge++)
			s->wrong++;
	return s->stop_at && s->next_edge >= (uint64_t)s->stop_at ? 42 : 0;
}

static char *write_run(const char *name)
{
	struct hil_store_writer *w;
	uint64_t edges[EDGES];
	json_t *manifest = json_pack("{s:s,s:s}", "schema", "hilrig-store-1",
				     "verdict", "VALID");
	char *path;

	assert_int_equal(hil_store_create(NULL, name, 1 << 20, &w), 0);
	path = strdup(hil_store_path(w));
	assert_non_null(path);
	assert_int_equal(hil_store_append(w, HIL_RECORD_RUN, "{}", 2), 0);
	for (uint64_t i = 0; i < EDGES; i++)
		edges[i] = i;
	assert_int_equal(
		hil_store_append(w, HIL_RECORD_EDGES, edges, sizeof(edges)), 0);
	assert_int_equal(hil_store_close(w, manifest), 0);
	json_decref(manifest);
	return path;
}

static int make_root(void **state)
{
	static char root[256 + 8];

	test_folder_make(root);
	strcat(root, "/a/b");
	*state = root;
	return setenv("HILRIG_RUNS", root, 1);
}

static int remove_root(void **state)
{
	char *root = *state;

	root[strlen(root) - strlen("/a/b")] = '\0';
	test_folder_remove(root);
	return 0;
}

static void run_comes_back_as_it_was_written(void **state)
{
	char *path = write_run("bench-1");
	struct seen seen = { 0 };
	json_t *manifest, *segments;
	const char *sha;

	(void)state;
	assert_int_equal(hil_store_read(path, count_record, &seen, &manifest),
			 0);
	assert_int_equal(seen.next_edge, EDGES);
	assert_int_equal(seen.jsons, 1);
	assert_int_equal(seen.wrong, 0);
	assert_non_null(manifest);
	assert_string_equal(
		json_string_value(json_object_get(manifest, "verdict")),
		"VALID");
	segments = json_object_get(manifest, "segments");
	assert_int_equal(json_array_size(segments), 1);
	sha = json_string_value(
		json_object_get(json_array_get(segments, 0), "sha256"));
	assert_non_null(sha);
	assert_int_equal(strlen(sha), 64);
	json_decref(manifest);
	free(path);
}

static void run_is_found_by_the_end_of_its_name(void **state)
{
	char *one = write_run("alpha"), *two = write_run("beta"), *found;

	(void)state;
	found = hil_store_find("alpha");
	assert_string_equal(found, one);
	free(found);
	found = hil_store_find("last");
	assert_string_equal(found, two);
	free(found);
	found = hil_store_find(strrchr(one, '/') + 1);
	assert_string_equal(found, one);
	free(found);
	/* Both names end so; and none does. */
	assert_null(hil_store_find("a"));
	assert_null(hil_store_find("gamma"));
	assert_null(hil_store_find(""));
	free(one);
	free(two);
}

static void runs_of_one_second_have_names_of_their_own(void **state)
{
	char *one = write_run("same"), *two = write_run("same");

	(void)state;
	assert_string_not_equal(one, two);
	free(one);
	free(two);
}

static void change_file(const char *folder, const char *name, long at,
			const char *bytes)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "r+");
	assert_non_null(file);
	assert_int_equal(fseek(file, at, at < 0 ? SEEK_END : SEEK_SET), 0);
	assert_int_equal(fwrite(bytes, strlen(bytes), 1, file), 1);
	assert_int_equal(fclose(file), 0);
}

static void cut_off_run_gives_its_sound_records(void **state)
{
	char *path = write_run("cut"), file[256];
	struct seen seen = { 0 };
	json_t *manifest;
	struct stat s;

	(void)state;
	snprintf(file, sizeof(file), "%s/manifest.json", path);
	assert_int_equal(unlink(file), 0);
	snprintf(file, sizeof(file), "%s/segment-000001.hil", path);
	assert_int_equal(stat(file, &s), 0);
	/* The footer has 72 bytes; 28 more cut the last record. */
	assert_int_equal(truncate(file, s.st_size - 100), 0);
	assert_int_equal(hil_store_read(path, count_record, &seen, &manifest),
			 0);
	assert_null(manifest);
	/* 2,000 edges are records of 512, 512, 512 and 464. */
	assert_int_equal(seen.next_edge, 1536);
	assert_int_equal(seen.wrong, 0);
	free(path);
}

static void damaged_record_is_lost_and_said(void **state)
{
	char *path = write_run("damaged");
	struct seen seen = { 0 };
	json_t *manifest;

	(void)state;
	change_file(path, "segment-000001.hil", -600, "x");
	assert_int_equal(hil_store_read(path, count_record, &seen, &manifest),
			 -EBADMSG);
	assert_non_null(manifest);
	assert_int_equal(seen.next_edge, 1536);
	json_decref(manifest);
	free(path);
}

static void damaged_manifest_is_said_and_records_are_read(void **state)
{
	char *path = write_run("manifest");
	struct seen seen = { 0 };
	json_t *manifest;

	(void)state;
	change_file(path, "manifest.json", 0, "[[[");
	assert_int_equal(hil_store_read(path, count_record, &seen, &manifest),
			 -EBADMSG);
	assert_null(manifest);
	assert_int_equal(seen.next_edge, EDGES);
	free(path);
}

static void missing_segment_is_said(void **state)
{
	char *path = write_run("missing"), file[256], other[256];
	struct seen seen = { 0 };
	json_t *manifest;

	(void)state;
	snprintf(file, sizeof(file), "%s/segment-000001.hil", path);
	snprintf(other, sizeof(other), "%s/segment-1.hil", path);
	assert_int_equal(rename(file, other), 0);
	assert_int_equal(hil_store_read(path, count_record, &seen, &manifest),
			 -ENOENT);
	json_decref(manifest);
	free(path);
}

static void json_that_is_no_manifest_is_said(void **state)
{
	char *path = write_run("odd"), file[256];
	struct seen seen = { 0 };
	json_t *manifest, *odd = json_pack("{s:i}", "store", 5);

	(void)state;
	snprintf(file, sizeof(file), "%s/manifest.json", path);
	assert_int_equal(json_dump_file(odd, file, 0), 0);
	assert_int_equal(hil_store_read(path, count_record, &seen, &manifest),
			 -EBADMSG);
	assert_null(manifest);
	assert_int_equal(seen.next_edge, EDGES);
	json_decref(odd);
	free(path);
}

/* A FIFO has nobody who writes: opening it must not wait for ever. */
static void a_segment_that_is_no_file_is_lost(void **state)
{
	char *path = write_run("fifo"), file[256];
	struct seen seen = { 0 };
	json_t *manifest;

	(void)state;
	snprintf(file, sizeof(file), "%s/segment-000001.hil", path);
	assert_int_equal(unlink(file), 0);
	assert_int_equal(mkfifo(file, 0600), 0);
	alarm(20);
	assert_int_equal(hil_store_read(path, count_record, &seen, &manifest),
			 -EBADMSG);
	alarm(0);
	assert_true(seen.next_edge < EDGES);
	json_decref(manifest);
	free(path);
}

static void reader_stops_when_it_is_told_to(void **state)
{
	char *path = write_run("stop");
	struct seen seen = { .stop_at = 600 };
	json_t *manifest;

	(void)state;
	assert_int_equal(hil_store_read(path, count_record, &seen, &manifest),
			 42);
	assert_int_equal(seen.next_edge, 1024);
	json_decref(manifest);
	free(path);
}

/* Appends edges until it is killed. */
static void append_for_ever(void)
{
	struct hil_store_writer *w;
	uint64_t edges[EDGES], next = 0;

	if (hil_store_create(NULL, "killed", 0, &w))
		_exit(1);
	for (;;) {
		for (size_t i = 0; i < EDGES; i++)
			edges[i] = next++;
		if (hil_store_append(w, HIL_RECORD_EDGES, edges, sizeof(edges)))
			_exit(1);
	}
}

static void killed_writer_leaves_a_run_that_can_be_read(void **state)
{
	uint64_t random = 1, edges = 0;

	(void)state;
	for (int i = 0; i < KILLS; i++) {
		struct seen seen = { 0 };
		json_t *manifest;
		int status, ret;
		pid_t child = fork();

		assert_true(child >= 0);
		if (!child)
			append_for_ever();
		usleep((useconds_t)(test_random(&random) % 20000));
		kill(child, SIGKILL);
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_true(WIFSIGNALED(status));
		ret = hil_store_read("last", count_record, &seen, &manifest);
		/* No folder or no segment yet; or what was written so far. */
		assert_true(ret == 0 || ret == -ENOENT);
		assert_null(manifest);
		assert_int_equal(seen.wrong, 0);
		edges += seen.next_edge;
	}
	assert_true(edges > 0);
}

static void bad_names_and_too_much_space_are_refused(void **state)
{
	struct hil_store_writer *w;

	(void)state;
	assert_int_equal(hil_store_create(NULL, "../x", 0, &w), -EINVAL);
	assert_int_equal(hil_store_create(NULL, "", 0, &w), -EINVAL);
	assert_int_equal(hil_store_create(NULL, ".x", 0, &w), -EINVAL);
	assert_int_equal(hil_store_create(NULL, "x", UINT64_C(1) << 60, &w),
			 -ENOSPC);
	assert_null(w);
}

static void drop_message(void *context, enum hil_log_level level,
			 const char *text)
{
	(void)context;
	(void)level;
	(void)text;
}

#define WITH_ROOT(test)                                                        \
	cmocka_unit_test_setup_teardown(test, make_root, remove_root)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_ROOT(run_comes_back_as_it_was_written),
		WITH_ROOT(run_is_found_by_the_end_of_its_name),
		WITH_ROOT(runs_of_one_second_have_names_of_their_own),
		WITH_ROOT(cut_off_run_gives_its_sound_records),
		WITH_ROOT(damaged_record_is_lost_and_said),
		WITH_ROOT(damaged_manifest_is_said_and_records_are_read),
		WITH_ROOT(missing_segment_is_said),
		WITH_ROOT(json_that_is_no_manifest_is_said),
		WITH_ROOT(a_segment_that_is_no_file_is_lost),
		WITH_ROOT(reader_stops_when_it_is_told_to),
		WITH_ROOT(killed_writer_leaves_a_run_that_can_be_read),
		WITH_ROOT(bad_names_and_too_much_space_are_refused),
	};

	hil_log_to(drop_message, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
