/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The head of every page: it needs nothing but itself, and its policy forbids
 * browsers to load anything. */
#include "rig/report/html_page.h"

void hil_html_head(struct hil_page *p, const char *kind, const char *title,
		   const char *style)
{
	hil_html_raw(p, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
			"<meta charset=\"utf-8\">\n"
			"<meta http-equiv=\"Content-Security-Policy\" "
			"content=\"default-src 'none'; style-src "
			"'unsafe-inline'\">\n"
			"<meta name=\"viewport\" content=\"width=device-width, "
			"initial-scale=1\">\n<meta name=\"generator\" "
			"content=\"hilrig " HIL_VERSION "\">\n<title>");
	hil_html_raw(p, kind);
	hil_html_text(p, title);
	hil_html_raw(p, "</title>\n<style>\n");
	for (const char *const *rule = hil_html_style; *rule; rule++)
		hil_html_raw(p, *rule);
	hil_html_raw(p, style);
	hil_html_raw(p, "</style>\n</head>\n<body>\n<main>\n");
}
