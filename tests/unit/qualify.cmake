# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(qualify_dossier
	SOURCES unit/test_qualify_dossier.c unit/markup.c LINKS hil_qualify)
hil_add_test(qualify_evidence
	SOURCES unit/test_qualify_evidence.c LINKS hil_qualify)
hil_add_test(qualify_copy
	SOURCES unit/test_qualify_copy.c LINKS hil_qualify)
