# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_fuzz(segment SOURCES fuzz/fuzz_segment.c LINKS hil_store)
