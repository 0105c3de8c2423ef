# SPDX-License-Identifier: GPL-3.0-or-later
foreach(module layout ring window event_ring live_histogram status writer
	reader seals hostile socket)
	hil_add_test(shm_${module}
		SOURCES unit/test_shm_${module}.c unit/shm_fixture.c
		LINKS hil_shm LABELS unit)
endforeach()
