# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_fuzz(calibration SOURCES fuzz/fuzz_calibration.c LINKS hil_calibrate)
