/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig-capture seen from its parent: what child*.c share. */
#ifndef HIL_CAPTURE_CHILD_PRIVATE_H
#define HIL_CAPTURE_CHILD_PRIVATE_H

#include <sys/types.h>
#include <time.h>

#include "rig/capture/child.h"

struct hil_capture {
	const char *program;
	pid_t pid; /* 0: reaped */
	int in;    /* its standard input; closing it says stop; -1 then */
	int out;   /* its standard output */
	struct hil_frame_reader *reader;
	bool live;
	bool have_head; /* CAPTURE was seen */
	bool have_last; /* CAPTURE_END was seen */
	bool stopping;  /* hil_capture_stop() was called */
	enum hil_capture_end end;
	char text[700];
	/* the watchdog */
	int64_t silence_ns; /* allowed between records */
	int64_t silent_ns;  /* so far, as long as somebody watched */
	int64_t watched_ns; /* CLOCK_MONOTONIC of the last look */
	int64_t cpu_ns;     /* the child's, when the silence began */
};

/** hil_capture_reap() - end the child if it still runs; its wait status */
int hil_capture_reap(struct hil_capture *c);

/** hil_capture_watch() - nothing to read now: is it hung? Return: as next() */
int hil_capture_watch(struct hil_capture *c);

/** hil_capture_heard() - something was read: silence is over */
void hil_capture_heard(struct hil_capture *c);

/** hil_capture_last_word() - take CAPTURE_END in */
void hil_capture_last_word(struct hil_capture *c,
			   const struct hil_frame *frame);

/** hil_capture_lost() - the pipe ended without CAPTURE_END, or with garbage */
void hil_capture_lost(struct hil_capture *c, bool garbage);

#endif
