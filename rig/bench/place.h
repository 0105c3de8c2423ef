/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where benches keep their state, and which of them are alive. */
#ifndef HIL_BENCH_PLACE_H
#define HIL_BENCH_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "daemon/base/attr.h"

#define HIL_BENCH_NAME_MAX 32

/* A process that a bench started: a pid alone may be somebody else's by now. */
struct hil_bench_process {
	pid_t pid;                /* 0: none */
	unsigned long long start; /* in clock ticks since boot */
};

/** hil_bench_name_valid() - letters, digits, '-' and '_', not '-' first */
bool hil_bench_name_valid(const char *name);

/**
 * hil_bench_root_open() - folder of all benches of this user, mode 0700
 * @path: result, PATH_MAX bytes
 *
 * $XDG_RUNTIME_DIR/hilrig-bench, else /tmp/hilrig-bench-UID. Refused when it
 * belongs to somebody else or is open to others. Messages are printed.
 *
 * Context: any but RT. Return: descriptor, -errno.
 */
int hil_bench_root_open(char *path) HIL_MUST_CHECK;

/**
 * hil_bench_is_alive() - does a server hold the lock of this bench?
 * @root: of hil_bench_root_open()
 *
 * Return: 1 alive; 0 files of a dead one; -ENOENT there is none; -errno.
 */
int hil_bench_is_alive(int root, const char *name);

/**
 * hil_bench_lock() - take the lock of a bench folder, for its server
 * @folder: descriptor of the bench's own folder
 *
 * Return: descriptor that holds the lock as long as it is open; -errno.
 */
int hil_bench_lock(int folder) HIL_MUST_CHECK;

/** hil_bench_remove() - delete the folder of a bench and all in it.
 *	Return: 0; -errno; -ENOENT is 0 */
int hil_bench_remove(int root, const char *name);

/** hil_bench_process_get() - a process of now, with its start time */
struct hil_bench_process hil_bench_process_get(pid_t pid);
/** hil_bench_process_lives() - is it still the same process? */
bool hil_bench_process_lives(const struct hil_bench_process *p);

/**
 * hil_bench_processes_write() - note server and QEMU in the bench's folder
 *
 * Return: 0; -errno.
 */
int hil_bench_processes_write(int folder, const struct hil_bench_process p[2]);

/** hil_bench_end() - kill what a dead or stuck bench left running, wait for
 *	it, and delete its folder. Return: 0; -errno */
int hil_bench_end(int root, const char *name);

/**
 * hil_bench_connect() - connect to a socket in the bench's folder
 * @socket_name: "control.sock" or "exec.sock"
 *
 * Prints what is wrong and what to do about it.
 * Return: descriptor; -errno.
 */
int hil_bench_connect(const char *name, const char *socket_name);

/** hil_bench_listen() - make a socket in @folder. Return: fd, -errno */
int hil_bench_listen(int folder, const char *socket_name) HIL_MUST_CHECK;

#endif
