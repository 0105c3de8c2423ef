# SPDX-License-Identifier: GPL-3.0-or-later
foreach(module beside crc32c histogram ini json_print log number option
	piped signals suggest time)
	hil_add_test(${module}
		SOURCES unit/test_${module}.c
		LINKS hil_base LABELS unit)
endforeach()
