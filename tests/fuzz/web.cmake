# SPDX-License-Identifier: GPL-3.0-or-later
if(TARGET hil_web AND HIL_UPLOT_DIR AND MICROHTTPD_FOUND)
	hil_add_fuzz(http SOURCES fuzz/fuzz_http.c LINKS hil_web)
endif()
