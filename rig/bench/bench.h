/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One bench as its server process holds it. */
#ifndef HIL_BENCH_BENCH_H
#define HIL_BENCH_BENCH_H

#include <jansson.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "rig/bench/analyzer.h"
#include "rig/bench/console.h"
#include "rig/bench/loop.h"
#include "rig/bench/pins.h"
#include "rig/bench/place.h"
#include "rig/bench/qemu.h"
#include "rig/bench/qmp.h"
#include "rig/bench/relay.h"
#include "rig/bench/schedule.h"
#include "rig/bench/scpi_server.h"
#include "rig/bench/truth.h"

#define HIL_BENCH_FAULTS 16

enum hil_bench_state {
	HIL_BENCH_STARTING,
	HIL_BENCH_READY,
	HIL_BENCH_FAILED /* the board is gone, the instruments still answer */
};

struct hil_bench_options {
	char name[HIL_BENCH_NAME_MAX + 1];
	char *board;     /* board.conf, NULL: beside the program */
	char *arguments; /* more of the guest kernel's command line, or NULL */
	bool no_rt;
	int64_t timeout_ns; /* for the board to become ready */
	struct hil_fault faults[HIL_BENCH_FAULTS];
	unsigned int fault_count;
};

/* Time this machine took away from the bench. */
struct hil_bench_stalls {
	uint64_t count; /* of more than 2 ms */
	int64_t worst_ns;
	int64_t vcpu_waited_ns, main_waited_ns; /* ready but not running */
	int64_t checked_ns;
};

struct hil_bench {
	const struct hil_bench_options *options;
	enum hil_bench_state state;
	char text[256];      /* why it failed */
	char path[PATH_MAX]; /* of its folder */
	int folder, lock_fd, exec_fd;
	int signal_fd;
	int qemu_watch, console_watch, qmp_watch;
	int64_t started_ns, status_ns;
	struct hil_loop loop;
	struct hil_qemu qemu;
	struct hil_qmp_facts facts;
	struct hil_schedule schedule;
	struct hil_bench_stalls stalls;
	struct hil_pins pins;
	struct hil_console console;
	struct hil_truth truth;
	struct hil_generator *generator;
	struct hil_scpi_generator instrument;
	struct hil_scpi_server *scpi;
	struct hil_analyzer *analyzer;
	struct hil_relay *relay;
	struct hil_control *control;
};

/**
 * hil_bench_open() - start QEMU and the instruments
 * @b: zeroed, with options, path, folder and lock_fd
 *
 * Prints what fails. Return: 0; -errno.
 */
int hil_bench_open(struct hil_bench *b) HIL_MUST_CHECK;

/** hil_bench_tick() - pins, samples, the state of QEMU and of this machine */
void hil_bench_tick(struct hil_bench *b);

/** hil_bench_close() - end all and free it; the folder stays */
void hil_bench_close(struct hil_bench *b);

/** hil_bench_status() - everything there is to say. Return: new reference */
json_t *hil_bench_status(struct hil_bench *b);

/** hil_bench_status_write() - the same as file bench.status */
void hil_bench_status_write(struct hil_bench *b);

/** hil_bench_conf_write() - bench.conf, a rig config. Return: 0; -errno */
int hil_bench_conf_write(const struct hil_bench *b);

#endif
