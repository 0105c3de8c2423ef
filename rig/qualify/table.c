/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a qualification, in the words of those who sign it. */
#include <stddef.h>

#include "rig/qualify/requirement.h"

const struct hil_requirement_part hil_requirement_parts[] = {
	{ "Installation", hil_requirements_installation },
	{ "Operation", hil_requirements_operation },
	{ "Performance", hil_requirements_performance },
	{ NULL, NULL },
};
