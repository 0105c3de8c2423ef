# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -D OUT=FILE.c -D "FILES=PATH=FILE;..." -P embed.cmake: writes the files
# as a table of struct hil_web_asset. PATH is what a browser asks for.
set(type_html "text/html; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_svg "image/svg+xml")
set(type_txt "text/plain; charset=utf-8")

set(data "")
set(table "")
set(number 0)
foreach(pair ${FILES})
	string(REGEX REPLACE "=.*" "" path "${pair}")
	string(REGEX REPLACE "^[^=]*=" "" file "${pair}")
	string(REGEX REPLACE "^/$" "/index.html" name "${path}")
	string(REGEX MATCH "[a-z]*$" ending "${name}")
	if(NOT type_${ending})
		message(FATAL_ERROR "${path}: no media type for .${ending}")
	endif()
	file(READ ${file} hex HEX)
	file(SIZE ${file} bytes)
	file(SHA256 ${file} hash)
	string(SUBSTRING ${hash} 0 16 etag)
	string(REGEX REPLACE "(..)" "0x\\1," hex "${hex}")
	string(APPEND data
		"static const unsigned char file_${number}[] = {${hex}};\n")
	string(APPEND table "\t{ \"${path}\", \"${type_${ending}}\", "
		"\"\\\"${etag}\\\"\", file_${number}, ${bytes} },\n")
	math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUT}.new "/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Written by embed.cmake. */
#include \"gui-bridge/web/asset.h\"

${data}
const struct hil_web_asset hil_web_assets[] = {
${table}\t{ NULL, NULL, NULL, NULL, 0 }
};
")
file(RENAME ${OUT}.new ${OUT})
