# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_fuzz(front SOURCES fuzz/fuzz_front.c LINKS hil_compare)
hil_add_fuzz(marks SOURCES fuzz/fuzz_marks.c LINKS hil_compare)
