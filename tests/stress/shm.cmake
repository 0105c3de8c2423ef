# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(shm_kill SOURCES stress/shm_kill.c LINKS hil_shm LABELS stress
	TIMEOUT 240 ARGS --kills 10000)
