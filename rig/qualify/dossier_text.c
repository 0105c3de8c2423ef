/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dossier for a terminal: what was found, requirement by requirement. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "rig/qualify/dossier.h"
#include "rig/report/clean.h"
#include "rig/run/feed.h"

/* As many that two digits of U show, none behind them. */
static int decimals_for(double u)
{
	int decimals = 1 - (int)floor(log10(u));

	return decimals < 0 ? 0 : decimals > 9 ? 9 : decimals;
}

/* What rounds to 0 has no sign. */
static double rounded(double value, int decimals)
{
	return fabs(value) < 0.5 * pow(10, -decimals) ? 0 : value;
}

void hil_dossier_value_text(const json_t *value, char *text, size_t size)
{
	const char *unit = hil_feed_string(value, "unit");
	json_t *number = json_object_get(value, "value");
	json_t *u = json_object_get(value, "U");
	json_int_t count = json_integer_value(json_object_get(value, "count"));
	double spread = json_number_value(u);
	bool measured = json_is_number(number) && spread > 0;
	int decimals = measured ? decimals_for(spread) : 0;
	size_t used;

	if (measured)
		used = (size_t)snprintf(
			text, size, "%.*f", decimals,
			rounded(json_number_value(number), decimals));
	else if (json_is_integer(number))
		used = (size_t)snprintf(text, size, "%lld",
					(long long)json_integer_value(number));
	else if (json_is_number(number))
		used = (size_t)snprintf(text, size, "%.6g",
					json_number_value(number));
	else
		used = (size_t)snprintf(text, size, "unknown");
	if (*unit && used < size)
		used += (size_t)snprintf(text + used, size - used, " %s", unit);
	if (measured && used < size)
		used += (size_t)snprintf(text + used, size - used,
					 ", U %.*f%s%s (k = 2)", decimals,
					 spread, *unit ? " " : "", unit);
	else if (u && used < size)
		used += (size_t)snprintf(text + used, size - used,
					 ", U unknown");
	if (count && used < size)
		snprintf(text + used, size - used, ", n %lld",
			 (long long)count);
}

static void put_row(FILE *out, const json_t *row)
{
	json_t *values = json_object_get(row, "measured"), *value;
	char text[160];
	size_t i;

	fprintf(out, "  %-6s %-17s  %s\n", hil_feed_string(row, "id"),
		hil_feed_string(row, "result"),
		hil_feed_string(row, "requirement"));
	if (*hil_feed_string(row, "found")) {
		fputs("                            ", out);
		hil_clean_text(out, hil_feed_string(row, "found"));
		fputc('\n', out);
	}
	json_array_foreach(values, i, value)
	{
		hil_dossier_value_text(value, text, sizeof(text));
		fprintf(out, "                            %s: ",
			hil_feed_string(value, "name"));
		hil_clean_text(out, text);
		fputc('\n', out);
	}
}

static void put_deviations(FILE *out, const json_t *dossier)
{
	json_t *list = json_object_get(dossier, "deviations"), *id;
	size_t i;

	if (!json_array_size(list))
		return;
	fprintf(out, "deviations, for somebody to judge: ");
	json_array_foreach(list, i, id)
		fprintf(out, "%s%s", i ? ", " : "", json_string_value(id));
	fputc('\n', out);
}

int hil_dossier_text(FILE *out, const json_t *dossier)
{
	json_t *rows = json_object_get(dossier, "requirements"), *row;
	const char *part = "";
	size_t i;

	json_array_foreach(rows, i, row)
	{
		if (strcmp(part, hil_feed_string(row, "part"))) {
			part = hil_feed_string(row, "part");
			fprintf(out, "%s%s\n", i ? "\n" : "", part);
		}
		put_row(out, row);
	}
	fputc('\n', out);
	put_deviations(out, dossier);
	fprintf(out, "result     %s%s\n", hil_feed_string(dossier, "result"),
		json_object_get(dossier, "only") ? ", only a part was tested"
						 : "");
	fprintf(out, "dossier    ");
	hil_clean_text(out, hil_feed_string(dossier, "folder"));
	fprintf(out,
		"\nseal       %s, of "
		"SHA256SUMS\n",
		hil_feed_string(dossier, "seal"));
	return fflush(out) || ferror(out) ? -EIO : 0;
}
