/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about millions of wrong inputs say nothing to anybody. */
#include "daemon/base/log.h"
#include "tests/fuzz/fuzz.h"

static void ignore(void *context, enum hil_log_level level, const char *text)
{
	(void)context;
	(void)level;
	(void)text;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	hil_log_to(ignore, NULL);
	return 0;
}
