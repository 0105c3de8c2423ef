# SPDX-License-Identifier: GPL-3.0-or-later
# `cmake --build build --target bench` measures speed and prints the figures.
# It is no part of ctest: what it says depends on the machine and its load.
add_custom_target(bench)

# hil_add_bench(NAME SOURCES … LINKS … [ARGS …] [NEEDS TARGET …]): a program
# that the target bench builds and runs, after the programs it needs. It
# fails, and with it the target, when a ratio that it promises is not met.
# One at a time: each waits for the one that was added before it.
function(hil_add_bench name)
	cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS;ARGS;NEEDS")
	add_executable(bench_${name} EXCLUDE_FROM_ALL ${arg_SOURCES})
	target_link_libraries(bench_${name} PRIVATE hil_flags ${arg_LINKS})
	set_target_properties(bench_${name} PROPERTIES
		RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
	add_custom_target(run_bench_${name}
		COMMAND bench_${name} ${arg_ARGS}
		DEPENDS ${arg_NEEDS}
		USES_TERMINAL VERBATIM)
	get_property(before GLOBAL PROPERTY HIL_BENCH_LAST)
	if(before)
		add_dependencies(run_bench_${name} ${before})
	endif()
	set_property(GLOBAL PROPERTY HIL_BENCH_LAST run_bench_${name})
	add_dependencies(bench run_bench_${name})
endfunction()
