# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_fuzz(wire SOURCES fuzz/fuzz_wire.c LINKS hil_wire)
hil_add_fuzz(wire_edit SOURCES fuzz/fuzz_wire_edit.c LINKS hil_wire)
