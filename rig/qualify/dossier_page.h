/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parts of the dossier's page.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_QUALIFY_DOSSIER_PAGE_H
#define HIL_QUALIFY_DOSSIER_PAGE_H

#include <jansson.h>

#include "rig/report/html_page.h"

/** hil_dossier_html_identity() - what was qualified, with its files */
void hil_dossier_html_identity(struct hil_page *p, const json_t *dossier);

#endif
