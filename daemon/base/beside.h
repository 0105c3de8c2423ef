/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where our other programs are: beside this one, else in PATH. */
#ifndef HIL_BASE_BESIDE_H
#define HIL_BASE_BESIDE_H

/**
 * hil_beside() - path of a program of ours
 * @name: "hilrigd"; a name with '/' is taken as it is
 *
 * Context: any but RT.
 * Return: heap text: the path beside the running program, or one folder above
 * it, where such a program is and may be executed, else @name for a search in
 * PATH; NULL without memory.
 */
char *hil_beside(const char *name);

#endif
