/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page's accounts: each identity with both sides and its balance. */
#include <inttypes.h>

#include "rig/report/html_page.h"

/* A term of a sum; not @known is a question mark, not a nought. */
static void term(struct hil_page *p, const char *sign, uint64_t count,
		 bool known, const char *name)
{
	fprintf(p->out, "<span>%s <b>", sign);
	if (known)
		hil_html_count(p, count);
	else
		hil_html_raw(p, "?");
	fprintf(p->out, "</b> %s</span>\n", name);
}

static void account_open(struct hil_page *p, const char *name, uint64_t count)
{
	hil_html_raw(p, "<div class=\"account\"><span class=\"sum\"><b>");
	hil_html_count(p, count);
	fprintf(p->out, "</b> %s</span>\n<span class=\"terms\">", name);
}

static void account_close(struct hil_page *p, bool known, int64_t imbalance)
{
	hil_html_raw(p, "</span>\n");
	if (!known)
		hil_html_raw(p, "<span class=\"state soft\">cannot be "
				"checked</span></div>\n");
	else if (!imbalance)
		hil_html_raw(p, "<span class=\"state ok\">balances</span>"
				"</div>\n");
	else
		fprintf(p->out,
			"<span class=\"state no\">off by %+" PRId64
			"</span></div>\n",
			imbalance);
}

static void board_account(struct hil_page *p, const struct hil_accounts *a)
{
	account_open(p, "edges seen", a->stimulus.edges);
	if (a->board.known) {
		term(p, "=", a->board.events, true, "events");
		term(p, "+", a->board.fifo_drops, true, "FIFO drops");
		term(p, "+", a->board.coalesced, a->board.coalesced_known,
		     "coalesced");
		term(p, "+", a->board.never_interrupt, true,
		     "never an interrupt");
		term(p, "\u2212", a->board.spurious, true, "spurious");
	} else {
		hil_html_raw(p, "<span class=\"soft\">no board took part"
				"</span>");
	}
	account_close(p, a->board.known && a->board.coalesced_known,
		      a->board_imbalance);
}

static void probe_account(struct hil_page *p, const struct hil_accounts *a)
{
	account_open(p, "probe edges", a->probe.edges);
	if (a->probe.commands_known) {
		term(p, "=", a->probe.commands, true, "commands");
		term(p, "\u00d7", a->probe.edges_per_command, true,
		     "edges each");
		term(p, "\u2212", a->probe.missing, true, "missing");
		term(p, "+", a->probe.extra, true, "extra");
	} else {
		term(p, "", a->probe.extra, true, "extra");
		hil_html_raw(p, "<span class=\"soft\">nobody counted commands"
				"</span>");
	}
	account_close(p, a->probe.commands_known, a->probe_imbalance);
	if (a->probe.commands_known && !a->parity_ok)
		hil_html_raw(p, "<p class=\"no\">The parity of the probe pin, "
				"the second route, does not agree.</p>\n");
}

void hil_html_accounts(struct hil_page *p, const struct hil_line_result *l)
{
	const struct hil_accounts *a = &l->accounts;

	hil_html_raw(p, "<h2>Accounts</h2>\n<p class=\"soft small\">Each term "
			"is counted by its own route; then the sides are "
			"compared.</p>\n");
	account_open(p, "edges seen", a->stimulus.edges);
	term(p, "=", a->stimulus.matched, true, "matched");
	term(p, "+", a->stimulus.ambiguous, true, "ambiguous");
	term(p, "+", a->stimulus.missed, true, "missed");
	term(p, "+", a->stimulus.in_gap, true, "in a gap");
	account_close(p, true, a->pairing_imbalance);
	board_account(p, a);
	probe_account(p, a);
}
