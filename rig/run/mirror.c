/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Serves the shared memory of a run. The words that go with the numbers are in
 * mirror_status.c. Nothing in here can end a run: what does not work is said
 * once.
 */
#include "rig/run/mirror.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "daemon/shm/event.h"
#include "rig/run/mirror_private.h"
#include "rig/run/stimulus.h"

#define BEAT_NS     (100 * HIL_NS_PER_MS)
#define LATENCY_NS  (100 * HIL_NS_PER_US) /* near what is expected */
#define WAKEUP_NS   (50 * HIL_NS_PER_US)
#define RESPONSE_NS HIL_NS_PER_US
#define DELIVERY_NS (10 * HIL_NS_PER_US)
#define WRITE_NS    HIL_NS_PER_US
#define PATH_BYTES  108 /* as in struct sockaddr_un */

struct hil_mirror *hil_mirror_new(const struct hil_run_options *o)
{
	struct hil_mirror *m;

	if (o->socket && !strcmp(o->socket, "none"))
		return NULL;
	m = calloc(1, sizeof(*m));
	if (!m)
		return NULL;
	m->o = o;
	hil_shm_status_init(&m->status);
	pthread_mutex_init(&m->lock, NULL);
	return m;
}

/* The order of the list is the index that hil_shm_value() wants. */
static int create(struct hil_mirror *m, uint32_t flags)
{
	const struct hil_shm_spec spec[] = {
		{ .kind = HIL_SHM_WINDOWS,
		  .witness = HIL_SHM_ANALYZER,
		  .quantity = HIL_SHM_LATENCY,
		  .reference_ns = LATENCY_NS },
		{ .kind = HIL_SHM_EVENTS, .witness = HIL_SHM_IST },
		{ .kind = HIL_SHM_WINDOWS,
		  .witness = HIL_SHM_IST,
		  .quantity = HIL_SHM_PERIOD,
		  .reference_ns = (int64_t)hil_stimulus_bounds(m->o).mean_ns,
		  .flags = flags },
		{ .kind = HIL_SHM_WINDOWS,
		  .witness = HIL_SHM_IST,
		  .quantity = HIL_SHM_WAKEUP,
		  .reference_ns = WAKEUP_NS,
		  .flags = flags },
		{ .kind = HIL_SHM_WINDOWS,
		  .witness = HIL_SHM_IST,
		  .quantity = HIL_SHM_RESPONSE,
		  .reference_ns = RESPONSE_NS },
		{ .kind = HIL_SHM_WINDOWS,
		  .witness = HIL_SHM_ANALYZER,
		  .quantity = HIL_SHM_DELIVERY,
		  .reference_ns = DELIVERY_NS },
		{ .kind = HIL_SHM_WINDOWS,
		  .witness = HIL_SHM_ANALYZER,
		  .quantity = HIL_SHM_WRITE,
		  .reference_ns = WRITE_NS },
	};
	const size_t all = sizeof(spec) / sizeof(spec[0]);
	bool board = m->o->board == HIL_BOARD_EXEC;

	m->latency = 0;
	m->response = board ? all - 3 : 0;
	m->delivery = board ? all - 2 : 0;
	m->write = board ? all - 1 : 0;
	return hil_shm_create(spec, board ? all : 1, &m->shm);
}

static json_t *answer(void *context)
{
	struct hil_mirror *m = context;
	json_t *copy;

	pthread_mutex_lock(&m->lock);
	copy = json_deep_copy(m->answer);
	pthread_mutex_unlock(&m->lock);
	return copy ? copy : json_object();
}

static int serve(struct hil_mirror *m)
{
	char path[PATH_BYTES];
	struct hil_socket_config config = { .path = m->o->socket,
					    .fd = hil_shm_fd(m->shm),
					    .status = answer,
					    .context = m };
	int ret = 0;

	if (!config.path) {
		ret = hil_socket_path("run.sock", path, sizeof(path));
		config.path = path;
	}
	return ret ? ret : hil_socket_serve(&config, &m->server);
}

static void begin(struct hil_mirror *m, uint32_t flags)
{
	int ret;

	if (m->shm || m->failed)
		return;
	ret = create(m, flags);
	if (!ret) {
		hil_shm_beat(m->shm, hil_time_mono_ns());
		hil_shm_set_state(m->shm, HIL_SHM_WAITING, 0);
		ret = serve(m);
	}
	if (!ret)
		return;
	m->failed = true;
	hil_shm_close(m->shm);
	m->shm = NULL;
	if (m->o->socket)
		hil_warning("front ends cannot follow this run: cannot serve "
			    "%s: %s",
			    m->o->socket, strerror(-ret));
	else
		hil_info("front ends cannot follow this run: %s",
			 strerror(-ret));
}

static void take_settings(struct hil_mirror *m, const void *payload,
			  size_t length)
{
	json_t *settings = json_loadb(payload, length, 0, NULL);
	const char *flow = hil_feed_string(settings, "irq_flow");

	begin(m, strcmp(flow, "level") ? 0 : HIL_SHM_COALESCED_UNKNOWN);
	json_decref(settings);
}

static void take_events(struct hil_mirror *m, const unsigned char *payload,
			size_t length)
{
	int64_t now_ns = hil_time_mono_ns();
	struct hil_event event;
	size_t at;

	if (!m->shm)
		return;
	for (at = 0; at + sizeof(event) <= length; at += sizeof(event)) {
		memcpy(&event, payload + at, sizeof(event));
		event.line = 0; /* the only one of a run's mirror */
		hil_shm_event(m->shm, &event, now_ns);
		if (event.wake_ns > 0)
			hil_shm_value(m->shm, m->response, event.wake_ns,
				      event.probe_begin_ns - event.wake_ns,
				      now_ns);
		if (event.flags & HIL_EVENT_PROBE_FAILED)
			m->probe_failures++;
		m->events++;
	}
}

void hil_mirror_record(struct hil_mirror *m, uint8_t type, const void *payload,
		       size_t length)
{
	struct hil_lost lost;

	if (!m)
		return;
	if (type == HIL_RECORD_SETTINGS) {
		take_settings(m, payload, length);
	} else if (type == HIL_RECORD_EVENTS) {
		take_events(m, payload, length);
	} else if (type == HIL_RECORD_LOST && length == sizeof(lost)) {
		memcpy(&lost, payload, sizeof(lost));
		m->lost += lost.count;
	}
}

void hil_mirror_row(struct hil_mirror *m, const struct hil_row *row,
		    double edge_s)
{
	const int64_t at_ns = (int64_t)(edge_s * 1e9);
	const struct hil_shm_worst worst = { .value_ns = row->latency_ns,
					     .at_ns = at_ns,
					     .event = row->number,
					     .quantity = HIL_SHM_LATENCY };

	if (!m || !m->shm || row->row_class != HIL_ROW_MATCHED)
		return;
	if (row->seeded)
		return;
	hil_shm_value(m->shm, m->latency, at_ns, row->latency_ns,
		      hil_time_mono_ns());
	hil_shm_status_worst(&m->status, &worst);
}

void hil_mirror_leg(struct hil_mirror *m, const struct hil_leg *leg)
{
	size_t index;

	if (!m || !m->shm)
		return;
	index = leg->quantity == HIL_DELIVERY ? m->delivery : m->write;
	if (!index)
		return;
	hil_shm_value(m->shm, index, leg->at_ns, leg->value_ns,
		      hil_time_mono_ns());
	/* the widest so far: a bound for all that is shown */
	if (leg->width_ns / 2.0 > m->status.leg_ns)
		m->status.leg_ns = leg->width_ns / 2.0;
}

static enum hil_shm_state state_of(const struct hil_mirror *m)
{
	return m->measuring ? HIL_SHM_RUN : HIL_SHM_WAITING;
}

void hil_mirror_turn(struct hil_mirror *m, const struct hil_mirror_turn *turn)
{
	int64_t now_ns = hil_time_mono_ns();

	if (!m || now_ns < m->beat_ns)
		return;
	m->beat_ns = now_ns + BEAT_NS;
	m->measuring = turn->measuring;
	m->capture_over = turn->capture_over;
	if (m->o->board == HIL_BOARD_NONE && turn->rate_hz > 0)
		begin(m, 0);
	if (!m->shm)
		return;
	hil_mirror_describe(m, turn->feed);
	hil_mirror_status(m, turn);
	hil_shm_beat(m->shm, now_ns);
	hil_shm_set_state(m->shm, state_of(m), 0);
	hil_shm_set_status(m->shm, &m->status, now_ns);
}

void hil_mirror_close(struct hil_mirror *m, const struct hil_result *result)
{
	if (!m)
		return;
	if (m->shm) {
		hil_shm_flush(m->shm, hil_time_mono_ns());
		if (result)
			hil_mirror_result(m, result);
		hil_shm_set_status(m->shm, &m->status, hil_time_mono_ns());
		hil_shm_beat(m->shm, hil_time_mono_ns());
		hil_shm_set_state(m->shm, HIL_SHM_CLOSED, 0);
	}
	hil_socket_stop(m->server);
	hil_shm_close(m->shm);
	json_decref(m->answer);
	pthread_mutex_destroy(&m->lock);
	free(m);
}
