# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_script_test(setup system/setup.sh LABELS system)
hil_add_script_test(board system/board.sh LABELS system board)
hil_add_script_test(shellcheck check/shellcheck.sh LABELS check)
