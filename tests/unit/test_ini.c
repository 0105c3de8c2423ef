/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/ini.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "tests/unit/test.h"

struct found {
	struct test_log log;
	char folder[256];
	char path[512];
	char text[8192]; /* "section.key=value;" per entry */
	unsigned int last_line;
	int stop_at; /* entry that answers -ECANCELED, from 1; 0: none */
	int count;
};

static int take(void *context, const struct hil_ini_entry *e)
{
	struct found *f = context;
	size_t used = strlen(f->text);

	snprintf(f->text + used, sizeof(f->text) - used, "%s.%s=%s;",
		 e->section, e->key, e->value);
	f->last_line = e->line;
	f->count++;
	return f->count == f->stop_at ? -ECANCELED : 0;
}

static int set_up(void **state)
{
	struct found *f = calloc(1, sizeof(*f));

	test_folder_make(f->folder);
	snprintf(f->path, sizeof(f->path), "%s/rig.conf", f->folder);
	test_log_start(&f->log);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct found *f = *state;

	test_log_stop();
	test_folder_remove(f->folder);
	free(f);
	return 0;
}

static int read_bytes(struct found *f, const char *text, size_t size)
{
	f->text[0] = '\0';
	f->log.text[0] = '\0';
	f->log.used = 0;
	f->count = 0;
	test_file_write(f->path, text, size);
	return hil_ini_read(f->path, take, f);
}

static int read_text(struct found *f, const char *text)
{
	return read_bytes(f, text, strlen(text));
}

/* @text is refused in @line with a message that contains @reason. */
static void assert_refused(struct found *f, const char *text, int line,
			   const char *reason)
{
	char where[600];

	snprintf(where, sizeof(where), "%s:%d: ", f->path, line);
	assert_int_equal(read_text(f, text), -EINVAL);
	assert_contains(f->log.text, where);
	assert_contains(f->log.text, reason);
	assert_ptr_equal(strchr(f->log.text, '\n') + 1,
			 f->log.text + f->log.used);
}

static void entries_come_with_section_and_line(void **state)
{
	struct found *f = *state;

	assert_int_equal(read_text(f, "# a comment\n"
				      "; another\n"
				      "name = before\n"
				      "\n"
				      "[board]\n"
				      "\tline=3\n"
				      "  # an indented comment\n"
				      "exec = ssh pi@board # no comment\n"
				      "[ generator ]\n"
				      "period = 4ms"),
			 0);
	assert_string_equal(f->text, ".name=before;board.line=3;"
				     "board.exec=ssh pi@board # no comment;"
				     "generator.period=4ms;");
	assert_int_equal(f->last_line, 10);
}

static void quotes_keep_blanks_and_go_away(void **state)
{
	struct found *f = *state;

	assert_int_equal(read_text(f, "[a]\n"
				      "b = \"  two  \"\n"
				      "c = \"\"\n"
				      "d =\n"
				      "e = sh -c \"x y\"\n"
				      "f = a = b\n"),
			 0);
	assert_string_equal(f->text, "a.b=  two  ;a.c=;a.d=;"
				     "a.e=sh -c \"x y\";a.f=a = b;");
	assert_refused(f, "[a]\nb = \"open\n", 2, "quotes");
	assert_refused(f, "[a]\nb = \"one\" two\n", 2, "quotes");
	assert_refused(f, "[a]\nb = \"one\"two\"\n", 2, "quotes");
	assert_refused(f, "[a]\nb = \"\n", 2, "quotes");
}

static void a_backslash_joins_lines_and_the_first_one_is_named(void **state)
{
	struct found *f = *state;

	assert_int_equal(read_text(f, "[a]\n"
				      "b = one \\\n"
				      "    two\\\n"
				      "    three\n"
				      "# a comment does not go on \\\n"
				      "c = 1\n"),
			 0);
	assert_string_equal(f->text, "a.b=one  two three;a.c=1;");
	assert_int_equal(f->last_line, 6);
	assert_refused(f, "[a]\n\nwrong \\\n too\n", 3, "key = value");
	assert_refused(f, "[a]\nb = 1\\", 2, "backslash");
}

static void line_ends_of_windows_are_line_ends(void **state)
{
	struct found *f = *state;

	assert_int_equal(read_text(f, "\xef\xbb\xbf[a]\r\nb = 1\r\nc = 2\r\n"),
			 0);
	assert_string_equal(f->text, "a.b=1;a.c=2;");
}

static void wrong_lines_are_named_with_file_and_line(void **state)
{
	struct found *f = *state;

	assert_refused(f, "[a]\nno value\n", 2, "key = value");
	assert_refused(f, "[a]\n\n\n= 3\n", 4, "a key is made of");
	assert_refused(f, "[a]\nb c = 3\n", 2, "a key is made of");
	assert_refused(f, "[a\nb = 3\n", 1, "ends with ]");
	assert_refused(f, "[]\nb = 3\n", 1, "section's name");
	assert_refused(f, "[a b]\n", 1, "section's name");
	assert_refused(f, "[a]\nb = \x1b[0m\n", 2, "control character");
	assert_refused(f, "[a]\nb = 1\rc = 2\n", 2, "control character");
}

static void a_key_may_be_set_once_in_a_file(void **state)
{
	struct found *f = *state;

	assert_refused(f, "[a]\nb = 1\n[c]\nb = 1\n[a]\nb = 2\n", 6,
		       "\"b\" in [a] is already set in line 2");
	assert_string_equal(f->text, "a.b=1;c.b=1;");
}

static void nul_bytes_are_refused(void **state)
{
	struct found *f = *state;
	static const char text[] = "[a]\nb = 1\nc = x\0y\n";

	assert_int_equal(read_bytes(f, text, sizeof(text) - 1), -EINVAL);
	assert_contains(f->log.text, "rig.conf:3: NUL byte");
	assert_string_equal(f->text, "");
}

/* "[a]", then "b = xxx…" of @length bytes, joined from two lines at @cut. */
static void make_long_line(char *text, size_t length, size_t cut)
{
	strcpy(text, "[a]\nb = ");
	memset(text + 8, 'x', length - 4);
	strcpy(text + 4 + length, "\n");
	if (cut) {
		memmove(text + cut + 2, text + cut, strlen(text + cut) + 1);
		memcpy(text + cut, "\\\n", 2);
	}
}

/* The backslash becomes a blank, so it counts. */
static void lines_end_at_4096_bytes_also_joined_ones(void **state)
{
	struct found *f = *state;
	char text[5000];

	make_long_line(text, 4096, 0);
	assert_int_equal(read_text(f, text), 0);
	assert_int_equal(strlen(f->text), strlen("a.b=;") + 4092);
	make_long_line(text, 4097, 0);
	assert_refused(f, text, 2, "longer than 4,096");
	make_long_line(text, 4095, 2000);
	assert_int_equal(read_text(f, text), 0);
	assert_int_equal(strlen(f->text), strlen("a.b=;") + 4092);
	make_long_line(text, 4096, 2000);
	assert_refused(f, text, 2, "longer than 4,096");
}

static void a_file_above_a_mebibyte_is_refused(void **state)
{
	struct found *f = *state;
	size_t size = (1 << 20) + 1;
	char *text = malloc(size);

	memset(text, '\n', size);
	assert_int_equal(read_bytes(f, text, size - 1), 0);
	assert_int_equal(read_bytes(f, text, size), -EFBIG);
	assert_contains(f->log.text, "larger than 1 MiB");
	free(text);
	assert_int_equal(hil_ini_read("/dev/zero", take, f), -EFBIG);
}

/* A search per key that looks at all others would not end in time. */
static void as_many_keys_as_fit_are_no_burden(void **state)
{
	struct found *f = *state;
	size_t used = 0, room = 1 << 20;
	char *text = malloc(room);

	for (unsigned int i = 0; used + 16 < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%x=\n", i);
	f->stop_at = -1;
	f->text[0] = 1; /* nothing is appended to a full text */
	memset(f->text, 'x', sizeof(f->text) - 1);
	test_file_write(f->path, text, used);
	assert_int_equal(hil_ini_read(f->path, take, f), 0);
	assert_true(f->count > 100000);
	free(text);
}

static void drop_ins_come_last_in_order_of_their_names(void **state)
{
	struct found *f = *state;
	char path[600];

	snprintf(path, sizeof(path), "%s.d", f->path);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof(path), "%s.d/20-b.conf", f->path);
	test_file_write(path, "[a]\nb = 20\n", 11);
	snprintf(path, sizeof(path), "%s.d/10-a.conf", f->path);
	test_file_write(path, "[a]\nb = 10\n", 11);
	snprintf(path, sizeof(path), "%s.d/30.conf.bak", f->path);
	test_file_write(path, "[a]\nb = 30\n", 11);
	snprintf(path, sizeof(path), "%s.d/.40.conf", f->path);
	test_file_write(path, "[a]\nb = 40\n", 11);
	assert_int_equal(read_text(f, "[a]\nb = 1\n"), 0);
	assert_string_equal(f->text, "a.b=1;a.b=10;a.b=20;");
	snprintf(path, sizeof(path), "%s.d/15.conf", f->path);
	test_file_write(path, "oh\n", 3);
	assert_int_equal(read_text(f, "[a]\nb = 1\n"), -EINVAL);
	assert_string_equal(f->text, "a.b=1;a.b=10;");
	assert_contains(f->log.text, "15.conf:1: ");
}

static void a_file_that_cannot_be_read_is_named(void **state)
{
	struct found *f = *state;

	assert_int_equal(hil_ini_read("/no/such/rig.conf", take, f), -ENOENT);
	assert_contains(f->log.text, "cannot read /no/such/rig.conf: No such");
	assert_int_equal(hil_ini_read(f->folder, take, f), -EISDIR);
}

static void the_receiver_can_end_the_reading(void **state)
{
	struct found *f = *state;

	f->stop_at = 2;
	assert_int_equal(read_text(f, "a=1\nb=2\nc=3\n"), -ECANCELED);
	assert_string_equal(f->text, ".a=1;.b=2;");
	assert_string_equal(f->log.text, "");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(entries_come_with_section_and_line),
		TEST(quotes_keep_blanks_and_go_away),
		TEST(a_backslash_joins_lines_and_the_first_one_is_named),
		TEST(line_ends_of_windows_are_line_ends),
		TEST(wrong_lines_are_named_with_file_and_line),
		TEST(a_key_may_be_set_once_in_a_file),
		TEST(nul_bytes_are_refused),
		TEST(lines_end_at_4096_bytes_also_joined_ones),
		TEST(a_file_above_a_mebibyte_is_refused),
		TEST(as_many_keys_as_fit_are_no_burden),
		TEST(drop_ins_come_last_in_order_of_their_names),
		TEST(a_file_that_cannot_be_read_is_named),
		TEST(the_receiver_can_end_the_reading),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
