/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dossier's files against its list of hashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rig/qualify/evidence.h"
#include "rig/qualify/qualify.h"

/* Source: FIPS 180-2, appendix B.1, the message "abc". */
#define SHA_ABC                                                                \
	"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

static char folder[64];

static char *in_folder(const char *name)
{
	char *path;

	assert_true(asprintf(&path, "%s/%s", folder, name) > 0);
	return path;
}

static void put(const char *name, const char *text)
{
	char *path = in_folder(name);
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	fputs(text, out);
	assert_int_equal(fclose(out), 0);
	free(path);
}

static int make(void **state)
{
	char seal[HIL_SHA256_TEXT], *sub;

	(void)state;
	strcpy(folder, "/tmp/hil-evidence-XXXXXX");
	assert_non_null(mkdtemp(folder));
	sub = in_folder("evidence");
	assert_int_equal(mkdir(sub, 0755), 0);
	free(sub);
	put("dossier.json", "{}");
	put("evidence/a", "abc");
	put("evidence/b", "");
	assert_int_equal(hil_evidence_write(folder, seal), 0);
	return 0;
}

static int unmake(void **state)
{
	char command[96];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	return system(command);
}

static void sha256_of_a_file_is_the_standards(void **state)
{
	char hex[HIL_SHA256_TEXT], *path = in_folder("evidence/a");
	uint64_t bytes = 0;

	(void)state;
	assert_int_equal(hil_sha256_file(path, hex, &bytes), 0);
	assert_string_equal(hex, SHA_ABC);
	assert_int_equal(bytes, 3);
	assert_int_equal(hil_sha256_file(folder, hex, &bytes), -EINVAL);
	free(path);
	path = in_folder("none");
	assert_int_equal(hil_sha256_file(path, hex, &bytes), -ENOENT);
	free(path);
}

static void sha256sum_takes_the_list(void **state)
{
	char command[160];

	(void)state;
	snprintf(command, sizeof(command),
		 "cd '%s' && sha256sum --strict --quiet -c SHA256SUMS", folder);
	assert_int_equal(system(command), 0);
}

/* All differences, "path: what" each, in the order of their paths. */
static void expect(size_t wanted, const char *path, const char *what)
{
	json_t *list = NULL, *changed = NULL, *row;
	size_t files = 0, i;
	bool found = false;

	assert_int_equal(hil_evidence_verify(folder, &list, &changed, &files),
			 0);
	assert_int_equal(files, 3);
	assert_int_equal(json_array_size(changed), wanted);
	json_array_foreach(changed, i, row) found |=
		!strcmp(json_string_value(json_object_get(row, "path")),
			path) &&
		!strcmp(json_string_value(json_object_get(row, "what")), what);
	assert_int_equal(found, wanted > 0);
	json_decref(list);
	json_decref(changed);
}

static void nothing_differs_when_nothing_changed(void **state)
{
	(void)state;
	expect(0, "", "");
}

static void slashes_behind_the_folder_do_no_harm(void **state)
{
	(void)state;
	strcat(folder, "//");
	expect(0, "", "");
	folder[strlen(folder) - 2] = '\0';
}

static void a_folder_whose_name_is_no_utf8_is_verified(void **state)
{
	char other[80], seal[HIL_SHA256_TEXT];
	json_t *report = NULL;

	(void)state;
	put("dossier.json", "{\"schema\": \"" HIL_DOSSIER_SCHEMA "\"}");
	snprintf(other, sizeof(other), "%s/" HIL_SUMS_NAME, folder);
	assert_int_equal(unlink(other), 0);
	assert_int_equal(hil_evidence_write(folder, seal), 0);
	snprintf(other, sizeof(other), "%s\xff", folder);
	assert_int_equal(rename(folder, other), 0);
	assert_int_equal(hil_qualify_verify(other, &report), 0);
	assert_non_null(report);
	json_decref(report);
	assert_int_equal(rename(other, folder), 0);
}

static void one_changed_byte_is_told(void **state)
{
	(void)state;
	put("evidence/a", "abd");
	expect(1, "evidence/a", "changed");
}

static void a_missing_and_a_new_file_are_told(void **state)
{
	char *path = in_folder("evidence/b");

	(void)state;
	assert_int_equal(unlink(path), 0);
	free(path);
	expect(1, "evidence/b", "missing");
	put("evidence/c", "new");
	expect(2, "evidence/c", "not in the list");
}

static void a_link_is_no_evidence(void **state)
{
	char *path = in_folder("evidence/link");
	json_t *list = NULL, *changed = NULL;
	size_t files;

	(void)state;
	assert_int_equal(symlink("/etc/passwd", path), 0);
	assert_int_equal(hil_evidence_verify(folder, &list, &changed, &files),
			 -EINVAL);
	assert_null(changed);
	free(path);
}

static void a_list_that_is_none_is_refused(void **state)
{
	static const char *const text[] = {
		"nothing\n",
		SHA_ABC "  /etc/passwd\n",
		SHA_ABC "  ../a\n",
		SHA_ABC "  evidence/../../a\n",
		SHA_ABC "  evidence/..\n",
		SHA_ABC "  \n",
		SHA_ABC " *evidence/a\n",
		SHA_ABC "  evidence/a", /* cut off */
		SHA_ABC "  a\n" SHA_ABC "  a\n",
		"X" SHA_ABC "  evidence/a\n",
		"\\" SHA_ABC "  evidence/a\n",
		SHA_ABC "  a\\n\n",
		SHA_ABC "  \xff\xfe\n",
	};
	json_t *list = NULL, *changed = NULL;
	size_t files;

	(void)state;
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++) {
		put(HIL_SUMS_NAME, text[i]);
		assert_int_equal(
			hil_evidence_verify(folder, &list, &changed, &files),
			-EBADMSG);
		assert_null(changed);
	}
}

static void verify_refuses_what_is_no_dossier(void **state)
{
	char seal[HIL_SHA256_TEXT], *sums = in_folder(HIL_SUMS_NAME);
	json_t *report = NULL;

	(void)state;
	assert_int_equal(hil_qualify_verify("/no/such", &report), -EBADMSG);
	assert_null(report);
	/* the list fits, but there is no schema in it */
	assert_int_equal(hil_qualify_verify(folder, &report), -EBADMSG);
	assert_null(report);
	put("dossier.json", "{\"schema\": \"" HIL_DOSSIER_SCHEMA "\"}");
	assert_int_equal(unlink(sums), 0);
	assert_int_equal(hil_qualify_verify(folder, &report), -EBADMSG);
	assert_null(report);
	assert_int_equal(hil_evidence_write(folder, seal), 0);
	assert_int_equal(hil_qualify_verify(folder, &report), 0);
	assert_string_equal(json_string_value(json_object_get(report, "seal")),
			    seal);
	json_decref(report);
	free(sums);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, unmake)
		TEST(sha256_of_a_file_is_the_standards),
		TEST(sha256sum_takes_the_list),
		TEST(nothing_differs_when_nothing_changed),
		TEST(slashes_behind_the_folder_do_no_harm),
		TEST(a_folder_whose_name_is_no_utf8_is_verified),
		TEST(one_changed_byte_is_told),
		TEST(a_missing_and_a_new_file_are_told),
		TEST(a_link_is_no_evidence),
		TEST(a_list_that_is_none_is_refused),
		TEST(verify_refuses_what_is_no_dossier),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
