/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dossier's folder: under another name while it is written, renamed when
 * its files and their hashes are whole. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rig/calibrate/record.h"
#include "rig/qualify/copy.h"
#include "rig/qualify/dossier.h"
#include "rig/qualify/evidence.h"
#include "rig/report/report.h"
#include "rig/store/disk.h"

/* Config and calibration as they were: evidence of what was qualified. */
static int keep_inputs(struct hil_qualify *q)
{
	char *record = hil_calibration_path(q->config);
	char *to = hil_qualify_path(q, "rig", ".conf");
	char *to_record = hil_qualify_path(q, "calibration", ".json");
	int ret = record && to && to_record ? hil_copy_file(q->config, to, -1)
					    : -ENOMEM;

	if (!ret && !access(record, F_OK))
		ret = hil_copy_file(record, to_record, -1);
	free(record);
	free(to);
	free(to_record);
	return ret;
}

int hil_dossier_begin(struct hil_qualify *q, const char *output)
{
	char *name = NULL, *part;
	int ret = 0;

	if (!access(output, F_OK))
		return -EEXIST;
	if (asprintf(&name, "%s.partial-%d", output, (int)getpid()) < 0)
		return -ENOMEM;
	if (mkdir(name, 0755))
		ret = -errno;
	if (!ret && !(q->folder = realpath(name, NULL)))
		ret = -errno;
	free(name);
	for (int i = 0; i < 2 && !ret; i++) {
		part = hil_qualify_path(q, i ? "runs" : "", "");
		ret = !part ? -ENOMEM : mkdir(part, 0755) ? -errno : 0;
		free(part);
	}
	return ret ? ret : keep_inputs(q);
}

static int write_form(struct hil_qualify *q, const char *name,
		      const json_t *dossier, bool html)
{
	char *path = NULL;
	FILE *out = NULL;
	int ret = 0;

	if (asprintf(&path, "%s/%s", q->folder, name) < 0)
		return -ENOMEM;
	out = fopen(path, "wxe");
	if (!out)
		ret = -errno;
	else if (html)
		ret = hil_dossier_html(out, dossier);
	else if (json_dumpf(dossier, out, HIL_REPORT_JSON_FLAGS) ||
		 fputc('\n', out) == EOF)
		ret = -EIO;
	if (out && !ret && (fflush(out) || fsync(fileno(out))))
		ret = -errno;
	if (out && fclose(out) && !ret)
		ret = -errno;
	free(path);
	return ret;
}

/* Files, hashes, and the name under which it may be found. */
int hil_dossier_finish(struct hil_qualify *q, const char *output,
		       json_t *dossier)
{
	char seal[HIL_SHA256_TEXT], *path;
	json_t *evidence = NULL;
	int ret = dossier ? hil_evidence_list(q->folder, &evidence) : -ENOMEM;

	if (!ret && json_object_set_new(dossier, "evidence", evidence))
		ret = -ENOMEM;
	if (!ret)
		ret = write_form(q, "dossier.json", dossier, false);
	if (!ret)
		ret = write_form(q, "dossier.html", dossier, true);
	if (!ret)
		ret = hil_evidence_write(q->folder, seal);
	if (!ret)
		ret = hil_disk_real.sync_folder(NULL, q->folder);
	if (!ret &&
	    renameat2(AT_FDCWD, q->folder, AT_FDCWD, output, RENAME_NOREPLACE))
		ret = -errno;
	if (ret)
		return ret;
	path = realpath(output, NULL);
	json_object_set_new(dossier, "folder",
			    json_string(path ? path : output));
	json_object_set_new(dossier, "seal", json_string(seal));
	free(path);
	return 0;
}
