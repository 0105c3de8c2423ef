/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a fuzz target on the files of a folder, without libFuzzer: each as it
 * is, cut short at many places, and with single bits flipped. So the corpus is
 * a plain test that also finds what lies one step beside it.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>

#include "tests/fuzz/fuzz.h"

#define FILE_MAX_BYTES (4u << 20)
#define VARIANTS       256 /* of each kind and file */

static uint8_t *read_file(const char *path, size_t *size)
{
	uint8_t *data = malloc(FILE_MAX_BYTES);
	FILE *file = fopen(path, "rb");

	if (!data || !file) {
		fprintf(stderr, "cannot read %s: %s\n", path, strerror(errno));
		exit(1);
	}
	*size = fread(data, 1, FILE_MAX_BYTES, file);
	fclose(file);
	return data;
}

/* In memory of its own size, so that a sanitizer sees every byte too far. */
static void run(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);

	if (!copy)
		abort();
	memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

static void run_variants(uint8_t *data, size_t size)
{
	size_t cut_step = 1 + size / VARIANTS;
	size_t bit_step = 1 + 8 * size / VARIANTS;

	for (size_t cut = 0; cut < size; cut += cut_step)
		run(data, cut);
	for (size_t bit = 0; bit < 8 * size; bit += bit_step) {
		data[bit / 8] ^= (uint8_t)(1 << bit % 8);
		run(data, size);
		data[bit / 8] ^= (uint8_t)(1 << bit % 8);
	}
}

static int is_file(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

int main(int argc, char **argv)
{
	struct dirent **found;
	int count =
		argc == 2 ? scandir(argv[1], &found, is_file, alphasort) : -1;

	if (count <= 0) {
		fprintf(stderr, "usage: %s FOLDER, with at least one file\n",
			argv[0]);
		return 1;
	}
	LLVMFuzzerInitialize(&argc, &argv);
	for (int i = 0; i < count; i++) {
		char path[4096];
		size_t size;
		uint8_t *data;

		snprintf(path, sizeof(path), "%s/%s", argv[1],
			 found[i]->d_name);
		printf("%s\n", path);
		fflush(stdout);
		data = read_file(path, &size);
		run(data, size);
		run_variants(data, size);
		free(data);
		free(found[i]);
	}
	free(found);
	printf("%d inputs and their variants\n", count);
	return 0;
}
