# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(ledger_pair SOURCES unit/test_ledger_pair.c LINKS hil_sim)
hil_add_test(ledger_result SOURCES unit/test_ledger_result.c
	LINKS hil_ledger m)
hil_add_test(analyzer_clock SOURCES unit/test_analyzer_clock.c
	LINKS hil_calibration)
hil_add_test(quantile_bounds SOURCES unit/test_quantile_bounds.c
	LINKS hil_calibration m)
hil_add_test(ledger_join SOURCES unit/test_ledger_join.c LINKS hil_sim)
hil_add_test(clock_fit SOURCES unit/test_clock_fit.c
	LINKS hil_calibration m)
