/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The gate that every request passes before anything is done for it: a pure
 * decision on what its header says.
 */
#ifndef HIL_WEB_GATE_H
#define HIL_WEB_GATE_H

#include <stdbool.h>
#include <stddef.h>

#include "gui-bridge/web/rule.h"

#define HIL_WEB_HEADER_MAX 8192u
#define HIL_WEB_BODY_MAX   65536u

enum hil_web_method {
	HIL_WEB_GET = 1 << 0, /* and HEAD */
	HIL_WEB_POST = 1 << 1
};

/* What a path allows. */
struct hil_web_demand {
	unsigned int methods; /* enum hil_web_method, or-ed */
	bool secret;          /* tells or changes something: token */
	bool own_page;        /* exact Origin, whatever the method */
	bool json;            /* a POST carries application/json */
};

/* What a header says. Texts live as long as the request; NULL: not there. */
struct hil_web_head {
	const char *version, *method;
	const char *host, *origin, *authorization, *length, *type, *expect;
	const char *transfer, *site; /* Transfer-Encoding, Sec-Fetch-Site */
	bool repeated;               /* one of these came twice */
	bool upgrade;
	size_t bytes; /* of all names and values */
};

/* Why a request is refused. */
struct hil_web_refusal {
	unsigned int status; /* of HTTP; 0: it is not refused */
	const char *text;    /* what to do about it; constant */
};

/**
 * hil_web_head_add() - take note of one header line
 * @name, @value: as received; value NULL counts as empty
 */
void hil_web_head_add(struct hil_web_head *head, const char *name,
		      const char *value);

/**
 * hil_web_gate() - may it pass?
 * @demand: of its path, NULL: there is no such path
 *
 * The order matters: who is not our own page learns nothing about paths.
 */
struct hil_web_refusal hil_web_gate(const struct hil_web_rules *rules,
				    const struct hil_web_head *head,
				    const struct hil_web_demand *demand);

#endif
