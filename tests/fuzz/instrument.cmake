# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_fuzz(scpi SOURCES fuzz/fuzz_scpi.c LINKS hil_instrument)
hil_add_fuzz(usbtmc SOURCES fuzz/fuzz_usbtmc.c LINKS hil_instrument)
