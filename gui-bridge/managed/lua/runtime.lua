-- SPDX-License-Identifier: GPL-3.0-or-later
-- What the runtime does while the front end draws, counted by itself:
-- collections, memory, the JIT compiler, errors, calls into C.
--
-- A collection is counted by a sentinel, an object that nobody holds: the
-- collector finalizes it once a cycle, and it leaves another one behind. Most
-- collections are the front end's own: when the heap has doubled since the last
-- one, a whole cycle is run between two frames in timed steps. The runtime may
-- still begin one by itself; how long such a one took it cannot tell.

local jit = require "jit"
local util = require "jit.util"

local KEPT = 4096   -- times of collections
local GROWTH = 2    -- the heap's, that makes us collect
local LEFT_TO_RUNTIME = 1000 -- its own threshold, per cent
local STEP_KIB = 16

local runtime = {}
local state

local function collected()
	local now_ns = state.own_begin_ns or state.now_ns()
	state.collections = state.collections + 1
	if #state.times < KEPT then
		state.times[#state.times + 1] = now_ns
	else
		state.times_dropped = state.times_dropped + 1
	end
	if not state.own_begin_ns then
		state.not_timed = state.not_timed + 1
	end
end

local function leave_sentinel()
	local sentinel = newproxy(true)
	getmetatable(sentinel).__gc = function()
		-- the last one is finalized when the runtime ends
		if state then
			collected()
			leave_sentinel()
		end
	end
end

local function on_trace(what, trace)
	if not state then
		return
	end
	if what == "stop" then
		state.traces = state.traces + 1
		state.code_bytes = state.code_bytes
			+ #(util.tracemc(trace) or "")
	elseif what == "abort" then
		state.aborted = state.aborted + 1
	elseif what == "flush" then
		state.flushed = state.flushed + 1
	end
end

local function bytes_in_use()
	return collectgarbage "count" * 1024
end

-- now_ns: CLOCK_MONOTONIC; memory: bytes allocated, allocations, peak.
function runtime.start(now_ns, memory)
	state = {
		now_ns = now_ns, memory = memory, begin_ns = now_ns(),
		collections = 0, own = 0, not_timed = 0, own_ns = 0,
		longest_ns = 0, freed = 0, times = {}, times_dropped = 0,
		traces = 0, aborted = 0, flushed = 0, code_bytes = 0,
		errors = 0,
	}
	collectgarbage("setpause", LEFT_TO_RUNTIME)
	collectgarbage()
	state.allocated_before, state.allocations_before = memory()
	state.before = bytes_in_use()
	state.settled = state.before
	jit.attach(on_trace, "trace")
	leave_sentinel()
end

-- A whole cycle, timed.
function runtime.collect()
	local before = bytes_in_use()
	local begin_ns = state.now_ns()
	state.own_begin_ns = begin_ns
	repeat until collectgarbage("step", STEP_KIB)
	state.own_begin_ns = nil
	local took_ns = state.now_ns() - begin_ns
	state.own = state.own + 1
	state.own_ns = state.own_ns + took_ns
	state.longest_ns = math.max(state.longest_ns, took_ns)
	state.settled = bytes_in_use()
	state.freed = state.freed + math.max(0, before - state.settled)
end

-- Between two frames.
function runtime.collect_when_due()
	if bytes_in_use() > GROWTH * state.settled then
		runtime.collect()
	end
end

function runtime.failed(message)
	state.errors = state.errors + 1
	state.message = tostring(message)
end

local function jit_is_on()
	return (jit.status())
end

-- Ordered names and values; a value that this runtime cannot tell is nil.
function runtime.counters(calls_made)
	local allocated, allocations, peak = state.memory()
	local untimed = state.not_timed > 0
	return {
		{ "runtime", jit.version .. " " .. jit.arch },
		{ "run_time_ns", state.now_ns() - state.begin_ns },
		{ "collections", state.collections },
		{ "collections_timed", state.own },
		{ "collection_time_ns", not untimed and state.own_ns or nil },
		{ "collection_time_timed_ns", state.own_ns },
		{ "collection_longest_timed_ns",
			state.own > 0 and state.longest_ns or nil },
		{ "bytes_in_use_before", state.before },
		{ "bytes_in_use_after", bytes_in_use() },
		{ "bytes_in_use_peak", peak },
		{ "bytes_allocated", allocated - state.allocated_before },
		{ "bytes_freed_by_timed_collections", state.freed },
		{ "allocations", allocations - state.allocations_before },
		{ "objects_finalized", nil },
		{ "objects_moved", nil },
		{ "jit", jit_is_on() },
		{ "traces_compiled", state.traces },
		{ "traces_aborted", state.aborted },
		{ "trace_flushes", state.flushed },
		{ "trace_code_bytes", state.code_bytes },
		{ "compile_time_ns", nil },
		{ "exceptions_thrown", nil },
		{ "errors", state.errors },
		{ "native_calls", calls_made },
		{ "collections_not_listed", state.times_dropped },
	}
end

local function value_to_json(value)
	if value == nil then
		return "null"
	elseif type(value) == "string" then
		return '"' .. value:gsub('[%c"\\]', "?") .. '"'
	elseif type(value) == "number" then
		return ("%.0f"):format(value)
	end
	return tostring(value)
end

-- The counters and when collections began, as a JSON object.
function runtime.to_json(calls_made)
	local parts, times = {}, {}
	for i, row in ipairs(runtime.counters(calls_made)) do
		parts[i] = ('"%s":%s'):format(row[1], value_to_json(row[2]))
	end
	for i, ns in ipairs(state.times) do
		times[i] = value_to_json(ns)
	end
	return "{" .. table.concat(parts, ",")
		.. ',"collections_mono_ns":[' .. table.concat(times, ",")
		.. "]}"
end

-- For the screen: a line's worth.
function runtime.live(calls_made)
	local allocated = state.memory()
	return {
		collections = state.collections, own_ns = state.own_ns,
		untimed = state.not_timed, in_use = bytes_in_use(),
		allocated = allocated - state.allocated_before,
		traces = state.traces, aborted = state.aborted,
		code_bytes = state.code_bytes, errors = state.errors,
		calls = calls_made, message = state.message,
		version = jit.version,
	}
end

return runtime
