# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(report
	SOURCES unit/test_report.c unit/sample_clock.c unit/sample_result.c LINKS hil_report)
hil_add_test(report_bars SOURCES unit/test_report_bars.c LINKS hil_report)
hil_add_test(report_html
	SOURCES unit/test_report_html.c unit/sample_clock.c unit/sample_result.c unit/markup.c
	LINKS hil_report)

# Prints reports of made-up runs, to look at them.
add_executable(report_demo unit/report_demo.c unit/sample_clock.c unit/sample_result.c)
target_link_libraries(report_demo PRIVATE hil_flags hil_report
	PkgConfig::CMOCKA)
set_target_properties(report_demo PROPERTIES
	RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
