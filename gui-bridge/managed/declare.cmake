# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -D OUT=FILE.lua -D CC=COMPILER -D "INCLUDES=A;B" -D HEADER=FILE.h
# -P declare.cmake: writes the structs that Lua reads in place, as the compiler
# sees them, as a Lua source that returns their declarations as a text.
foreach(folder ${INCLUDES})
	list(APPEND flags -I${folder})
endforeach()
execute_process(COMMAND ${CC} -E -P -std=gnu17 -D_GNU_SOURCE ${flags} ${HEADER}
	OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)

# In CMake a semicolon ends an element of a list.
string(REPLACE ";" "@" text "${text}")
string(REGEX MATCHALL
	"struct hil_(view|managed_memory|managed_calls)[a-z_]* {[^}]*}@"
	structs "${text}")
string(REPLACE ";" "\n" structs "${structs}")
string(REPLACE "@" ";" structs "${structs}")
foreach(name hil_view hil_view_quantity hil_managed_calls)
	if(NOT structs MATCHES "struct ${name} {")
		message(FATAL_ERROR "${HEADER}: there is no struct ${name}")
	endif()
endforeach()
file(WRITE ${OUT}.new "-- SPDX-License-Identifier: GPL-3.0-or-later
-- Written by declare.cmake.
return [[
${structs}
]]
")
file(RENAME ${OUT}.new ${OUT})
