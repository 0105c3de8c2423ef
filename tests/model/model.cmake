# SPDX-License-Identifier: GPL-3.0-or-later
foreach(model ring histogram event_ring)
	hil_add_test(c11_${model}
		SOURCES model/test_c11_${model}.c model/c11.c
		LINKS hil_shm LABELS model)
endforeach()

# hil_add_spin(NAME verifies|fails MODEL [DEFINE…])
function(hil_add_spin name expected model)
	hil_add_script_test(spin_${name} model/spin.sh TIMEOUT 60 LABELS model
		ARGS ${model} ${expected} ${ARGN})
endfunction()

foreach(slots 1 2 3)
	hil_add_spin(ring_${slots} verifies stamped_ring SLOTS=${slots} ANY)
	hil_add_spin(ring_${slots}_killed verifies stamped_ring SLOTS=${slots}
		ANY KILL)
	foreach(guard NO_RELEASE_FENCE NO_ACQUIRE_FENCE NO_ODD_STAMP NO_RECHECK)
		string(TOLOWER ${guard} name)
		hil_add_spin(ring_${slots}_${name} fails stamped_ring
			SLOTS=${slots} ONLY_TORN ${guard})
	endforeach()
	hil_add_spin(ring_${slots}_no_release_at_all fails stamped_ring
		SLOTS=${slots} ONLY_TORN NO_STAMP_RELEASE NO_LATEST_RELEASE)
endforeach()
# Either release alone suffices.
hil_add_spin(ring_2_no_stamp_release verifies stamped_ring NO_STAMP_RELEASE)
hil_add_spin(ring_2_no_latest_release verifies stamped_ring NO_LATEST_RELEASE)

hil_add_spin(account_ring verifies account RING)
hil_add_spin(account_ring_killed verifies account RING KILL)
hil_add_spin(account_reset fails account RESET)
hil_add_spin(account_ack verifies account ACK)
hil_add_spin(account_ack_killed fails account ACK KILL)
