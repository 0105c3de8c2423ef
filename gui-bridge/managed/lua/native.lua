-- SPDX-License-Identifier: GPL-3.0-or-later
-- The C side as Lua sees it: the shared view in place, and the few functions
-- of struct hil_managed_calls. Nothing is copied; nothing here draws.
--
-- The declarations are made from the C headers when this is compiled; check()
-- makes sure that they mean the same layout here.

local ffi = require "ffi"

ffi.cdef(require "declarations")

local native = { calls_made = 0 }
local size = ffi.new "int32_t[2]"
local calls

-- layout: list of { type, member or nil, offset or size } from C.
function native.check(layout)
	for _, row in ipairs(layout) do
		local kind, member, want = row[1], row[2], row[3]
		local is = member and ffi.offsetof(kind, member)
			or ffi.sizeof(kind)
		if is ~= want then
			error(("%s%s is at %s here and at %d in C"):format(
				kind, member and "." .. member or "",
				tostring(is), want), 0)
		end
	end
end

function native.open(pointer)
	calls = ffi.cast("const struct hil_managed_calls *", pointer)
	return native
end

local function count()
	native.calls_made = native.calls_made + 1
end

function native.view()
	return calls.view
end

function native.begin()
	count()
	return calls.begin(calls.front)
end

function native.finish()
	count()
	calls["end"](calls.front)
end

-- Until a refresh is due, a key is pressed or all is over: nil when it is over,
-- else the key's code or 0.
function native.wait()
	count()
	local key = calls.wait(calls.front, calls.terminal)
	return key >= 0 and key or nil
end

function native.key(code)
	count()
	return calls.key(calls.front, code)
end

function native.size()
	count()
	calls.size(calls.terminal, size)
	return size[0], size[1]
end

function native.write(text)
	count()
	return calls.write(calls.terminal, text, #text)
end

function native.now_ns()
	count()
	return tonumber(calls.now_ns())
end

-- Bytes ever allocated, allocations, most bytes in use.
function native.memory()
	local memory = calls.memory
	return tonumber(memory.allocated_bytes),
		tonumber(memory.allocations), tonumber(memory.peak_bytes)
end

return native
