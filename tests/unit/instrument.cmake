# SPDX-License-Identifier: GPL-3.0-or-later
foreach(module scpi_tcp generator dialect guard)
	hil_add_test(${module}
		SOURCES unit/test_${module}.c unit/fake_scpi.c
			unit/fake_generator.c unit/fake_siglent.c
			unit/peer_tcp.c
		LINKS hil_instrument Threads::Threads m LABELS unit)
	add_dependencies(test_${module} hilrig-guard)
endforeach()
foreach(module scpi_reply usbtmc_choose usbtmc_frame)
	hil_add_test(${module} SOURCES unit/test_${module}.c
		LINKS hil_instrument LABELS unit)
endforeach()
