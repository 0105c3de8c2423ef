/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a dossier and their SHA-256, in sha256sum's own format, so that
 * anybody can verify them without hilrig. */
#ifndef HIL_QUALIFY_EVIDENCE_H
#define HIL_QUALIFY_EVIDENCE_H

#include <jansson.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_SHA256_TEXT 65
#define HIL_SUMS_NAME   "SHA256SUMS"

/**
 * hil_sha256_file() - of a regular file
 * @hex: result, 64 digits
 * @bytes: result, its size; may be NULL
 *
 * Context: any but RT. Return: 0; -EINVAL no regular file; -errno.
 */
int hil_sha256_file(const char *path, char hex[HIL_SHA256_TEXT],
		    uint64_t *bytes) HIL_MUST_CHECK;

/**
 * hil_evidence_list() - all files below a folder
 * @folder: of the dossier; slashes behind it do no harm
 * @list: result, new reference: [{path, bytes, sha256}], by path;
 *	SHA256SUMS itself is left out
 *
 * Context: any but RT.
 * Return: 0; -EINVAL something is neither a file nor a folder, or its name no
 * UTF-8, which was said; -errno.
 */
int hil_evidence_list(const char *folder, json_t **list) HIL_MUST_CHECK;

/**
 * hil_evidence_write() - SHA256SUMS of all files of a dossier
 * @seal: result, the SHA-256 of SHA256SUMS
 *
 * Return: 0; -errno.
 */
int hil_evidence_write(const char *folder,
		       char seal[HIL_SHA256_TEXT]) HIL_MUST_CHECK;

/**
 * hil_evidence_verify() - compare the files with SHA256SUMS
 * @list: result, new reference: as hil_evidence_list() has it
 * @changed: result, new reference: [{path, what}] of each difference
 * @files: result, how many files SHA256SUMS names
 *
 * The file may be anybody's: a name that leaves the folder is an error.
 * Return: 0, also with differences; -EBADMSG it is no SHA256SUMS; -errno.
 */
int hil_evidence_verify(const char *folder, json_t **list, json_t **changed,
			size_t *files) HIL_MUST_CHECK;

#endif
