-- SPDX-License-Identifier: GPL-3.0-or-later
-- The rows of the figure as words: quantities, counters, the worst, threads,
-- the front end itself and its runtime. The columns and their order are those
-- of the front end "term"; what there is no room for is left out at the end.

local text = require "text"
local numbers = { names = 18, count = 10, value = 10 }

local function of(column, ns)
	return column.count > 0 and ns or nil
end

local function positive(ns)
	return ns > 0 and ns or nil
end

-- Heading, colour, value in ns or nil.
local columns = {
	{ "min", "green", function(q) return of(q.all, q.all.min_ns) end },
	{ "avg", "blue", function(q) return of(q.all, q.all.avg_ns) end },
	{ "max", "red", function(q) return of(q.all, q.all.max_ns) end },
	{ "last min", "plain", function(q) return of(q.last, q.last.min_ns) end },
	{ "last max", "plain", function(q) return of(q.last, q.last.max_ns) end },
	{ "last avg", "plain", function(q) return of(q.last, q.last.avg_ns) end },
	{ "p50", "plain", function(q) return positive(q.p50_ns) end },
	{ "p99", "plain", function(q) return positive(q.p99_ns) end },
	{ "p99.9", "plain", function(q) return positive(q.p999_ns) end },
	{ "std dev", "plain", function(q)
		return q.deviation_ns >= 0 and q.deviation_ns or nil
	end },
	{ "ideal", "plain", function(q) return positive(q.ideal_ns) end },
}

local function row(canvas, y, name, witness, count, cell_of)
	local x = numbers.names + numbers.count
	canvas:put(0, y, name[1], name[2])
	canvas:put(9, y, witness, name[2])
	canvas:put_right(x - 1, y, count, name[2])
	for _, column in ipairs(columns) do
		x = x + numbers.value
		if x > canvas.width + 1 then
			break
		end
		local words, style = cell_of(column)
		canvas:put_right(x - 1, y, words, style)
	end
end

-- Returns the line behind the rows.
function numbers.quantities(canvas, y, view, chosen)
	row(canvas, y, { "us", "soft" }, "by", "count", function(column)
		return column[1], "soft"
	end)
	for i = 0, view.quantities - 1 do
		local q = view.quantity[i]
		row(canvas, y + 1 + i, { text.chars(q.name),
			i == chosen and "bold" or "plain" },
			text.chars(q.witness), text.integer(q.all.count),
			function(column)
				local ns = column[3](q)
				return ns and text.fit(ns, numbers.value - 1)
					or "-", column[2]
			end)
	end
	return y + 1 + view.quantities
end

function numbers.counters(view)
	local words = {}
	for i = 0, view.counters - 1 do
		words[i + 1] = text.chars(view.counter[i].name) .. " "
			.. text.counter(view.counter[i])
	end
	return words
end

function numbers.front(view)
	local f = view.front
	return {
		("%g ms"):format(tonumber(f.refresh_ns) / 1e6),
		"drawn " .. text.integer(f.drawn),
		"skipped " .. text.integer(f.skipped),
		"retries " .. text.integer(f.retries),
		"torn " .. text.integer(f.torn),
		text.chars(f.sched) .. " cpus " .. text.chars(f.cpus),
	}
end

-- r: of runtime.live()
function numbers.runtime(r)
	return {
		r.version,
		"collections " .. r.collections,
		("timed %s us%s"):format(text.ns(r.own_ns),
			r.untimed > 0 and ", others unknown" or ""),
		"heap " .. text.bytes(r.in_use),
		"allocated " .. text.bytes(r.allocated),
		"traces " .. r.traces,
		"aborted " .. r.aborted,
		"code " .. text.bytes(r.code_bytes),
		"calls " .. r.calls,
		"errors " .. r.errors,
	}
end

local WORST = 39 -- characters of one of the worst

local function worst_title(view)
	if view.worsts == 0 then
		return "worst ten: none yet"
	end
	return ("worst ten, %s by %s, us"):format(
		text.chars(view.worst[0].name),
		text.chars(view.worst[0].witness))
end

function numbers.worst_lines(width)
	return 1 + math.ceil(10 / math.max(1, math.floor(width / WORST)))
end

function numbers.worst(canvas, y, view, lines)
	local rows = numbers.worst_lines(canvas.width) - 1
	canvas:put(0, y, worst_title(view), "bold")
	for i = 0, view.worsts - 1 do
		local w = view.worst[i]
		local line = i % rows
		if line < lines - 1 then
			canvas:put(math.floor(i / rows) * WORST, y + 1 + line,
				("%2d %10s  %.22s"):format(i + 1,
					text.fit(w.value_ns, 10),
					text.chars(w.at)))
		end
	end
end

local thread_format = "%-5.5s %3s %3s %8s %8s %8s %7s %5s"

local function thread(canvas, y, t)
	canvas:put(0, y, ("%-10.10s %-14.14s"):format(text.chars(t.role),
		text.chars(t.comm)))
	if t.known == 0 then
		canvas:put(26, y, "unknown: not visible here", "soft")
		return
	end
	canvas:put(26, y, thread_format:format(text.chars(t.policy),
		t.priority, t.cpu >= 0 and t.cpu or "-",
		t.idle_ns < 0 and "-" or text.age(t.idle_ns),
		text.count(t.voluntary), text.count(t.involuntary),
		text.count(t.minor), text.count(t.major)))
end

function numbers.threads(canvas, y, view, lines)
	canvas:put(0, y, ("%-26s"):format "threads"
		.. thread_format:format("sched", "pri", "cpu", "last run",
			"volunt.", "involunt", "minor", "major"), "soft")
	for i = 0, math.min(lines - 1, view.threads) - 1 do
		thread(canvas, y + 1 + i, view.thread[i])
	end
end

return numbers
