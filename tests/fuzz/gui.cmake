# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_fuzz(view SOURCES fuzz/fuzz_view.c LINKS hil_view)
hil_add_fuzz(gui_status SOURCES fuzz/fuzz_gui_status.c LINKS hil_view)
