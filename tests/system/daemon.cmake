# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_script_test(daemon_bad_input system/daemon_bad_input.sh LABELS system)
hil_add_script_test(board_coalescing system/board_coalescing.sh
	TIMEOUT 180 LABELS system bench)
hil_add_script_test(board_daemon system/board_daemon.sh
	TIMEOUT 180 LABELS system bench)
