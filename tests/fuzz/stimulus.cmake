# SPDX-License-Identifier: GPL-3.0-or-later
include(${CMAKE_SOURCE_DIR}/tests/fuzz/fuzz.cmake)
hil_add_fuzz(pattern SOURCES fuzz/fuzz_pattern.c LINKS hil_stimulus)
hil_add_fuzz(source_scpi SOURCES fuzz/fuzz_source_scpi.c LINKS hil_source)
