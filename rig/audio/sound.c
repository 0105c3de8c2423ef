/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts PortAudio, finds devices by name, opens one. */
#include "rig/audio/sound.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pa_jack.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"

#define NONE "no sound device: is a sound server running, or a card plugged in?"

/* Where our messages go when stderr is closed to libraries; a signal's handler
 * must find it. */
static int messages_fd = STDERR_FILENO;

static void say(void *context, enum hil_log_level level, const char *text)
{
	(void)context;
	(void)level;
	dprintf(messages_fd, "hilrig-audio: %s\n", text);
}

/* PortAudio's assertions end here; a handler may call nothing else. */
static void aborted(int number)
{
	static const char text[] =
		"hilrig-audio: cannot use sound: PortAudio aborted; it does so "
		"where ALSA has no device named \"default\"\n";

	(void)number;
	if (write(messages_fd, text, sizeof(text) - 1) < 0)
		return;
}

static int hide_chatter(void)
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	int own = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	if (null < 0 || own < 0 || dup2(null, STDERR_FILENO) < 0)
		return -errno;
	close(null);
	messages_fd = own;
	hil_log_to(say, NULL);
	signal(SIGABRT, aborted);
	return 0;
}

static int pa_fault(struct hil_fault *fault, const char *what,
		    const char *device, PaError code)
{
	const PaHostErrorInfo *host = Pa_GetLastHostErrorInfo();
	bool more = code == paUnanticipatedHostError && host &&
		    host->errorText && *host->errorText;

	return hil_fault_set(fault, -EIO, "cannot %s %s: %s%s%s", what, device,
			     Pa_GetErrorText(code), more ? ": " : "",
			     more ? host->errorText : "");
}

int hil_sound_start(const char *client, struct hil_fault *fault)
{
	PaError code;

	if (hide_chatter())
		return hil_fault_set(fault, -EIO,
				     "cannot start: no descriptor for "
				     "messages");
	PaJack_SetClientName(client);
	code = Pa_Initialize();
	return code == paNoError ? 0
				 : pa_fault(fault, "start", "PortAudio", code);
}

static int channels_of(const PaDeviceInfo *info, bool input)
{
	return input ? info->maxInputChannels : info->maxOutputChannels;
}

static void full_name(const PaDeviceInfo *info, char *text, size_t size)
{
	const PaHostApiInfo *api = Pa_GetHostApiInfo(info->hostApi);

	snprintf(text, size, "%s: %s", api ? api->name : "?", info->name);
}

/* The default one; where that is none, the first that can. */
static PaDeviceIndex default_device(bool input)
{
	PaDeviceIndex i = input ? Pa_GetDefaultInputDevice()
				: Pa_GetDefaultOutputDevice();

	if (i != paNoDevice)
		return i;
	for (i = 0; i < Pa_GetDeviceCount(); i++)
		if (channels_of(Pa_GetDeviceInfo(i), input) > 0)
			return i;
	return paNoDevice;
}

/* By the whole name of the device, else by a part of its full name. */
static PaDeviceIndex find_named(const char *name, bool input,
				unsigned int *found)
{
	PaDeviceIndex part = paNoDevice, i;
	char full[300];

	*found = 0;
	for (i = 0; i < Pa_GetDeviceCount(); i++) {
		const PaDeviceInfo *info = Pa_GetDeviceInfo(i);

		if (channels_of(info, input) <= 0)
			continue;
		full_name(info, full, sizeof(full));
		if (!strcmp(info->name, name) || !strcmp(full, name)) {
			*found = 1;
			return i;
		}
		if (!strstr(full, name))
			continue;
		part = i;
		(*found)++;
	}
	return part;
}

static int find_device(const char *name, bool input, PaDeviceIndex *index,
		       struct hil_fault *fault)
{
	const char *way = input ? "input" : "output";
	unsigned int found;

	if (!*name) {
		*index = default_device(input);
		if (*index != paNoDevice)
			return 0;
		return hil_fault_set(fault, -ENODEV,
				     "cannot open a sound card's %s: " NONE,
				     way);
	}
	*index = find_named(name, input, &found);
	if (found == 1)
		return 0;
	if (found > 1)
		return hil_fault_set(
			fault, -ENODEV,
			"cannot choose among %u sound devices with "
			"'%s' in their names: give more of it "
			"(hilrig scan lists them)",
			found, name);
	return hil_fault_set(fault, -ENODEV,
			     "cannot find a sound device with an %s and '%s' "
			     "in its name; %s",
			     way, name,
			     Pa_GetDeviceCount() > 0
				     ? "hilrig scan lists those that there are"
				     : "there is " NONE);
}

int hil_sound_open(struct hil_sound *s, const struct hil_audio_words *words,
		   bool input, PaStreamCallback *callback, void *context,
		   struct hil_fault *fault)
{
	PaStreamParameters parameters = { .sampleFormat = paFloat32 };
	const PaStreamParameters *in = input ? &parameters : NULL;
	const PaStreamParameters *out = input ? NULL : &parameters;
	const PaDeviceInfo *info;
	PaError code;
	double rate;
	int ret = find_device(words->device, input, &parameters.device, fault);

	if (ret)
		return ret;
	info = Pa_GetDeviceInfo(parameters.device);
	full_name(info, s->name, sizeof(s->name));
	s->channels = channels_of(info, input) > 1 ? 2 : 1;
	parameters.channelCount = s->channels;
	parameters.suggestedLatency = input ? info->defaultHighInputLatency
					    : info->defaultHighOutputLatency;
	rate = words->rate_hz ? (double)words->rate_hz
			      : info->defaultSampleRate;
	code = Pa_OpenStream(&s->stream, in, out, rate,
			     paFramesPerBufferUnspecified,
			     paClipOff | paDitherOff, callback, context);
	if (code == paInvalidSampleRate)
		return hil_fault_set(fault, -EIO,
				     "cannot open \"%s\" at %.9g Hz: it does "
				     "not do that; its own is %.9g Hz",
				     s->name, rate, info->defaultSampleRate);
	if (code != paNoError)
		return pa_fault(fault, "open", s->name, code);
	s->rate_hz = (uint64_t)llround(Pa_GetStreamInfo(s->stream)->sampleRate);
	return 0;
}

int hil_sound_run(struct hil_sound *s, struct hil_fault *fault)
{
	PaError code = Pa_StartStream(s->stream);

	return code == paNoError ? 0 : pa_fault(fault, "start", s->name, code);
}

int hil_sound_print(void)
{
	int count = Pa_GetDeviceCount();

	for (PaDeviceIndex i = 0; i < count; i++) {
		const PaDeviceInfo *info = Pa_GetDeviceInfo(i);
		char full[300];

		full_name(info, full, sizeof(full));
		printf("  audio:device=%s\n    inputs %d outputs %d, own rate "
		       "%.9g Hz\n",
		       full, info->maxInputChannels, info->maxOutputChannels,
		       info->defaultSampleRate);
	}
	return count > 0 ? count : 0;
}
