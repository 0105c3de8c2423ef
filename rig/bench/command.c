/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands share: the two common options and the name. */
#include "rig/bench/command.h"

#include <errno.h>

#include "daemon/base/log.h"
#include "rig/bench/place.h"

static const struct hil_option table[] = {
	HIL_COMMAND_NAME_OPTION(struct hil_command_options, name),
	HIL_COMMAND_JSON_OPTION(struct hil_command_options, json),
	{ .name = NULL },
};

bool hil_command_name_ok(const char *name)
{
	if (hil_bench_name_valid(name))
		return true;
	hil_error("'%s' cannot be the name of a bench: 1 to %d letters, "
		  "digits, '-' or '_', not '-' first",
		  name, HIL_BENCH_NAME_MAX);
	return false;
}

int hil_command_parse(struct hil_command_options *o, int argc, char **argv,
		      const char *usage, int *operands, int *status)
{
	int first = argc, ret;

	*o = (struct hil_command_options){ .name = NULL };
	hil_options_init(table, o);
	ret = hil_options_args(table, o, argc, argv, usage, &first);
	*status = ret && ret != -ECANCELED ? 1 : 0;
	if (!ret && !operands && first < argc) {
		hil_error("'%s' is one word too many; -h shows what '%s' "
			  "takes",
			  argv[first], argv[0]);
		*status = 1;
	} else if (!ret && !hil_command_name_ok(o->name)) {
		*status = 1;
	}
	if (ret || *status) {
		hil_command_options_free(o);
		return 1;
	}
	if (operands)
		*operands = first;
	return 0;
}

void hil_command_options_free(struct hil_command_options *o)
{
	hil_options_free(table, o);
}
