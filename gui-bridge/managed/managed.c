/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The front end "managed": the figure of term, formatted and plotted by a
 * garbage-collected, JIT-compiled runtime that reads our memory through its
 * foreign function interface. The pictures are drawn by the sources in lua/.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "gui-bridge/managed/calls.h"
#include "gui-bridge/managed/host.h"

extern const struct hil_front_end hil_managed;

static int run_in(struct hil_front *f, struct hil_managed_host *host)
{
	struct hil_managed_terminal terminal;
	struct hil_managed_calls calls;
	json_error_t error;
	const char *no_colour = getenv("NO_COLOR");
	char *text = NULL;
	int ret = hil_managed_terminal_open(&terminal, f->options->pty);

	if (ret)
		return ret;
	calls = hil_managed_calls(f, &terminal, &host->memory);
	ret = hil_managed_host_run(host, "main", &calls,
				   !no_colour || !*no_colour, &text);
	hil_managed_terminal_close(&terminal);
	if (!ret)
		f->runtime = text ? json_loads(text, 0, &error) : NULL;
	if (!ret && !f->runtime) {
		hil_error("cannot tell what the runtime counted: %s",
			  text ? error.text : "no memory");
		ret = -EIO;
	}
	free(text);
	return ret;
}

static int run(struct hil_front *f)
{
	struct hil_managed_host host;
	int ret = hil_managed_host_open(&host);

	if (!ret)
		ret = run_in(f, &host);
	else if (ret == -ENOMEM)
		hil_error("cannot start LuaJIT: no memory");
	hil_managed_host_close(&host);
	return ret;
}

const struct hil_front_end hil_managed = {
	"managed", "as term, drawn by a garbage-collected runtime", run
};
