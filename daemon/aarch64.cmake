# SPDX-License-Identifier: GPL-3.0-or-later
#
# Toolchain file: arm64 programs for the board, static but for hilrig-gui-web.
# libgpiod, jansson and others come from HIL_SYSROOT
# (rig/bench/board/make-board.sh fills one), libc from Debian's cross compiler.
#
#   cmake -S . -B build/board/obj -DHIL_BOARD_ONLY=ON
#         -DCMAKE_TOOLCHAIN_FILE=daemon/aarch64.cmake
#         -DHIL_SYSROOT=build/board/sysroot

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)

# Each try_compile reads this file again and must see the same sysroot.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HIL_SYSROOT)
if(NOT HIL_SYSROOT)
	message(FATAL_ERROR "HIL_SYSROOT is not set: give the folder with the "
		"arm64 libgpiod and jansson, as rig/bench/board/make-board.sh "
		"makes it")
endif()
# A relative path means the source folder, wherever cmake was started.
get_filename_component(HIL_SYSROOT "${HIL_SYSROOT}" ABSOLUTE
	BASE_DIR "${CMAKE_CURRENT_LIST_DIR}/..")
if(NOT EXISTS "${HIL_SYSROOT}/usr/include/gpiod.h")
	message(FATAL_ERROR "no arm64 libgpiod in ${HIL_SYSROOT}: run "
		"rig/bench/board/make-board.sh")
endif()

set(CMAKE_FIND_ROOT_PATH "${HIL_SYSROOT}" /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${HIL_SYSROOT}")
set(ENV{PKG_CONFIG_LIBDIR}
	"${HIL_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig")

set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
