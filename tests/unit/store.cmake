# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(store
	SOURCES unit/test_store.c unit/memory_disk.c LINKS hil_store)
hil_add_test(run_store SOURCES unit/test_run_store.c LINKS hil_store)
