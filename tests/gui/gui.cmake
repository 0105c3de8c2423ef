# SPDX-License-Identifier: GPL-3.0-or-later
add_executable(fake_writer gui/fake_writer.c)
target_link_libraries(fake_writer PRIVATE hil_flags hil_shm)
set_target_properties(fake_writer PROPERTIES
	RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
