# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(compare_truth
	SOURCES unit/test_compare_truth.c unit/compare_arms.c
	LINKS hil_calibration m)
hil_add_test(compare SOURCES unit/test_compare.c LINKS hil_calibration m)
hil_add_test(compare_events
	SOURCES unit/test_compare_events.c unit/compare_arms.c
	LINKS hil_calibration m)
hil_add_test(compare_variant
	SOURCES unit/test_compare_variant.c LINKS hil_compare)
hil_add_test(compare_front SOURCES unit/test_compare_front.c LINKS hil_compare)
hil_add_test(compare_session
	SOURCES unit/test_compare_session.c unit/compare_sample.c
		unit/compare_arms.c
	LINKS hil_compare)
hil_add_test(compare_report
	SOURCES unit/test_compare_report.c unit/compare_sample.c unit/markup.c
	LINKS hil_compare)
hil_add_test(compare_figure
	SOURCES unit/test_compare_figure.c unit/markup.c LINKS hil_figure)
hil_add_test(compare_gc_log
	SOURCES unit/test_compare_gc_log.c LINKS hil_compare)
hil_add_test(compare_marks
	SOURCES unit/test_compare_marks.c unit/compare_sample.c
	LINKS hil_compare)
