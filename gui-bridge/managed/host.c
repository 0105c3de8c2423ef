/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The host of the Lua sources. Everything that may fail inside Lua runs
 * protected, so that an error there is a message here.
 */
#include "gui-bridge/managed/host.h"

#include <errno.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "gui-bridge/managed/calls.h"

struct job {
	const struct hil_managed_source *source;
	const struct hil_managed_calls *calls;
	bool colour;
	char **text;
};

/* Counts, and lets LuaJIT's own allocator do the work. */
static void *count_memory(void *context, void *block, size_t old, size_t size)
{
	struct hil_managed_host *host = context;
	struct hil_managed_memory *m = &host->memory;
	void *got = host->allocate(host->allocate_context, block, old, size);

	if (size && !got)
		return NULL;
	if (size > old)
		m->allocated_bytes += size - old;
	if (!block && size)
		m->allocations++;
	m->in_use_bytes += size - old;
	if (m->in_use_bytes > m->peak_bytes)
		m->peak_bytes = m->in_use_bytes;
	return got;
}

static const struct hil_managed_source *find(const char *name)
{
	const struct hil_managed_source *s;

	for (s = hil_managed_sources; s->name; s++) {
		if (!strcmp(s->name, name))
			return s;
	}
	return NULL;
}

static void load(lua_State *lua, const struct hil_managed_source *s)
{
	lua_pushfstring(lua, "@%s.lua", s->name);
	if (luaL_loadbuffer(lua, s->text, s->bytes, lua_tostring(lua, -1)))
		lua_error(lua);
	lua_remove(lua, -2);
}

/* package.preload[name] for each source, so that require finds them. */
static int open_protected(lua_State *lua)
{
	const struct hil_managed_source *s;

	luaL_openlibs(lua);
	lua_getglobal(lua, "package");
	lua_getfield(lua, -1, "preload");
	for (s = hil_managed_sources; s->name; s++) {
		load(lua, s);
		lua_setfield(lua, -2, s->name);
	}
	return 0;
}

static void push_layout(lua_State *lua)
{
	const struct hil_managed_layout *l = hil_managed_layout;

	lua_newtable(lua);
	for (int i = 1; l->type; l++, i++) {
		lua_createtable(lua, 3, 0);
		lua_pushstring(lua, l->type);
		lua_rawseti(lua, -2, 1);
		if (l->member) {
			lua_pushstring(lua, l->member);
			lua_rawseti(lua, -2, 2);
		}
		lua_pushinteger(lua, (lua_Integer)l->value);
		lua_rawseti(lua, -2, 3);
		lua_rawseti(lua, -2, i);
	}
}

static int run_protected(lua_State *lua)
{
	const struct job *job = lua_touserdata(lua, 1);
	struct hil_managed_calls *calls;

	load(lua, job->source);
	/* On Lua's side, so that it lives as long as what points to it. */
	calls = lua_newuserdata(lua, sizeof(*calls));
	*calls = *job->calls;
	push_layout(lua);
	lua_pushboolean(lua, job->colour);
	lua_call(lua, 3, 1);
	if (lua_isstring(lua, -1))
		*job->text = strdup(lua_tostring(lua, -1));
	return 0;
}

static int call(struct hil_managed_host *host, lua_CFunction function,
		void *argument)
{
	const char *why;
	int ret = lua_cpcall(host->lua, function, argument);

	if (!ret)
		return 0;
	why = lua_tostring(host->lua, -1);
	hil_error("cannot go on in LuaJIT: %s", why ? why : "no memory");
	lua_settop(host->lua, 0);
	return ret == LUA_ERRMEM ? -ENOMEM : -EIO;
}

int hil_managed_host_open(struct hil_managed_host *host)
{
	*host = (struct hil_managed_host){ .lua = luaL_newstate() };
	if (!host->lua)
		return -ENOMEM;
	host->allocate = lua_getallocf(host->lua, &host->allocate_context);
	/* What is freed from here on may have been allocated before. */
	host->memory.in_use_bytes =
		(uint64_t)lua_gc(host->lua, LUA_GCCOUNT, 0) * 1024;
	lua_setallocf(host->lua, count_memory, host);
	return call(host, open_protected, NULL);
}

void hil_managed_host_close(struct hil_managed_host *host)
{
	if (!host->lua)
		return;
	/* The state frees itself by the allocator that made it. */
	lua_setallocf(host->lua, host->allocate, host->allocate_context);
	lua_close(host->lua);
	host->lua = NULL;
}

int hil_managed_host_run(struct hil_managed_host *host, const char *name,
			 const struct hil_managed_calls *calls, bool colour,
			 char **text)
{
	struct job job = { .source = find(name),
			   .calls = calls,
			   .colour = colour,
			   .text = text };

	*text = NULL;
	if (!job.source)
		return -ENOENT;
	return call(host, run_protected, &job);
}
