# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_fuzz(ledger SOURCES fuzz/fuzz_ledger.c LINKS hil_ledger)
