/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A live capture. libsigrok starts, runs and calls back on the main thread;
 * the writing thread (outlet.c) empties the ring; the control thread listens
 * to the parent, stops the session and, when a driver does not come back, ends
 * the process without it.
 */
#include "rig/capture/live.h"

#include <errno.h>
#include <inttypes.h>
#include <libsigrok/libsigrok.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "rig/capture/control.h"
#include "rig/capture/head.h"
#include "rig/capture/live_bus.h"
#include "rig/capture/live_device.h"
#include "rig/capture/outlet.h"

#define COVER_NS        (20 * HIL_NS_PER_MS)
#define PATIENCE_NS     (1000 * HIL_NS_PER_MS) /* for a driver to stop */
#define CONTROL_WAIT_MS 50
#define CLEANUP_S       2

struct live {
	const struct hil_live_options *options;
	struct hil_device device;
	struct hil_stream stream;
	struct hil_outlet *outlet;
	struct hil_control control;
	struct hil_fault fault;
	struct sr_session *session;
	unsigned int unit;  /* bytes a sample, 0: no packet yet */
	int64_t covered_ns; /* when the last COVER was made */
	pthread_t control_thread;
	atomic_bool running;         /* sr_session_stop() may be called */
	atomic_bool stop;            /* the parent said so */
	atomic_bool over;            /* sr_session_run() came back */
	atomic_int_least64_t end_ns; /* of SR_DF_END or our stop, 0: none */
	atomic_uint_least64_t samples;
	atomic_int_least64_t first_ns; /* of the first packet */
	atomic_int_least64_t last_ns;
};

static double wall_s(struct live *l)
{
	return (double)(atomic_load(&l->last_ns) - atomic_load(&l->first_ns)) /
	       1e9;
}

static void end(struct live *l, const char *reason, const char *text)
{
	hil_outlet_end(l->outlet, hil_capture_end_text(reason, text,
						       atomic_load(&l->samples),
						       wall_s(l)));
}

static void hung_up(void *context)
{
	(void)context;
	_exit(1); /* nobody listens; the analyzer sees its socket close */
}

static const char *why_early(const struct live *l, char text[HIL_LIVE_BUS_TEXT])
{
	if (hil_live_usb_unplugged(&l->device.usb))
		return "the analyzer was unplugged";
	if (l->device.usb.port[0])
		return hil_live_bus_early(&l->device.usb,
					  l->device.samplerate_hz, text,
					  HIL_LIVE_BUS_TEXT);
	return "the analyzer ended the acquisition by itself; was it "
	       "unplugged, or its connection closed?";
}

/* A driver that does not return after its end: libsigrok's loop is lost. */
static void end_without_driver(struct live *l)
{
	char text[HIL_LIVE_BUS_TEXT];

	if (atomic_load(&l->stop))
		end(l, "stopped", "stopped; the driver did not return");
	else
		end(l, "early", why_early(l, text));
	_exit(0);
}

static void *control(void *context)
{
	struct live *l = context;
	bool asked = false;

	while (!atomic_load(&l->over)) {
		int64_t end_ns = atomic_load(&l->end_ns);

		if (hil_control_wait(&l->control, CONTROL_WAIT_MS))
			atomic_store(&l->stop, true);
		if (atomic_load(&l->stop)) {
			if (!end_ns)
				atomic_store(&l->end_ns, hil_time_mono_ns());
			if (!asked && atomic_load(&l->running)) {
				asked = true;
				sr_session_stop(l->session);
			}
			usleep(1000 * CONTROL_WAIT_MS);
		}
		if (end_ns && hil_time_mono_ns() - end_ns > PATIENCE_NS)
			end_without_driver(l);
	}
	return NULL;
}

static int begin_stream(struct live *l, unsigned int unit)
{
	const struct hil_emit sink = { hil_outlet_emit, l->outlet };
	int ret = hil_stream_init(&l->stream, &sink, unit, &l->device.wanted);

	if (ret)
		return hil_fault_set(&l->fault, ret,
				     "cannot read the analyzer: %u bytes a "
				     "sample",
				     unit);
	l->unit = unit;
	return 0;
}

static int take_samples(struct live *l, const struct sr_datafeed_logic *logic)
{
	int64_t now_ns = hil_time_mono_ns();
	int ret = 0;

	if (!logic->length)
		return 0;
	if (!l->unit)
		ret = begin_stream(l, logic->unitsize);
	else if (logic->unitsize != l->unit)
		ret = hil_fault_set(&l->fault, -EINVAL,
				    "cannot read the analyzer: its samples "
				    "change their size");
	if (ret)
		return ret;
	if (!atomic_load_explicit(&l->first_ns, memory_order_relaxed))
		atomic_store(&l->first_ns, now_ns);
	atomic_store_explicit(&l->last_ns, now_ns, memory_order_relaxed);
	ret = hil_stream_samples(&l->stream, logic->data, logic->length);
	atomic_store_explicit(&l->samples, hil_stream_position(&l->stream),
			      memory_order_relaxed);
	if (!ret && now_ns - l->covered_ns >= COVER_NS) {
		l->covered_ns = now_ns;
		ret = hil_stream_cover(&l->stream, now_ns);
	}
	return ret;
}

static void take_packet(const struct sr_dev_inst *instance,
			const struct sr_datafeed_packet *packet, void *context)
{
	struct live *l = context;
	int64_t none = 0;

	(void)instance;
	if (packet->type == SR_DF_LOGIC && take_samples(l, packet->payload)) {
		/* the fault is kept; stopping from here is allowed */
		sr_session_stop(l->session);
	} else if (packet->type == SR_DF_END) {
		atomic_compare_exchange_strong(&l->end_ns, &none,
					       hil_time_mono_ns());
	}
}

static int send_head(struct live *l)
{
	const struct sr_dev_inst *instance = l->device.instance;
	struct hil_capture_head head = {
		.rate_num = l->device.samplerate_hz,
		.rate_den = 1,
		.channels = &l->device.channels,
		.wanted = l->device.wanted,
		.driver = l->device.driver->name,
		.model = sr_dev_inst_model_get(instance),
		.serial = sr_dev_inst_sernum_get(instance),
		.live = true,
		.threshold_adjustable = l->device.threshold_adjustable,
		.threshold_volts = l->device.threshold_volts,
		.start_wall_ns = hil_time_wall_ns(),
		.start_mono_ns = hil_time_mono_ns(),
		.total_samples = UINT64_MAX
	};
	char *text = hil_capture_head_text(&head);
	int ret = -ENOMEM;

	if (text)
		ret = hil_outlet_emit(l->outlet, HIL_RECORD_CAPTURE, text,
				      strlen(text));
	free(text);
	return ret;
}

/* Returns when the session is over, for whatever reason. */
static int run_session(struct live *l)
{
	int code = sr_session_new(l->device.context, &l->session);

	if (code == SR_OK)
		code = sr_session_datafeed_callback_add(l->session, take_packet,
							l);
	if (code == SR_OK)
		code = sr_session_dev_add(l->session, l->device.instance);
	if (code != SR_OK || send_head(l))
		return hil_fault_set(&l->fault, -EIO,
				     "cannot prepare the acquisition: %s",
				     sr_strerror(code));
	code = sr_session_start(l->session);
	if (code != SR_OK)
		return hil_fault_set(
			&l->fault, -EIO, "cannot start the acquisition: %s%s%s",
			sr_strerror(code), l->device.last_error[0] ? "; " : "",
			l->device.last_error);
	atomic_store(&l->running, true);
	code = sr_session_run(l->session);
	if (code != SR_OK)
		return hil_fault_set(&l->fault, -EIO,
				     "cannot go on with the acquisition: %s",
				     sr_strerror(code));
	return l->fault.text[0] ? -EIO : 0;
}

/* The last edges and, after an overflow, the end of the gap. */
static void finish_stream(struct live *l)
{
	if (!l->unit)
		return;
	do {
		if (hil_stream_cover(&l->stream, hil_time_mono_ns()))
			return;
		if (l->stream.lost)
			usleep(1000);
	} while (l->stream.lost);
}

static void say_how_it_ended(struct live *l, int error)
{
	char text[HIL_LIVE_BUS_TEXT];

	if (error) {
		hil_error("%s", l->fault.text);
		end(l, "error", l->fault.text);
	} else if (atomic_load(&l->stop)) {
		end(l, "stopped", "stopped");
	} else {
		end(l, "early", why_early(l, text));
	}
}

static int start_threads(struct live *l)
{
	int ret = hil_control_init(&l->control, STDIN_FILENO);

	if (!ret)
		ret = hil_outlet_open(STDOUT_FILENO, hung_up, l, &l->outlet);
	if (!ret)
		ret = -pthread_create(&l->control_thread, NULL, control, l);
	if (ret)
		hil_error("cannot start: %s", strerror(-ret));
	return ret;
}

int hil_live_mode(const struct hil_live_options *options)
{
	struct live *l = calloc(1, sizeof(*l));
	int ret;

	if (!l) {
		hil_error("cannot start: no memory");
		return 1;
	}
	l->options = options;
	if (start_threads(l))
		return 1;
	ret = hil_device_open(&l->device, options->driver, options->channels,
			      options->samplerate_hz, &l->fault);
	if (!ret)
		ret = run_session(l);
	finish_stream(l);
	say_how_it_ended(l, ret);
	atomic_store(&l->over, true);
	pthread_join(l->control_thread, NULL);
	/* all has been said: a driver that hangs here hurts nobody */
	alarm(CLEANUP_S);
	if (l->session)
		sr_session_destroy(l->session);
	hil_device_close(&l->device);
	hil_outlet_free(l->outlet);
	hil_control_free(&l->control);
	free(l);
	return ret ? 1 : 0;
}
