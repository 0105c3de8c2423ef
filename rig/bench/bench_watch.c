/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A bench that runs: what its pins do, how the board is, and whether this
 * machine gives it the time it needs.
 */
#include "rig/bench/bench_private.h"

#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"

#define STALL_NS       2000000
#define STALL_CHECK_NS 100000000
#define STATUS_NS      1000000000

void hil_bench_pin_changed(void *context, const struct hil_pin_change *change,
			   int64_t mono_ns)
{
	struct hil_bench *b = context;
	const struct hil_wiring *w = &b->analyzer->wiring;
	int64_t delay_ns;

	if (change->output && (int)change->line == w->loop_from)
		hil_generator_drive(b->generator, (unsigned int)w->loop_to,
				    change->level);
	if (!change->output && change->line == w->stimulus_line) {
		delay_ns = hil_generator_seen(b->generator, mono_ns);
		if (delay_ns > b->stalls.worst_ns)
			b->stalls.worst_ns = delay_ns;
		if (delay_ns > STALL_NS)
			b->stalls.count++;
		hil_analyzer_pin(b->analyzer, HIL_NET_STIMULUS, change->level,
				 mono_ns);
	} else if (change->output && change->line == w->probe_line) {
		hil_analyzer_pin(b->analyzer, HIL_NET_PROBE, change->level,
				 mono_ns);
	}
}

static void board_failed(struct hil_bench *b, const char *text)
{
	if (b->state == HIL_BENCH_FAILED)
		return;
	b->state = HIL_BENCH_FAILED;
	snprintf(b->text, sizeof(b->text), "%s", text);
	hil_error("the board is gone: %s", text);
	hil_relay_board_gone(b->relay);
	hil_bench_status_write(b);
}

static void qemu_ended(void *context, short revents)
{
	struct hil_bench *b = context;
	char text[128];

	(void)revents;
	if (hil_qemu_reap(&b->qemu, text)) {
		hil_loop_drop(&b->loop, b->qemu_watch);
		b->qemu_watch = -1;
		hil_pins_read(&b->pins);
		board_failed(b, text);
	}
}

static void console_ready(void *context, short revents)
{
	struct hil_bench *b = context;

	(void)revents;
	if (hil_console_read(&b->console)) {
		hil_loop_drop(&b->loop, b->console_watch);
		b->console_watch = -1;
	}
}

/* QEMU also says things that nobody asked for. */
static void qmp_ready(void *context, short revents)
{
	struct hil_bench *b = context;
	char bytes[4096];

	(void)revents;
	if (read(b->qemu.qmp_fd, bytes, sizeof(bytes)) == 0) {
		hil_loop_drop(&b->loop, b->qmp_watch);
		b->qmp_watch = -1;
	}
}

void hil_bench_watch(struct hil_bench *b)
{
	b->qemu_watch =
		hil_loop_watch(&b->loop, b->qemu.pid_fd, POLLIN, qemu_ended, b);
	b->console_watch = hil_loop_watch(&b->loop, b->qemu.console_fd, POLLIN,
					  console_ready, b);
	b->qmp_watch =
		hil_loop_watch(&b->loop, b->qemu.qmp_fd, POLLIN, qmp_ready, b);
}

static void note_waiting(struct hil_bench *b, int64_t waited_ns,
			 int64_t *before_ns)
{
	int64_t more_ns = waited_ns - *before_ns;

	if (waited_ns < 0)
		return;
	*before_ns = waited_ns;
	if (more_ns > STALL_NS)
		b->stalls.count++;
	if (more_ns > b->stalls.worst_ns)
		b->stalls.worst_ns = more_ns;
}

/* QEMU's threads were ready to run, and this machine ran something else. */
static void check_stalls(struct hil_bench *b, int64_t now_ns)
{
	if (now_ns - b->stalls.checked_ns < STALL_CHECK_NS || b->qemu.pid == 0)
		return;
	b->stalls.checked_ns = now_ns;
	note_waiting(b, hil_schedule_waited_ns(b->qemu.pid, b->qemu.pid),
		     &b->stalls.main_waited_ns);
	note_waiting(b, hil_schedule_waited_ns(b->qemu.pid, b->facts.vcpu_tid),
		     &b->stalls.vcpu_waited_ns);
	b->instrument.stalls = b->stalls.count;
}

void hil_bench_tick(struct hil_bench *b)
{
	int64_t now_ns = hil_time_mono_ns();

	hil_pins_read(&b->pins);
	hil_analyzer_tick(b->analyzer);
	check_stalls(b, now_ns);
	if (b->state == HIL_BENCH_STARTING && hil_relay_ready(b->relay)) {
		hil_schedule_apply(&b->schedule, b->qemu.pid, b->facts.vcpu_tid,
				   hil_generator_priority(b->generator));
		b->state = HIL_BENCH_READY;
		b->stalls.count = 0;
		b->stalls.worst_ns = 0;
		b->status_ns = 0;
	}
	if (now_ns - b->status_ns < STATUS_NS)
		return;
	b->status_ns = now_ns;
	hil_bench_status_write(b);
}
