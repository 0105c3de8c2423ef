# SPDX-License-Identifier: GPL-3.0-or-later
foreach(check format spdx headers includes rt length tree self)
	hil_add_script_test(check_${check} check/${check}.sh LABELS check)
endforeach()

# clang-tidy over everything takes minutes, so it is no test:
#   cmake --build build --target tidy
find_program(HIL_RUN_CLANG_TIDY NAMES run-clang-tidy run-clang-tidy-14)
if(HIL_RUN_CLANG_TIDY)
	add_custom_target(tidy
		COMMAND ${HIL_RUN_CLANG_TIDY} -quiet -p ${CMAKE_BINARY_DIR}
			-extra-arg=-Wno-unknown-warning-option
			"${CMAKE_SOURCE_DIR}/(daemon|rig|calibration|gui-bridge)/.*"
		WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
		COMMENT "clang-tidy over all sources" USES_TERMINAL VERBATIM)
endif()
