/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop: sockets and refreshes in one thread, and who may listen where. */
#include "gui-bridge/web/web.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "gui-bridge/web/publish.h"
#include "gui-bridge/web/server.h"

#define WATCHED (HIL_WEB_SOCKETS + 2)

static int allow(struct hil_web_rules *rules, const char *name, uint16_t port)
{
	int ret = hil_web_rules_add(rules, name, port);

	if (ret != 0)
		hil_error("cannot allow host '%s': %s", name,
			  ret == -ENOSPC ? "too many or too long"
					 : "not a host name");
	return ret;
}

/* "rig1,rig1.example.org" */
static int allow_list(struct hil_web_rules *rules, const char *list,
		      uint16_t port)
{
	char copy[256], *rest = copy, *name;
	int ret = 0;

	if (strlen(list) >= sizeof(copy)) {
		hil_error("cannot allow hosts: the list is too long");
		return -EINVAL;
	}
	snprintf(copy, sizeof(copy), "%s", list);
	while (ret == 0 && (name = strsep(&rest, ",")) != NULL)
		ret = allow(rules, name, port);
	return ret;
}

static int make_rules(struct hil_web_server *s,
		      const struct hil_web_address *address)
{
	static const char *const loopback[] = { "127.0.0.1", "localhost",
						"[::1]" };
	const char *hosts = s->front->options->host;
	int ret = 0;

	for (size_t i = 0; ret == 0 && address->loopback && i < 3; i++)
		ret = allow(&s->rules, loopback[i], s->listen.port);
	if (ret == 0 && *address->name != '\0' && !address->any &&
	    !hil_web_host_allowed(&s->rules, address->name))
		ret = allow(&s->rules, address->name, s->listen.port);
	if (ret == 0 && hosts != NULL)
		ret = allow_list(&s->rules, hosts, s->listen.port);
	return ret;
}

/* Beyond the loopback only with a token, and said aloud. */
static int check_listen(const struct hil_front_options *o,
			const struct hil_web_address *address)
{
	if (address->loopback)
		return 0;
	if (o->token_file == NULL) {
		hil_error("cannot listen on %s: others could read the rig; "
			  "give --token-file FILE (mode 0600), or use "
			  "127.0.0.1 and a tunnel: ssh -L %d:127.0.0.1:%d",
			  address->name, HIL_WEB_PORT, HIL_WEB_PORT);
		return -EACCES;
	}
	if (address->any && o->host == NULL) {
		hil_error("cannot listen on %s: say by which names it is "
			  "reached: --host NAME,NAME",
			  address->name);
		return -EINVAL;
	}
	hil_warning("listening on %s, beyond this machine: the token and all "
		    "numbers cross the network unencrypted",
		    address->name);
	return 0;
}

static int open_server(struct hil_web_server *s)
{
	const struct hil_front_options *o = s->front->options;
	struct hil_web_address address;
	int ret = hil_web_address_parse(o->listen, &address);

	if (ret != 0) {
		hil_error("cannot listen on '%s': not an address, "
			  "ADDR[:PORT] as 127.0.0.1:%d or [::1]:%d",
			  o->listen, HIL_WEB_PORT, HIL_WEB_PORT);
		return ret;
	}
	ret = check_listen(o, &address);
	if (ret == 0 && o->token_file != NULL)
		ret = hil_web_token_read(&s->rules, o->token_file);
	if (ret == 0)
		ret = hil_web_listen_open(&s->listen, &address);
	if (ret == 0)
		ret = make_rules(s, &address);
	if (ret == 0)
		ret = hil_web_server_open(s);
	if (ret == 0)
		hil_notice("http://%s:%u/",
			   s->rules.hosts > 0 && *address.name == '\0'
				   ? "127.0.0.1"
				   : address.name,
			   (unsigned int)s->listen.port);
	return ret;
}

static int wait_for_work(struct hil_web_server *s)
{
	struct pollfd watched[WATCHED] = {
		{ .fd = s->epoll_fd, .events = POLLIN },
		{ .fd = s->front->signal_fd, .events = POLLIN },
	};
	nfds_t count = 2;

	for (size_t i = 0; i < s->listen.count; i++)
		watched[count++] = (struct pollfd){ .fd = s->listen.fd[i],
						    .events = POLLIN };
	if (poll(watched, count,
		 hil_web_server_wait_ms(s, hil_front_wait_ms(s->front))) < 0 &&
	    errno != EINTR)
		return -errno;
	for (nfds_t i = 2; i < count; i++) {
		if (watched[i].revents != 0) {
			hil_web_server_accept(s);
			break;
		}
	}
	return 0;
}

static int serve(struct hil_web_server *s, struct hil_web_publisher *p)
{
	int64_t swept_ns = 0, now_ns;
	int ret = 0;

	while (ret == 0 && !hil_front_done(s->front)) {
		ret = wait_for_work(s);
		if (hil_front_begin(s->front)) {
			/* A frame without memory is made up for by the next. */
			(void)hil_web_publish(p, &s->hub, s->front->view);
			hil_front_end(s->front);
		}
		hil_web_server_step(s);
		now_ns = hil_time_mono_ns();
		if (now_ns - swept_ns > HIL_NS_PER_S) {
			hil_web_server_sweep(s, now_ns);
			swept_ns = now_ns;
		}
	}
	return ret;
}

/* What its clients did, for the statistics: as a runtime counts for itself. */
static json_t *clients_to_json(const struct hil_web_server *s)
{
	json_t *json = hil_web_reports_to_json(&s->reports);

	if (json == NULL)
		return NULL;
	json_object_set_new(json, "streams_peak",
			    json_integer((json_int_t)s->hub.streams_peak));
	json_object_set_new(json, "stream_frames_skipped",
			    json_integer((json_int_t)s->hub.skipped));
	return json;
}

static int run(struct hil_front *f)
{
	struct hil_web_server s = {
		.front = f,
		.connections_max = (size_t)f->options->clients,
	};
	struct hil_web_publisher p = { 0 };
	int ret = hil_web_publisher_open(&p);

	if (ret == 0)
		ret = open_server(&s);
	if (ret == 0)
		ret = serve(&s, &p);
	f->runtime = clients_to_json(&s);
	hil_web_server_close(&s);
	hil_web_publisher_close(&p);
	return ret;
}

const struct hil_front_end hil_web = { "web", "a live page", run };
