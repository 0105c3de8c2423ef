# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(figure
	SOURCES unit/test_figure.c unit/markup.c LINKS hil_figure)
