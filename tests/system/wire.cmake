# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_script_test(wire_input system/wire_input.sh TIMEOUT 120)
hil_add_script_test(wire_board system/wire_board.sh TIMEOUT 240 LABELS bench)
