# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_fuzz(shm SOURCES fuzz/fuzz_shm.c LINKS hil_shm)
hil_add_fuzz(control SOURCES fuzz/fuzz_control.c LINKS hil_shm)
