# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_script_test(board_facts system/board_facts.sh)
hil_add_script_test(rate system/rate.sh)
