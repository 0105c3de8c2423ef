# SPDX-License-Identifier: GPL-3.0-or-later
# Real libusb and real drivers on an emulated bus.
pkg_check_modules(UMOCKDEV IMPORTED_TARGET umockdev-1.0)
if(NOT UMOCKDEV_FOUND)
	message(WARNING "no tests of USB instruments: libumockdev-dev is not "
		"installed")
	return()
endif()

add_library(hil_mock_usb STATIC usb/mock_usb.c usb/mock_urb.c usb/mock_tmc.c usb/mock_fx2.c
	unit/fake_generator.c unit/fake_siglent.c)
target_link_libraries(hil_mock_usb PRIVATE hil_flags
	PUBLIC PkgConfig::UMOCKDEV Threads::Threads m)

# the tables of unit/ on the other transport
foreach(table dialect guard)
	hil_add_test(${table}_usbtmc
		SOURCES unit/test_${table}.c usb/peer_usbtmc.c
		LINKS hil_instrument hil_mock_usb LABELS system)
	add_dependencies(test_${table}_usbtmc hilrig-guard)
endforeach()

hil_add_test(usbtmc SOURCES usb/usbtmc.c
	LINKS hil_instrument hil_mock_usb LABELS system)
add_dependencies(test_usbtmc hilrig-guard)

hil_add_test(fx2lafw
	SOURCES usb/fx2lafw.c system/collect_capture.c
	LINKS hil_capture hil_mock_usb LABELS system)
add_dependencies(test_fx2lafw hilrig-capture)

hil_add_bench(fx2lafw
	SOURCES bench/bench_fx2lafw.c system/collect_capture.c
	LINKS hil_capture hil_mock_usb NEEDS hilrig-capture)

hil_add_test(scan_usb SOURCES usb/scan.c LINKS hil_mock_usb hil_base
	LABELS system)
add_dependencies(test_scan_usb hilrig hilrigd)

hil_add_test(run_usb SOURCES usb/run.c
	LINKS hil_mock_usb hil_base PkgConfig::JANSSON LABELS system)
add_dependencies(test_run_usb hilrig hilrig-capture)
