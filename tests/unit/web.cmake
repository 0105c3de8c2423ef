# SPDX-License-Identifier: GPL-3.0-or-later
# Only where the front end was built with its page.
if(TARGET hil_web AND HIL_UPLOT_DIR AND MICROHTTPD_FOUND)
	foreach(module gate listen report rule)
		hil_add_test(web_${module} SOURCES unit/test_web_${module}.c
			LINKS hil_web LABELS unit)
	endforeach()
endif()
