/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which source and which build this program is. */
#ifndef HIL_QUALIFY_COMMIT_H
#define HIL_QUALIFY_COMMIT_H

#define HIL_BUILD_ID 72

/* The commit, "-dirty" when the tree had changes; "unknown" without git. */
extern const char hil_commit[];

/**
 * hil_build_id() - the linker's build id of this program, hexadecimal
 *
 * Context: any but RT. Return: @text, "unknown" when it has none.
 */
const char *hil_build_id(char text[HIL_BUILD_ID]);

#endif
