/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the Lua side may call, as pointers in a struct: a static program has no
 * table of symbols in which its FFI could look them up. declare.cmake takes the
 * structs for Lua from here; hil_managed_layout lets it check them.
 */
#ifndef HIL_MANAGED_CALLS_H
#define HIL_MANAGED_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gui-bridge/front/front.h"
#include "gui-bridge/managed/host.h"
#include "gui-bridge/managed/terminal.h"

struct hil_managed_calls {
	struct hil_front *front;
	struct hil_managed_terminal *terminal;
	const struct hil_view *view;
	/* hil_front_begin() and hil_front_end() */
	bool (*begin)(struct hil_front *f);
	void (*end)(struct hil_front *f);
	/* Until a refresh is due, a key is pressed or all is over. Return: -1
	 * it is over; the key; 0. */
	int32_t (*wait)(struct hil_front *f, struct hil_managed_terminal *t);
	/* + - refresh, s span, p pause, q quit. Return: paused? */
	bool (*key)(struct hil_front *f, int32_t key);
	void (*size)(struct hil_managed_terminal *t, int32_t columns_rows[2]);
	int32_t (*write)(struct hil_managed_terminal *t, const char *text,
			 size_t bytes);
	int64_t (*now_ns)(void);
	const struct hil_managed_memory *memory;
};

/* Where C has a member, or with member NULL how large the struct is. */
struct hil_managed_layout {
	const char *type, *member;
	size_t value;
};

/* Ends with type NULL. */
extern const struct hil_managed_layout hil_managed_layout[];

/** hil_managed_calls() - the table for a front end and its terminal */
struct hil_managed_calls
hil_managed_calls(struct hil_front *f, struct hil_managed_terminal *t,
		  const struct hil_managed_memory *memory);

#endif
