# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_fuzz(audio SOURCES fuzz/fuzz_audio.c LINKS hil_audio hil_instrument)
