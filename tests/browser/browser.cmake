# SPDX-License-Identifier: GPL-3.0-or-later
# Screenshots of each state are kept in build/browser/.
if(TARGET hil_web AND HIL_UPLOT_DIR AND MICROHTTPD_FOUND)
	foreach(name page same token report night)
		hil_add_script_test(browser_${name} browser/run.sh
			ARGS test_${name}.mjs TIMEOUT 300 LABELS browser)
	endforeach()
endif()
