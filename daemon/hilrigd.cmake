# SPDX-License-Identifier: GPL-3.0-or-later
#
# hilrigd. Everything but main() is a library, so that unit tests reach it. The
# real-time code is in files of its own: rt-objects.txt lists them,
# rt-symbols.txt what they may call.
hil_library(hil_daemon
	SOURCES
		board_status.c
		doctor.c
		doctor_cpu.c
		doctor_interrupts.c
		doctor_kernel.c
		doctor_rights.c
		facts.c
		facts_clock.c
		facts_print.c
		facts_tick.c
		housekeeping.c
		irq_path.c
		irq_raise.c
		ist.c
		lines.c
		lines_find.c
		live.c
		notify.c
		options.c
		outbox.c
		readback.c
		rt_prepare.c
		rt_thread.c
		scan.c
		sender.c
		session.c
		session_arm.c
		settings.c
		sysfs.c
		totals.c
	LINKS hil_shm hil_link hil_base PkgConfig::GPIOD Threads::Threads)
set_source_files_properties(ist.c PROPERTIES
	COMPILE_OPTIONS -Wstack-usage=8192)

hil_program(hilrigd SOURCES main.c LINKS hil_daemon)
hil_manual(hilrigd.8.scd)
