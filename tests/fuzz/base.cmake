# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_fuzz(ini SOURCES fuzz/fuzz_ini.c LINKS hil_base)
hil_add_fuzz(text SOURCES fuzz/fuzz_text.c LINKS hil_base)
hil_add_fuzz(option SOURCES fuzz/fuzz_option.c LINKS hil_base)
hil_add_fuzz(frame SOURCES fuzz/fuzz_frame.c LINKS hil_link)
