# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(board_table SOURCES unit/test_board_table.c LINKS hil_wire)
hil_add_test(wire_judge SOURCES unit/test_wire_judge.c LINKS hil_wire)
hil_add_test(wire_config SOURCES unit/test_wire_config.c LINKS hil_wire)
