# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(phase SOURCES unit/test_phase.c LINKS hil_calibration m)
hil_add_test(budget SOURCES unit/test_budget.c LINKS hil_calibration m)
hil_add_test(budget_truth SOURCES unit/test_budget_truth.c
	LINKS hil_calibration m)
hil_add_test(ledger_budget SOURCES unit/test_ledger_budget.c
	LINKS hil_sim hil_run m)
hil_add_test(loopback SOURCES unit/test_loopback.c LINKS hil_calibration m)
hil_add_test(calibration_record SOURCES unit/test_calibration_record.c
	LINKS hil_calibrate)
hil_add_test(fold SOURCES unit/test_fold.c LINKS hil_calibration m)
