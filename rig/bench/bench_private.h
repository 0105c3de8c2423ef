/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between setting a bench up and watching it. */
#ifndef HIL_BENCH_BENCH_PRIVATE_H
#define HIL_BENCH_BENCH_PRIVATE_H

#include "rig/bench/bench.h"

/** hil_bench_pin_changed() - for struct hil_pins; @context is the bench */
void hil_bench_pin_changed(void *context, const struct hil_pin_change *change,
			   int64_t mono_ns);

/** hil_bench_watch() - QEMU's end, its console and what else it says */
void hil_bench_watch(struct hil_bench *b);

#endif
