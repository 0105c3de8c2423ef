/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A LuaJIT state that runs the Lua sources compiled into this program, and
 * counts the memory that they allocate.
 */
#ifndef HIL_MANAGED_HOST_H
#define HIL_MANAGED_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

struct lua_State;
struct hil_managed_calls;

/* One source; the table ends with name NULL. Written by embed.cmake. */
struct hil_managed_source {
	const char *name; /* "screen" */
	const void *text;
	size_t bytes;
};

extern const struct hil_managed_source hil_managed_sources[];

/* All that the runtime's allocator was asked for, since the state was made. */
struct hil_managed_memory {
	uint64_t allocated_bytes; /* growth of blocks, never less */
	uint64_t allocations;
	uint64_t in_use_bytes, peak_bytes;
};

struct hil_managed_host {
	struct lua_State *lua;
	struct hil_managed_memory memory;
	void *(*allocate)(void *, void *, size_t, size_t); /* LuaJIT's own */
	void *allocate_context;
};

/**
 * hil_managed_host_open() - standard libraries, and our sources for require
 * @host: result; must not move until it is closed
 *
 * Return: 0; -ENOMEM.
 */
int hil_managed_host_open(struct hil_managed_host *host) HIL_MUST_CHECK;

/** hil_managed_host_close() - NULL-safe in its members */
void hil_managed_host_close(struct hil_managed_host *host);

/**
 * hil_managed_host_run() - run the source @name
 * @calls: its first argument, the layout of C's structs its second
 * @colour: its third argument
 * @text: result: the text that it returned, free() it; or NULL
 *
 * Return: 0; -ENOENT no such source; -EIO it failed, the message is printed;
 * -ENOMEM.
 */
int hil_managed_host_run(struct hil_managed_host *host, const char *name,
			 const struct hil_managed_calls *calls, bool colour,
			 char **text) HIL_MUST_CHECK;

#endif
