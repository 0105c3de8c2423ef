# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(clock_knots SOURCES unit/test_clock_knots.c
	LINKS hil_calibration m)
hil_add_test(heartbeat SOURCES unit/test_heartbeat.c LINKS hil_calibration m)
hil_add_test(report_clock SOURCES unit/test_report_clock.c
	unit/sample_clock.c unit/sample_result.c LINKS hil_report)
