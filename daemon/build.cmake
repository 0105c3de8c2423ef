# SPDX-License-Identifier: GPL-3.0-or-later
# The flags and the few functions that every folder's CMakeLists.txt uses.

add_library(hil_flags INTERFACE)
target_include_directories(hil_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_definitions(hil_flags INTERFACE _GNU_SOURCE
	HIL_VERSION="${PROJECT_VERSION}")
target_compile_options(hil_flags INTERFACE
	-Wall -Wextra -Wpedantic -Wshadow -Wvla -Wconversion -Wsign-conversion
	-Wcast-qual -Wformat=2 -Wstrict-prototypes -Wmissing-prototypes
	-Wnull-dereference -Wdouble-promotion -Wundef -Wwrite-strings
	-fno-common -ffp-contract=off -fstack-protector-strong
	$<$<C_COMPILER_ID:GNU>:-Wlogical-op -Wduplicated-cond>)
if(HIL_SANITIZE)
	target_compile_options(hil_flags INTERFACE -fsanitize=${HIL_SANITIZE}
		-fno-sanitize-recover=all -fno-omit-frame-pointer)
	target_link_options(hil_flags INTERFACE -fsanitize=${HIL_SANITIZE})
else()
	target_compile_options(hil_flags INTERFACE
		$<$<CONFIG:Release>:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>)
endif()
if(DEFINED ENV{CI} OR HIL_WERROR)
	target_compile_options(hil_flags INTERFACE -Werror)
endif()
if(HIL_BOARD_ONLY)
	# A program with the property HIL_SHARED needs a library that Debian
	# has not for static programs.
	target_link_options(hil_flags INTERFACE
		$<$<NOT:$<BOOL:$<TARGET_PROPERTY:HIL_SHARED>>>:-static>)
	set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
else()
	target_link_options(hil_flags INTERFACE -Wl,-z,relro,-z,now)
endif()

# hil_add_folder(DIR): a folder whose CMakeLists.txt exists and is not skipped.
function(hil_add_folder dir)
	if(NOT dir IN_LIST HIL_SKIP AND
	   EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${dir}/CMakeLists.txt)
		add_subdirectory(${dir})
	endif()
endfunction()

# hil_library(NAME SOURCES … LINKS …): one static library a subfolder.
# What it links is what its sources may include; there is no other way up.
function(hil_library name)
	cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
	add_library(${name} STATIC ${arg_SOURCES})
	target_link_libraries(${name} PUBLIC hil_flags ${arg_LINKS})
endfunction()

# hil_program(NAME SOURCES … LINKS …): a program that lands in build/.
function(hil_program name)
	cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
	add_executable(${name} ${arg_SOURCES})
	target_link_libraries(${name} PRIVATE hil_flags ${arg_LINKS})
	set_target_properties(${name} PROPERTIES
		RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
endfunction()

# hil_manual(FILE.SECTION.scd …): manual pages, in build/man/ where scdoc is
# installed. Nothing needs them.
find_program(HIL_SCDOC scdoc)
function(hil_manual)
	if(NOT HIL_SCDOC OR HIL_BOARD_ONLY)
		return()
	endif()
	foreach(source ${ARGN})
		cmake_path(GET source STEM LAST_ONLY page)
		set(in ${CMAKE_CURRENT_SOURCE_DIR}/${source})
		set(out ${CMAKE_BINARY_DIR}/man/${page})
		add_custom_command(OUTPUT ${out}
			COMMAND ${CMAKE_COMMAND} -E make_directory
				${CMAKE_BINARY_DIR}/man
			COMMAND sh -c "'${HIL_SCDOC}' < '${in}' > '${out}'"
			DEPENDS ${in} VERBATIM)
		add_custom_target(man_${page} ALL DEPENDS ${out})
	endforeach()
endfunction()
