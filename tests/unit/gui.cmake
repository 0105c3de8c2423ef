# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(view_history SOURCES unit/test_view_history.c LINKS hil_view
	LABELS unit)
hil_add_test(view SOURCES unit/test_view.c unit/shm_fixture.c LINKS hil_view
	LABELS unit)
hil_add_test(view_source SOURCES unit/test_view_source.c unit/shm_fixture.c
	LINKS hil_view LABELS unit)
hil_add_test(view_thread SOURCES unit/test_view_thread.c LINKS hil_view
	LABELS unit)
hil_add_test(front_refresh SOURCES unit/test_front_refresh.c LINKS hil_front
	LABELS unit)
hil_add_test(front SOURCES unit/test_front.c LINKS hil_front LABELS unit)
hil_add_test(collect SOURCES unit/test_collect.c LINKS hil_run)
hil_add_test(draft SOURCES unit/test_draft.c LINKS hil_base LABELS unit)
hil_add_test(run_limit SOURCES unit/test_run_limit.c LINKS hil_run)
hil_add_test(run_mirror SOURCES unit/test_run_mirror.c LINKS hil_run hil_view
	LABELS unit)
