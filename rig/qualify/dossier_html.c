/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The dossier as one page for paper: first what was found and what deviates,
 * then each requirement, what was qualified, and where to sign.
 */
#include <errno.h>
#include <string.h>

#include "rig/qualify/dossier.h"
#include "rig/qualify/dossier_page.h"
#include "rig/run/feed.h"

static const char style[] =
	".rows td{vertical-align:top;text-align:left;white-space:normal}\n"
	".rows td:first-child{white-space:nowrap}\n"
	".rows p{margin:.15rem 0}.rows .soft{font-size:.875rem}\n"
	".mark{font-weight:650;white-space:nowrap}\n"
	".passed{color:var(--good)}.failed{color:var(--bad)}\n"
	".other{color:var(--warn)}\n"
	".sign tbody tr:last-child td{border-bottom:1px solid var(--ink)}\n"
	".sign td{height:3.2rem;border-bottom:1px solid var(--ink);"
	"text-align:left}\n"
	"code{font-size:.8125rem;overflow-wrap:anywhere}\n"
	".files td{text-align:left;white-space:normal}\n";

static void text(struct hil_page *p, const char *words)
{
	hil_html_text(p, words);
}

static const char *mark_class(const char *result)
{
	return !strcmp(result, "passed")   ? "passed"
	       : !strcmp(result, "failed") ? "failed"
					   : "other";
}

static void put_head(struct hil_page *p, const json_t *d)
{
	const char *result = hil_feed_string(d, "result");
	json_t *list = json_object_get(d, "deviations"), *id;
	bool part = json_object_get(d, "only");
	const char *key;
	json_t *count;
	size_t i;

	fprintf(p->out, "<header class=\"%s\">\n<h1>Qualification of the rig ",
		hil_qualify_good(d) && !part ? "VALID" : "DEGRADED");
	text(p, hil_feed_string(d, "title"));
	fprintf(p->out,
		"</h1>\n<div class=\"verdict\"><span class=\"word\">%s</span>"
		"<span>",
		result);
	if (hil_qualify_good(d) && part)
		hil_html_raw(p, "What was tested is met, or does not apply; it "
				"is not all.");
	else if (hil_qualify_good(d))
		hil_html_raw(p, "Every requirement is met, or does not apply.");
	else
		hil_html_raw(p, "Deviations, for somebody to judge: ");
	json_array_foreach(list, i, id)
	{
		hil_html_raw(p, i ? ", " : "");
		text(p, json_string_value(id));
	}
	hil_html_raw(p, "</span></div>\n<div class=\"tiles\">\n");
	json_object_foreach(json_object_get(d, "summary"), key,
			    count) if (json_integer_value(count) ||
				       !strcmp(key, "failed"))
		fprintf(p->out,
			"<div class=\"tile\"><div class=\"name\">%s"
			"</div><div class=\"value\">%lld</div></div>\n",
			key, (long long)json_integer_value(count));
	hil_html_raw(p, "</div>\n");
	if (json_object_get(d, "only")) {
		hil_html_raw(p, "<p>Only a part was tested: ");
		text(p, hil_feed_string(d, "only"));
		hil_html_raw(p, "</p>\n");
	}
	hil_html_raw(p, "</header>\n");
}

static void put_values(struct hil_page *p, const json_t *row)
{
	json_t *values = json_object_get(row, "measured"), *value;
	char words[160];
	size_t i;

	json_array_foreach(values, i, value)
	{
		hil_dossier_value_text(value, words, sizeof(words));
		hil_html_raw(p, "<p>");
		text(p, hil_feed_string(value, "name"));
		hil_html_raw(p, ": <b>");
		text(p, words);
		hil_html_raw(p, "</b></p>\n");
	}
}

static void put_evidence(struct hil_page *p, const json_t *row)
{
	json_t *list = json_object_get(row, "evidence"), *path;
	size_t i;

	if (!json_array_size(list))
		return;
	hil_html_raw(p, "<p class=\"soft\">Evidence: ");
	json_array_foreach(list, i, path)
	{
		hil_html_raw(p, i ? ", <code>" : "<code>");
		text(p, json_string_value(path));
		hil_html_raw(p, "</code>");
	}
	hil_html_raw(p, "</p>\n");
}

static void put_row(struct hil_page *p, const json_t *row)
{
	const char *result = hil_feed_string(row, "result");

	fprintf(p->out, "<tr><td><b>%s</b></td><td><p><b>",
		hil_feed_string(row, "id"));
	text(p, hil_feed_string(row, "requirement"));
	hil_html_raw(p, "</b></p>\n<p class=\"soft\">");
	text(p, hil_feed_string(row, "why"));
	hil_html_raw(p, "</p>\n<p class=\"soft\">Test: ");
	text(p, hil_feed_string(row, "method"));
	hil_html_raw(p, "</p>\n<p class=\"soft\">Accepted: ");
	text(p, hil_feed_string(row, "criterion"));
	fprintf(p->out, "</p></td><td><p class=\"mark %s\">%s</p>\n<p>",
		mark_class(result), result);
	text(p, hil_feed_string(row, "found"));
	hil_html_raw(p, "</p>\n");
	put_values(p, row);
	put_evidence(p, row);
	hil_html_raw(p, "</td></tr>\n");
}

static void put_rows(struct hil_page *p, const json_t *d)
{
	json_t *rows = json_object_get(d, "requirements"), *row;
	const char *part = "";
	size_t i;

	json_array_foreach(rows, i, row)
	{
		if (strcmp(part, hil_feed_string(row, "part"))) {
			if (*part)
				hil_html_raw(p, "</tbody></table></section>\n");
			part = hil_feed_string(row, "part");
			fprintf(p->out,
				"<section>\n<h2>%s</h2>\n"
				"<table class=\"rows\"><tbody>\n",
				part);
		}
		put_row(p, row);
	}
	if (*part)
		hil_html_raw(p, "</tbody></table></section>\n");
}

static void put_deviations(struct hil_page *p, const json_t *d)
{
	json_t *rows = json_object_get(d, "requirements"), *row;
	const char *result;
	size_t i;

	if (hil_qualify_good(d))
		return;
	hil_html_raw(p, "<section>\n<h2>Deviations</h2>\n<table class=\"rows "
			"sign\"><thead><tr><th>id</th><th class=\"left\">what "
			"deviates</th><th class=\"left\">judged: why it may "
			"stand, or what is done</th></tr></thead><tbody>\n");
	json_array_foreach(rows, i, row)
	{
		result = hil_feed_string(row, "result");
		if (!strcmp(result, "passed") ||
		    !strcmp(result, "not applicable"))
			continue;
		fprintf(p->out, "<tr><td><b>%s</b></td><td>%s: ",
			hil_feed_string(row, "id"), result);
		text(p, hil_feed_string(row, "found"));
		hil_html_raw(p, "</td><td></td></tr>\n");
	}
	hil_html_raw(p, "</tbody></table>\n</section>\n");
}

static void put_limits(struct hil_page *p, const json_t *d)
{
	json_t *list = json_object_get(d, "limits"), *words;
	size_t i;

	hil_html_raw(p, "<section>\n<h2>Limits of use</h2>\n<ul>\n");
	json_array_foreach(list, i, words)
	{
		hil_html_raw(p, "<li>");
		text(p, json_string_value(words));
		hil_html_raw(p, "</li>\n");
	}
	hil_html_raw(p, "</ul>\n</section>\n");
}

static void put_signatures(struct hil_page *p)
{
	static const char *const role[] = { "Tested by", "Reviewed by",
					    "Released by" };

	hil_html_raw(p, "<section>\n<h2>Signatures</h2>\n<table class=\"sign\">"
			"<thead><tr><th></th><th class=\"left\">name</th>"
			"<th class=\"left\">date</th><th class=\"left\">"
			"signature</th></tr></thead><tbody>\n");
	for (size_t i = 0; i < sizeof(role) / sizeof(role[0]); i++)
		fprintf(p->out,
			"<tr><td>%s</td><td></td><td></td><td></td></tr>\n",
			role[i]);
	hil_html_raw(p, "</tbody></table>\n</section>\n");
}

static void put_list(struct hil_page *p, const json_t *d)
{
	json_t *list = json_object_get(d, "evidence"), *file;
	size_t i;

	hil_html_raw(p, "<section>\n<h2>Evidence</h2>\n<p>All files are in "
			"SHA256SUMS too: <code>sha256sum -c SHA256SUMS</code>, "
			"or <code>hilrig qualify --verify</code> with this "
			"folder, which also computes the runs again.</p>\n"
			"<table class=\"files\"><tbody>\n");
	json_array_foreach(list, i, file)
	{
		hil_html_raw(p, "<tr><td><code>");
		text(p, hil_feed_string(file, "path"));
		hil_html_raw(p, "</code></td><td><code>");
		text(p, hil_feed_string(file, "sha256"));
		hil_html_raw(p, "</code></td></tr>\n");
	}
	hil_html_raw(p, "</tbody></table>\n</section>\n");
}

int hil_dossier_html(FILE *out, const json_t *dossier)
{
	struct hil_page p = { .out = out };

	hil_html_head(&p, "Qualification of ",
		      hil_feed_string(dossier, "title"), style);
	put_head(&p, dossier);
	put_deviations(&p, dossier);
	put_rows(&p, dossier);
	put_limits(&p, dossier);
	put_signatures(&p);
	hil_dossier_html_identity(&p, dossier);
	put_list(&p, dossier);
	hil_html_raw(&p, "<footer>hilrig " HIL_VERSION
			 ", schema " HIL_DOSSIER_SCHEMA "</footer>\n"
			 "</main>\n</body>\n</html>\n");
	return fflush(out) || ferror(out) ? -EIO : 0;
}
