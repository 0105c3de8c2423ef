# SPDX-License-Identifier: GPL-3.0-or-later
foreach(module crossing scope timeline wave)
	hil_add_test(audio_${module} SOURCES unit/test_audio_${module}.c
		LINKS hil_audio)
endforeach()
hil_add_test(audio_words SOURCES unit/test_audio_words.c
	LINKS hil_audio hil_instrument)
