# SPDX-License-Identifier: GPL-3.0-or-later
if(TARGET hil_web AND HIL_UPLOT_DIR AND MICROHTTPD_FOUND)
	hil_add_bench(web_streams
		SOURCES bench/bench_web_streams.c web/rig.c
		LINKS hil_base PkgConfig::CMOCKA NEEDS hilrig-gui fake_writer)
	add_custom_target(run_bench_web_page
		COMMAND ${CMAKE_COMMAND} -E env HIL_BUILD=${CMAKE_BINARY_DIR}
			HIL_SOURCE=${CMAKE_SOURCE_DIR}
			${CMAKE_CURRENT_SOURCE_DIR}/browser/run.sh
			bench_page.mjs
		DEPENDS hilrig-gui fake_writer run_bench_web_streams
		USES_TERMINAL VERBATIM)
	set_property(GLOBAL PROPERTY HIL_BENCH_LAST run_bench_web_page)
	add_dependencies(bench run_bench_web_page)
endif()
