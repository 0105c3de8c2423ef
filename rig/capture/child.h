/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig-capture (hilrig-audio for a sound card) seen from its parent: started
 * by posix_spawn, watched, ended.
 * Live analyzers and recorded captures come through the same pipe of frames
 * (daemon/link/frame.h) with the records CAPTURE … CAPTURE_END.
 */
#ifndef HIL_CAPTURE_CHILD_H
#define HIL_CAPTURE_CHILD_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/link/frame.h"

struct hil_capture_options {
	const char *driver; /* sigrok's words: "fx2lafw:conn=1.7:samplerate=24m"
			     * or "audio:device=TEXT"; NULL for a file */
	const char *file;   /* recorded capture, or NULL for a driver */
	const char *channels; /* "D0,D1" or "D0=stimulus,D1=probe": those whose
			       * edges are sent; names or numbers */
	uint64_t samplerate_hz; /* wanted (driver) or given (file without one);
				 * 0: the device's or the file's */
	const char *format; /* file: sr vcd csv raw; NULL: by content/name */
	unsigned int unit_bytes; /* raw files: bytes per sample, default 1 */
	int64_t silence_ns; /* watchdog: no record for this long is a hang */
};

enum hil_capture_end {
	HIL_CAPTURE_RUNNING,
	HIL_CAPTURE_DONE,  /* CAPTURE_END after our own stop or the file */
	HIL_CAPTURE_EARLY, /* CAPTURE_END before our own stop */
	HIL_CAPTURE_HUNG,  /* watchdog: silent; killed */
	HIL_CAPTURE_DIED,  /* exited or killed without CAPTURE_END */
	HIL_CAPTURE_FAILED /* said it could not start; message was printed */
};

struct hil_capture;

/**
 * hil_capture_start() - spawn hilrig-capture
 * @c: result
 *
 * The program is looked for beside the calling one, then in PATH.
 * Return: 0; -ENOENT; other -errno of posix_spawn; the message is printed.
 */
int hil_capture_start(const struct hil_capture_options *o,
		      struct hil_capture **c) HIL_MUST_CHECK;

/** hil_capture_is_sound() - does a driver's text name a sound card? */
bool hil_capture_is_sound(const char *driver);

/** hil_capture_fd() - descriptor to poll for reading */
int hil_capture_fd(const struct hil_capture *c);
/** hil_capture_pid() - of the child, for messages and tests */
int hil_capture_pid(const struct hil_capture *c);

/**
 * hil_capture_next() - next record; call until 0 after each poll or time-out
 *
 * Runs the watchdog: also call it at least every 100 ms.
 * Return: 1 @frame is set; 0 nothing now; -ESHUTDOWN the stream is over, see
 * hil_capture_ended(); -EBADMSG the child sent garbage (it is killed).
 */
int hil_capture_next(struct hil_capture *c,
		     struct hil_frame *frame) HIL_MUST_CHECK;

/** hil_capture_stop() - ask the child to end the acquisition; returns at once
 */
void hil_capture_stop(struct hil_capture *c);

/**
 * hil_capture_ended() - how it ended
 * @text: result, one sentence for the user, valid until free; never NULL
 */
enum hil_capture_end hil_capture_ended(const struct hil_capture *c,
				       const char **text);

/** hil_capture_free() - kill what still runs, reap it, close; NULL-safe */
void hil_capture_free(struct hil_capture *c);

#endif
