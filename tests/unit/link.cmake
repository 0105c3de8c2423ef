# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(frame SOURCES unit/test_frame.c LINKS hil_link LABELS unit)
