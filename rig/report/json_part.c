/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers, strings and distributions as JSON. */
#include "rig/report/json_part.h"

#include <math.h>
#include <nettle/base64.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "rig/report/clean.h"

json_t *hil_json_count(uint64_t count)
{
	return json_integer(count > INT64_MAX ? INT64_MAX : (json_int_t)count);
}

json_t *hil_json_number(double number)
{
	return isfinite(number) ? json_real(number) : json_null();
}

json_t *hil_json_text(const char *text)
{
	char *clean;
	json_t *string;

	if (!text)
		return json_null();
	clean = hil_clean_utf8(text);
	string = clean ? json_string(clean) : NULL;
	free(clean);
	return string;
}

static json_t *bound(int64_t value_ns, int64_t unknown)
{
	return value_ns == unknown ? json_null() : json_integer(value_ns);
}

/* 0.999 is "p99_9". */
static void key_of(double q, char *key, size_t size)
{
	char *point;

	snprintf(key, size, "p%.6g", q * 100);
	point = strchr(key, '.');
	if (point)
		*point = '_';
}

static int add_quantiles(json_t *object, const struct hil_distribution *d)
{
	bool empty = !d->histogram->count;
	json_t *bounds = json_object();
	int failed = !bounds;

	for (size_t i = 0; !failed && i < HIL_RESULT_QUANTILES; i++) {
		const struct hil_quantile *q = &d->quantile[i];
		char key[32];

		key_of(q->q, key, sizeof(key));
		failed |= json_object_set_new(
			object, key,
			empty ? json_null() : json_integer(q->value_ns));
		failed |= json_object_set_new(
			bounds, key,
			json_pack(
				"[o,o]",
				bound(empty ? INT64_MIN : q->low_ns, INT64_MIN),
				bound(empty ? INT64_MAX : q->high_ns,
				      INT64_MAX)));
	}
	failed |= json_object_set_new(object, "bounds_95", bounds);
	return failed;
}

json_t *hil_json_uncertainty(const struct hil_distribution *d)
{
	if (!d->known)
		return json_null();
	return json_pack("{s:o,s:o,s:o}", "u", hil_json_number(d->u_ns), "U",
			 hil_json_number(d->u_ns * d->k), "k",
			 hil_json_number(d->k));
}

void hil_json_append(json_t **list, json_t *item)
{
	if (json_array_append_new(*list, item)) { /* NULL is none, too */
		json_decref(*list);
		*list = NULL;
	}
}

json_t *hil_json_distribution(const struct hil_distribution *d)
{
	const struct hil_histogram *h = d->histogram;
	json_t *object;
	bool empty;

	if (!d->known || !h)
		return json_null();
	empty = !h->count;
	object = json_pack(
		"{s:o,s:o,s:o,s:o,s:o,s:o}", "count", hil_json_count(h->count),
		"min", empty ? json_null() : json_integer(h->min_ns), "mean",
		empty ? json_null() : hil_json_number(d->mean_ns), "max",
		empty ? json_null() : json_integer(h->max_ns), "stddev",
		empty ? json_null() : hil_json_number(d->stddev_ns),
		"uncertainty_ns", hil_json_uncertainty(d));
	if (object && add_quantiles(object, d)) {
		json_decref(object);
		object = NULL;
	}
	return object;
}

static void put_be32(uint8_t *to, uint32_t value)
{
	for (unsigned int i = 0; i < 4; i++)
		to[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* Source: HdrHistogram, V2 compressed encoding: cookie 0x1c849304 | 0x10,
 * length, zlib stream of the V2 encoding. */
static uint8_t *compress_hdr(const void *bytes, size_t size, size_t *packed)
{
	uLongf length = compressBound(size);
	uint8_t *to = malloc(8 + length);

	if (!to)
		return NULL;
	if (compress(to + 8, &length, bytes, size) != Z_OK) {
		free(to);
		return NULL;
	}
	put_be32(to, 0x1c849314u);
	put_be32(to + 4, (uint32_t)length);
	*packed = 8 + length;
	return to;
}

json_t *hil_json_hdr(const struct hil_histogram *h)
{
	size_t size = 0, packed = 0;
	void *bytes = hil_histogram_hdr_v2(h, &size);
	uint8_t *small = bytes ? compress_hdr(bytes, size, &packed) : NULL;
	char *text = small ? malloc(BASE64_ENCODE_RAW_LENGTH(packed)) : NULL;
	json_t *string = NULL;

	if (text) {
		base64_encode_raw(text, packed, small);
		string = json_stringn(text, BASE64_ENCODE_RAW_LENGTH(packed));
	}
	free(text);
	free(small);
	free(bytes);
	return string;
}
