# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the commit of SOURCE into OUT as a C string, when it has changed. A
# tree without git, as a release is, has none.
set(text "")
find_program(GIT git)
if(GIT)
	execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --dirty
			--abbrev=40 --match=none
		OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE
		ERROR_QUIET)
endif()
if(NOT text MATCHES "^[0-9a-f]+(-dirty)?$")
	set(text "unknown")
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "\"${text}\"\n" @ONLY)
