# SPDX-License-Identifier: GPL-3.0-or-later
include_guard()

option(HIL_FUZZ "also build the libFuzzer programs (clang only)" OFF)
if(HIL_FUZZ AND NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
	message(FATAL_ERROR "HIL_FUZZ needs clang: configure a new folder with "
		"-DCMAKE_C_COMPILER=clang -DHIL_FUZZ=ON "
		"-DHIL_SANITIZE=address,undefined")
endif()

if(HIL_FUZZ)
	# the libraries under test must report their branches as well
	target_compile_options(hil_flags INTERFACE -fsanitize=fuzzer-no-link)
	target_link_options(hil_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# hil_add_fuzz(NAME SOURCES … LINKS …): a parser of outside bytes. SOURCES
# define LLVMFuzzerTestOneInput() (tests/fuzz/fuzz.h). The corpus in
# tests/fuzz/corpus/NAME/ is replayed as the test fuzz_NAME, with every input
# also cut short and with bits flipped; with HIL_FUZZ the program
# tests/search_NAME searches for new inputs:
#
#   build/tests/search_ini -max_total_time=60 tests/fuzz/corpus/ini
function(hil_add_fuzz name)
	cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
	set(corpus ${CMAKE_SOURCE_DIR}/tests/fuzz/corpus/${name})
	add_executable(fuzz_${name} ${arg_SOURCES}
		${CMAKE_SOURCE_DIR}/tests/fuzz/replay.c
		${CMAKE_SOURCE_DIR}/tests/fuzz/quiet.c)
	target_link_libraries(fuzz_${name} PRIVATE hil_flags ${arg_LINKS}
		hil_base)
	set_target_properties(fuzz_${name} PROPERTIES
		RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
	add_test(NAME fuzz_${name} COMMAND fuzz_${name} ${corpus})
	hil_test_properties(fuzz_${name} 120 fuzz)
	if(HIL_FUZZ)
		add_executable(search_${name} ${arg_SOURCES}
			${CMAKE_SOURCE_DIR}/tests/fuzz/quiet.c)
		target_link_libraries(search_${name} PRIVATE hil_flags
			${arg_LINKS} hil_base -fsanitize=fuzzer)
		set_target_properties(search_${name} PROPERTIES
			RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
	endif()
endfunction()
