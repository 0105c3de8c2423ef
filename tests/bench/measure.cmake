# SPDX-License-Identifier: GPL-3.0-or-later
add_custom_target(run_bench_measure
	COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/bench/measure.sh ${CMAKE_BINARY_DIR}
	DEPENDS make_capture hilrig hilrig-capture
	USES_TERMINAL VERBATIM)
get_property(before GLOBAL PROPERTY HIL_BENCH_LAST)
if(before)
	add_dependencies(run_bench_measure ${before})
endif()
# nothing waits for this one: a ratio that it misses hides no other figure
add_dependencies(bench run_bench_measure)
