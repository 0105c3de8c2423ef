# SPDX-License-Identifier: GPL-3.0-or-later
find_path(VALGRIND_INCLUDE_DIR valgrind/callgrind.h)
if(VALGRIND_INCLUDE_DIR)
	hil_program(bench_ist_instructions
		SOURCES bench/bench_ist_instructions.c LINKS hil_daemon)
	set_target_properties(bench_ist_instructions PROPERTIES
		EXCLUDE_FROM_ALL ON
		RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
	target_link_options(bench_ist_instructions PRIVATE
		LINKER:--wrap=ioctl,--wrap=read)
	add_custom_target(run_bench_ist
		COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/bench/ist.sh
			${CMAKE_BINARY_DIR}
		DEPENDS bench_ist_instructions
		USES_TERMINAL VERBATIM)
	get_property(before GLOBAL PROPERTY HIL_BENCH_LAST)
	if(before)
		add_dependencies(run_bench_ist ${before})
	endif()
	set_property(GLOBAL PROPERTY HIL_BENCH_LAST run_bench_ist)
	add_dependencies(bench run_bench_ist)
endif()

add_custom_target(run_bench_board_loop
	COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/bench/board_loop.sh
		${CMAKE_BINARY_DIR}
	DEPENDS hilrig-bench
	USES_TERMINAL VERBATIM)
get_property(before GLOBAL PROPERTY HIL_BENCH_LAST)
if(before)
	add_dependencies(run_bench_board_loop ${before})
endif()
set_property(GLOBAL PROPERTY HIL_BENCH_LAST run_bench_board_loop)
add_dependencies(bench run_bench_board_loop)
