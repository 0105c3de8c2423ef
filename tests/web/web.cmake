# SPDX-License-Identifier: GPL-3.0-or-later
# Only where the front end was built with its page.
if(TARGET hil_web AND HIL_UPLOT_DIR AND MICROHTTPD_FOUND)
	hil_add_test(web_bad_requests
		SOURCES web/test_bad_requests.c web/rig.c TIMEOUT 240
		LABELS system)
	add_dependencies(test_web_bad_requests hilrig-gui fake_writer)
	hil_add_test(web_bridge
		SOURCES web/test_bridge.c web/rig.c LINKS hil_shm TIMEOUT 240
		LABELS system)
	add_dependencies(test_web_bridge hilrig-gui fake_writer)
	hil_add_script_test(web_api web/api.sh LABELS system)
endif()
