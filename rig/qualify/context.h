/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of one qualification share. */
#ifndef HIL_QUALIFY_CONTEXT_H
#define HIL_QUALIFY_CONTEXT_H

#include <sys/types.h>

#include "daemon/base/attr.h"
#include "daemon/base/time.h"
#include "rig/qualify/qualify.h"
#include "rig/qualify/requirement.h"

#define HIL_QUALIFY_NAME  32
#define HIL_EVIDENCE      "evidence"
#define HIL_EVIDENCE_RUNS HIL_EVIDENCE "/runs"

/* A run of hilrig's own that a test looks at. */
struct hil_qualify_run {
	char name[HIL_QUALIFY_NAME]; /* of its evidence */
	bool made;                   /* there was a try */
	int error;                   /* 0, or -errno of the try */
	int status;                  /* exit status of hilrig */
	json_t *json;                /* its result, NULL: none */
	char *path;                  /* its folder, absolute; NULL: none */
};

struct hil_qualify {
	const struct hil_qualify_wish *wish;
	const struct hil_run_options *o;
	char *hilrig;               /* this program */
	char *config;               /* absolute */
	char *folder;               /* dossier while it is written, absolute */
	struct hil_qualify_run run; /* the one that is judged */
	struct hil_qualify_run doctor; /* only name, made, error, json */
};

/** hil_qualify_stopped() - how many signals asked for an end */
int hil_qualify_stopped(void);

/** hil_qualify_path() - "@folder/evidence/@name@end"; heap or NULL */
char *hil_qualify_path(const struct hil_qualify *q, const char *name,
		       const char *end);

/* hilrig as a child of this program. */
struct hil_command {
	struct hil_qualify *q;
	char name[HIL_QUALIFY_NAME];
	pid_t pid;  /* 0: it has ended */
	int status; /* exit status, or 128 + signal */
};

/**
 * hil_command_start() - hilrig with its output in evidence/NAME.out and .err
 * @args: NULL-terminated, without "hilrig"
 *
 * Context: any but RT. Return: 0; -errno.
 */
int hil_command_start(struct hil_qualify *q, const char *name,
		      const char *const *args,
		      struct hil_command *c) HIL_MUST_CHECK;

/** hil_command_running() - has it not ended yet? Does not wait. */
bool hil_command_running(struct hil_command *c);

/**
 * hil_command_wait() - until it ends
 * @limit_ns: then it is asked to end, and 8 s later it is killed
 *
 * Return: 0, and its status is there; -ETIME the limit; -EINTR we were asked
 * to end.
 */
int hil_command_wait(struct hil_command *c, int64_t limit_ns) HIL_MUST_CHECK;

/** hil_command_signal() - nothing when it has ended */
void hil_command_signal(const struct hil_command *c, int signal);

/**
 * hil_command_run() - start and wait
 *
 * Return: 0; -ETIME; -EINTR; -errno of the start. @status is set after 0.
 */
int hil_command_run(struct hil_qualify *q, const char *name,
		    const char *const *args, int64_t limit_ns,
		    int *status) HIL_MUST_CHECK;

/** hil_command_tail() - last line of evidence/NAME.err, "" when there is none
 */
void hil_command_tail(const struct hil_qualify *q, const char *name, char *text,
		      size_t size);

/** hil_command_evidence() - its output and messages, for a finding */
void hil_command_evidence(struct hil_finding *f, const char *name);

/** hil_pause() - wait, but not beyond a signal. Return: 0; -EINTR. */
int hil_pause(int64_t ns) HIL_MUST_CHECK;

/**
 * hil_qualify_run_start() - `hilrig run` with the rig's config
 * @extra: NULL-terminated, more options
 *
 * Return: 0; -errno.
 */
int hil_qualify_run_start(struct hil_qualify *q, const char *name,
			  int64_t duration_ns, const char *const *extra,
			  struct hil_command *c) HIL_MUST_CHECK;

/** hil_qualify_run_take() - what an ended run left; hil_qualify_run_clear() */
void hil_qualify_run_take(struct hil_qualify *q, const struct hil_command *c,
			  struct hil_qualify_run *r);

/** hil_qualify_measure() - start, wait, take; nothing when it was made */
void hil_qualify_measure(struct hil_qualify *q, const char *name,
			 int64_t duration_ns, const char *const *extra,
			 struct hil_qualify_run *r);

/**
 * hil_qualify_run_ok() - is there a result to look at?
 *
 * Puts the run's files into @f; else says what went wrong there.
 */
bool hil_qualify_run_ok(struct hil_qualify *q, const struct hil_qualify_run *r,
			struct hil_finding *f);

void hil_qualify_run_clear(struct hil_qualify_run *r);

/**
 * hil_qualify_run_mark() - wait until a run that goes on has a mark
 * @mark: "start", "generator_on"
 * @path: result, heap, the run's folder
 *
 * Return: 0; -ETIME; -EINTR; -ECHILD the run has ended before.
 */
int hil_qualify_run_mark(struct hil_command *c, const char *mark,
			 int64_t limit_ns, char **path) HIL_MUST_CHECK;

/** hil_json_at() - "lines.0.stimulus.edges"; borrowed, NULL: not there */
json_t *hil_json_at(const json_t *json, const char *path);

/** hil_json_integer_at() - -1: not there or no whole number */
json_int_t hil_json_integer_at(const json_t *json, const char *path);

#endif
