# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_script_test(qualify system/qualify.sh TIMEOUT 420 LABELS bench)
hil_add_script_test(qualify_faults system/qualify_faults.sh TIMEOUT 300
	LABELS bench)
hil_add_script_test(qualify_input system/qualify_input.sh)
