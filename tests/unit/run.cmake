# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(claim SOURCES unit/test_claim.c LINKS hil_run LABELS unit)
