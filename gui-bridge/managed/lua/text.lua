-- SPDX-License-Identifier: GPL-3.0-or-later
-- Numbers as text, as gui-bridge/view/text.c writes them: a test compares.

local ffi = require "ffi"
local text = {}

-- A value in us with three decimals.
function text.ns(ns)
	return ("%.3f"):format(tonumber(ns) / 1000)
end

-- The same in at most so many characters, with fewer decimals.
function text.fit(ns, width)
	local us = tonumber(ns) / 1000
	local words
	for _, format in ipairs { "%.3f", "%.1f", "%.0f" } do
		words = format:format(us)
		if #words <= width then
			break
		end
	end
	return words
end

-- All digits of a 64-bit integer; a Lua number has only 53 bits.
function text.integer(value)
	return (tostring(value):gsub("U?LL$", ""))
end

function text.counter(counter)
	return counter.known ~= 0 and text.integer(counter.value) or "unknown"
end

-- A count that is unknown beyond what an int64_t holds.
function text.count(value)
	return value > 0x7fffffffffffffffULL and "unknown"
		or text.integer(value)
end

function text.age(ns)
	ns = tonumber(ns)
	if ns < 0 then
		return "never"
	elseif ns < 10e9 then
		return ("%d ms"):format(math.floor(ns / 1e6))
	elseif ns < 120e9 then
		return ("%d s"):format(math.floor(ns / 1e9))
	end
	return ("%d min"):format(math.floor(ns / 60e9))
end

function text.bytes(bytes)
	if bytes < 10240 then
		return ("%d B"):format(bytes)
	elseif bytes < 10240 * 1024 then
		return ("%.0f KiB"):format(bytes / 1024)
	end
	return ("%.1f MiB"):format(bytes / 1048576)
end

-- A char array of C, also one that is not terminated.
function text.chars(array)
	local all = ffi.string(array, ffi.sizeof(array))
	return all:match("^[^%z]*")
end

-- The characters of a UTF-8 text, one by one; what a terminal would obey or
-- could not show becomes "?".
function text.characters(words)
	return coroutine.wrap(function()
		for ch in words:gmatch "[%z\1-\127\192-\255][\128-\191]*" do
			local lead = ch:byte()
			local want = lead < 128 and 1 or lead < 224 and 2
				or lead < 240 and 3 or 4
			if lead < 32 or lead == 127 or #ch ~= want
				or lead == 194 and ch:byte(2) < 160 then
				ch = "?"
			end
			coroutine.yield(ch)
		end
	end)
end

return text
