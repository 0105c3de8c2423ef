/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Edge search in memory against reading the same memory: samples of 24 MS/s,
 * a signal and its answer on two channels. What is read is far larger than any
 * cache; best of several passes, the two interleaved.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/time.h"
#include "rig/capture/edge_search.h"

#define SAMPLES ((size_t)256 << 20)
#define RATE_HZ 24000000u
#define PASSES  9
#define ROOM    8190u

typedef uint64_t wide __attribute__((vector_size(32), aligned(1), may_alias));

/* Nothing but wide loads: what memory can give. */
static inline __attribute__((always_inline)) uint64_t
read_all(const uint8_t *data)
{
	const wide *word = (const wide *)(const void *)data;
	const wide *end = word + SAMPLES / sizeof(*word);
	wide a = { 0 }, b = { 0 }, c = { 0 }, d = { 0 };

	for (; word < end; word += 4) {
		a |= word[0];
		b |= word[1];
		c |= word[2];
		d |= word[3];
	}
	a |= b | c | d;
	return a[0] | a[1] | a[2] | a[3];
}

static uint64_t read_portable(const uint8_t *data)
{
	return read_all(data);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static uint64_t read_avx2(const uint8_t *data)
{
	return read_all(data);
}
#endif

static uint64_t read_only(const uint8_t *data)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx2"))
		return read_avx2(data);
#endif
	return read_portable(data);
}

static void fill(uint8_t *data, unsigned int signal_hz)
{
	size_t period = RATE_HZ / signal_hz;
	uint64_t random = 1;

	memset(data, 0, SAMPLES);
	for (size_t at = 0; at + 2 * period <= SAMPLES; at += period) {
		size_t answer;

		random = random * UINT64_C(6364136223846793005) + 1;
		answer = period / 8 + (random >> 40) % (period / 4);
		for (size_t i = 0; i < period / 2; i++) {
			data[at + i] |= 1;
			data[at + answer + i] |= 2;
		}
	}
}

static size_t search(const uint8_t *data, uint64_t *edge,
		     enum hil_edge_variant variant)
{
	const struct hil_sample wanted = { { 3, 0 } };
	struct hil_edge_search s;
	size_t done = 0, edges = 0;

	if (hil_edge_search_init(&s, 1, &wanted, variant))
		return 0;
	while (done < SAMPLES) {
		size_t count;

		done += hil_edge_search_run(&s, data + done, SAMPLES - done,
					    edge, ROOM, &count);
		edges += count;
	}
	return edges;
}

static double gb_a_second(int64_t ns)
{
	return (double)SAMPLES / (double)ns;
}

static int compare(uint8_t *data, uint64_t *edge, unsigned int signal_hz,
		   double promised)
{
	int64_t read_ns = INT64_MAX, search_ns = INT64_MAX;
	volatile uint64_t sink;
	size_t edges = 0;
	double ratio;

	fill(data, signal_hz);
	for (int pass = 0; pass < PASSES; pass++) {
		int64_t start = hil_time_mono_ns();
		int64_t middle, end;

		sink = read_only(data);
		middle = hil_time_mono_ns();
		edges = search(data, edge, HIL_EDGE_FASTEST);
		end = hil_time_mono_ns();
		if (middle - start < read_ns)
			read_ns = middle - start;
		if (end - middle < search_ns)
			search_ns = end - middle;
	}
	(void)sink;
	ratio = (double)read_ns / (double)search_ns;
	printf("edge search, %4u kHz: %5.1f GB/s of %5.1f read only, ratio "
	       "%.2f",
	       signal_hz / 1000, gb_a_second(search_ns), gb_a_second(read_ns),
	       ratio);
	if (promised > 0)
		printf(" (wanted %.2f): %s", promised,
		       ratio >= promised ? "met" : "MISSED");
	printf(", %zu edges\n", edges);
	return ratio < promised;
}

int main(void)
{
	uint8_t *data = malloc(SAMPLES);
	uint64_t *edge = malloc(ROOM * sizeof(*edge));
	int missed;

	if (!data || !edge) {
		fprintf(stderr, "cannot measure: no memory\n");
		return 1;
	}
	missed = compare(data, edge, 10000, 0.85);
	missed |= compare(data, edge, 100000, 0.40);
	missed |= compare(data, edge, 1000000, 0.0);
	free(edge);
	free(data);
	return missed;
}
