/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a control socket answers to "status": any JSON, from anybody. */
#include <string.h>

#include "gui-bridge/view/source_private.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct hil_snapshot snapshot;
	json_t *answer = json_loadb((const char *)data, size, 0, NULL);

	hil_source_take_status(&snapshot, answer);
	if (snapshot.threads > HIL_SNAPSHOT_THREADS ||
	    snapshot.remotes > HIL_SNAPSHOT_REMOTE ||
	    memchr(snapshot.program, 0, sizeof(snapshot.program)) == NULL)
		abort();
	json_decref(answer);
	return 0;
}
