/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Puts the parts of a bench together: QEMU, its pins, the generator, the
 * analyzer, and the way to the guest. What each does is in its own file.
 */
#include "rig/bench/bench_private.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/bench/control.h"

static int open_instruments(struct hil_bench *b)
{
	b->generator = hil_generator_new();
	if (!b->generator)
		return -ENOMEM;
	hil_scpi_generator_init(&b->instrument, b->generator);
	b->scpi = hil_scpi_server_new(&b->loop, &b->instrument);
	b->analyzer = hil_analyzer_new(&b->loop, &b->truth, b->generator);
	if (!b->scpi || !b->analyzer)
		return -EADDRNOTAVAIL;
	for (unsigned int i = 0; i < b->options->fault_count; i++)
		if (hil_analyzer_fault(b->analyzer, &b->options->faults[i]))
			return -ENOSPC;
	return 0;
}

static int open_board(struct hil_bench *b)
{
	struct hil_bench_process processes[2];
	struct hil_board_image image;
	char share[PATH_MAX + 8];
	int ret = hil_board_image_read(b->options->board, &image);

	if (ret)
		return ret;
	if (mkdirat(b->folder, "share", 0700)) {
		ret = -errno;
		hil_error("cannot make the folder %s/share: %s", b->path,
			  strerror(-ret));
		return ret;
	}
	snprintf(share, sizeof(share), "%s/share", b->path);
	ret = hil_qemu_spawn(&b->qemu, &image, share,
			     b->options->arguments ? b->options->arguments
						   : "");
	if (ret)
		return ret;
	processes[0] = hil_bench_process_get(getpid());
	processes[1] = hil_bench_process_get(b->qemu.pid);
	return hil_bench_processes_write(b->folder, processes);
}

static int ask_board(struct hil_bench *b)
{
	struct hil_qmp qmp = { .fd = b->qemu.qmp_fd };
	int ret;

	qmp.deadline_ns = hil_time_mono_ns() + b->options->timeout_ns;
	ret = hil_qmp_ask(&qmp, &b->facts);
	if (ret)
		hil_error("QEMU does not answer as it should: %s; see "
			  "%s/server.log",
			  strerror(-ret), b->path);
	return ret;
}

static int connect_parts(struct hil_bench *b)
{
	int ret;

	hil_schedule_init(&b->schedule, !b->options->no_rt);
	hil_pins_init(&b->pins, b->qemu.trace_fd, b->facts.pins_path);
	b->pins.change = hil_bench_pin_changed;
	b->pins.context = b;
	ret = hil_generator_start(
		b->generator, b->qemu.qtest_fd, b->facts.pins_path,
		b->options->no_rt ? 0 : HIL_SCHEDULE_GENERATOR,
		b->schedule.main_cpu);
	b->qemu.qtest_fd = -1; /* the generator's, also when it failed */
	if (ret)
		return ret;
	b->exec_fd = hil_bench_listen(b->folder, "exec.sock");
	if (b->exec_fd < 0)
		return b->exec_fd;
	b->relay = hil_relay_new(&b->loop, b->qemu.agent_fd, b->exec_fd);
	if (!b->relay)
		return -ENOMEM;
	hil_bench_watch(b);
	return hil_control_new(b, &b->control);
}

int hil_bench_open(struct hil_bench *b)
{
	int ret;

	hil_loop_init(&b->loop);
	hil_qemu_init(&b->qemu);
	b->exec_fd = -1;
	b->started_ns = hil_time_mono_ns();
	ret = hil_truth_open(&b->truth, b->folder);
	if (!ret)
		ret = open_instruments(b);
	if (ret) {
		hil_error("cannot set up the bench's instruments: %s",
			  strerror(-ret));
		return ret;
	}
	ret = open_board(b);
	if (!ret)
		ret = hil_console_open(&b->console, b->folder,
				       b->qemu.console_fd);
	if (!ret)
		ret = ask_board(b);
	if (ret)
		return ret;
	ret = connect_parts(b);
	if (!ret)
		ret = hil_bench_conf_write(b);
	if (ret)
		hil_error("cannot set up the bench in %s: %s", b->path,
			  strerror(-ret));
	return ret;
}

void hil_bench_close(struct hil_bench *b)
{
	hil_control_free(b->control);
	hil_relay_free(b->relay);
	hil_scpi_server_free(b->scpi);
	hil_analyzer_free(b->analyzer);
	hil_generator_free(b->generator);
	hil_qemu_end(&b->qemu);
	hil_console_close(&b->console);
	hil_truth_close(&b->truth);
	if (b->exec_fd >= 0)
		close(b->exec_fd);
}
