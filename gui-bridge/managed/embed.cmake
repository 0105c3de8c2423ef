# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -D OUT=FILE.c -D "FILES=A.lua;B.lua" -P embed.cmake: writes the sources
# as a table of struct hil_managed_source, so that one program is enough.
set(data "")
set(table "")
foreach(file ${FILES})
	get_filename_component(name ${file} NAME_WE)
	file(READ ${file} hex HEX)
	file(SIZE ${file} bytes)
	string(REGEX REPLACE "(..)" "0x\\1," hex "${hex}")
	string(APPEND data
		"static const unsigned char text_${name}[] = {${hex}};\n")
	string(APPEND table "\t{ \"${name}\", text_${name}, ${bytes} },\n")
endforeach()
file(WRITE ${OUT}.new "/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Written by embed.cmake. */
#include \"gui-bridge/managed/host.h\"

${data}
const struct hil_managed_source hil_managed_sources[] = {
${table}\t{ NULL, NULL, 0 }
};
")
file(RENAME ${OUT}.new ${OUT})
