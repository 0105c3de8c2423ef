/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answering side of a rig made of sound: a client of a JACK server with
 * one input and two outputs, out_1 as it came and out_2 later by a known number
 * of samples.
 *
 *	jack_delay NAME SAMPLES
 *
 * Ends with status 0 when its input ends, with 3 when the server ends.
 */
#include <errno.h>
#include <jack/jack.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST 65536u /* a power of two */

struct delay {
	jack_port_t *in, *straight, *late;
	uint32_t samples;
	uint32_t at;
	float line[MOST];
};

static int process(jack_nframes_t frames, void *context)
{
	struct delay *d = context;
	const float *in = jack_port_get_buffer(d->in, frames);
	float *straight = jack_port_get_buffer(d->straight, frames);
	float *late = jack_port_get_buffer(d->late, frames);

	for (jack_nframes_t i = 0; i < frames; i++, d->at++) {
		d->line[d->at % MOST] = in[i];
		straight[i] = in[i];
		late[i] = d->line[(d->at - d->samples) % MOST];
	}
	return 0;
}

static void ended(void *context)
{
	(void)context;
	_exit(3);
}

int main(int argc, char **argv)
{
	struct delay *d = calloc(1, sizeof(*d));
	jack_client_t *client;
	char byte;

	if (argc != 3 || !d) {
		fprintf(stderr, "usage: jack_delay NAME SAMPLES\n");
		return 1;
	}
	d->samples = (uint32_t)strtoul(argv[2], NULL, 10);
	client = jack_client_open(argv[1], JackNoStartServer | JackUseExactName,
				  NULL);
	if (!client || d->samples >= MOST)
		return 1;
	jack_on_shutdown(client, ended, NULL);
	jack_set_process_callback(client, process, d);
	d->in = jack_port_register(client, "in_1", JACK_DEFAULT_AUDIO_TYPE,
				   JackPortIsInput, 0);
	d->straight = jack_port_register(
		client, "out_1", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
	d->late = jack_port_register(client, "out_2", JACK_DEFAULT_AUDIO_TYPE,
				     JackPortIsOutput, 0);
	if (!d->in || !d->straight || !d->late || jack_activate(client))
		return 1;
	puts("ready");
	fflush(stdout);
	while (read(STDIN_FILENO, &byte, 1) > 0)
		;
	return 0;
}
