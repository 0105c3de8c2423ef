/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON on standard output, or a message why not. */
#ifndef HIL_BASE_JSON_PRINT_H
#define HIL_BASE_JSON_PRINT_H

#include <jansson.h>

#include "daemon/base/attr.h"

/**
 * hil_json_print() - one value and a newline on standard output, at once
 * @json: consumed; NULL is "no memory"
 * @flags: of jansson: JSON_COMPACT, JSON_INDENT(2)
 *
 * Context: any but RT.
 * Return: 0; -ENOMEM; -EIO; the message is printed.
 */
int hil_json_print(json_t *json, size_t flags) HIL_MUST_CHECK;

#endif
