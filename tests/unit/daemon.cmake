# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(daemon_ist SOURCES unit/test_daemon_ist.c LINKS hil_daemon)
target_link_options(test_daemon_ist PRIVATE
	LINKER:--wrap=ioctl,--wrap=read,--wrap=poll)
foreach(name doctor irq_path outbox rt sender sysfs tick)
	hil_add_test(daemon_${name}
		SOURCES unit/test_daemon_${name}.c LINKS hil_daemon)
endforeach()
hil_add_test(daemon_board_status SOURCES unit/test_daemon_board_status.c
	LINKS hil_daemon LABELS unit)
