# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(seed SOURCES unit/test_seed.c LINKS hil_calibration m)
hil_add_test(readback SOURCES unit/test_readback.c LINKS hil_calibration m)
hil_add_test(threshold SOURCES unit/test_threshold.c LINKS hil_calibration m)
