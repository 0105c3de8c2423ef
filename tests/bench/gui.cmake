# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_bench(view SOURCES bench/bench_view.c LINKS hil_view)
add_custom_target(run_bench_gui_term
	COMMAND ${CMAKE_COMMAND} -E env HIL_BUILD=${CMAKE_BINARY_DIR}
		${CMAKE_CURRENT_SOURCE_DIR}/bench/gui_term.sh
	DEPENDS hilrig-gui fake_writer run_bench_view
	USES_TERMINAL VERBATIM)
set_property(GLOBAL PROPERTY HIL_BENCH_LAST run_bench_gui_term)
add_dependencies(bench run_bench_gui_term)
