/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers with the header lines that each must carry. */
#ifndef HIL_WEB_ANSWER_H
#define HIL_WEB_ANSWER_H

#include <jansson.h>
#include <stddef.h>

#include "daemon/base/attr.h"

struct MHD_Connection;
struct MHD_Response;

/**
 * hil_web_answer() - add the common header lines and queue; takes @response
 * @response: NULL counts as no memory
 *
 * Return: MHD_YES or MHD_NO as int.
 */
int hil_web_answer(struct MHD_Connection *c, unsigned int status,
		   struct MHD_Response *response);

/** hil_web_answer_text() - a heap text of a media type; takes @text */
int hil_web_answer_text(struct MHD_Connection *c, unsigned int status,
			const char *type, char *text);

/** hil_web_answer_json() - takes @json, NULL counts as no memory */
int hil_web_answer_json(struct MHD_Connection *c, unsigned int status,
			json_t *json);

/**
 * hil_web_answer_refusal() - why not, in words; the connection ends
 * @text: constant
 */
int hil_web_answer_refusal(struct MHD_Connection *c, unsigned int status,
			   const char *text);

#endif
