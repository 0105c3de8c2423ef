/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text, the same in every front end. */
#include <inttypes.h>
#include <stdio.h>

#include "daemon/base/time.h"
#include "gui-bridge/view/view.h"

char *hil_view_text_ns(double ns, char *text, size_t size)
{
	snprintf(text, size, "%.3f", ns / 1000.0);
	return text;
}

char *hil_view_text_age(int64_t ns, char *text, size_t size)
{
	if (ns < 0)
		snprintf(text, size, "never");
	else if (ns < 10 * HIL_NS_PER_S)
		snprintf(text, size, "%" PRId64 " ms",
			 (int64_t)(ns / HIL_NS_PER_MS));
	else if (ns < 120 * HIL_NS_PER_S)
		snprintf(text, size, "%" PRId64 " s",
			 (int64_t)(ns / HIL_NS_PER_S));
	else
		snprintf(text, size, "%" PRId64 " min",
			 (int64_t)(ns / (60 * HIL_NS_PER_S)));
	return text;
}

char *hil_view_text_counter(const struct hil_view_counter *c, char *text,
			    size_t size)
{
	if (c->known)
		snprintf(text, size, "%" PRId64, c->value);
	else
		snprintf(text, size, "unknown");
	return text;
}
