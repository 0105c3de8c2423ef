-- SPDX-License-Identifier: GPL-3.0-or-later
-- The whole figure: what stands where, in the order of the front end "term". A
-- low terminal shows one of threads, worst ten and histograms; the user chooses.

local text = require "text"
local plot = require "plot"
local numbers = require "numbers"
local screen = { least_width = 80, least_height = 24, panels = 3 }

local PANEL = 5       -- lines of a panel where only one fits
local PLOT_HEIGHT = 8 -- that one more plot needs
local TALL = 40       -- lines that hold all panels

local function head(canvas, view, choice)
	canvas:put(0, 0, (" "):rep(canvas.width), "title")
	local words = view.state[0] == 0 and "no writer"
		or text.chars(view.state)
	if view.attached ~= 0 and view.live == 0 then
		words = words .. ", stale"
	end
	if choice.paused then
		words = words .. "  paused"
	end
	canvas:put(1, 0, "hilrig managed  " .. words, "title")
	canvas:put(40, 0, text.chars(view.writer), "title")
	if view.front.staleness_ns >= 0 then
		canvas:put_right(canvas.width - 1, 0,
			text.age(view.front.staleness_ns) .. " old", "title")
	end
end

-- Returns the line behind them.
local function witnesses(canvas, y, view)
	for i = 0, view.witnesses - 1 do
		local w = view.witness[i]
		canvas:put(0, y + i, ("%s: %s"):format(text.chars(w.name),
			text.chars(w.text)), w.alive == 0 and "yellow" or "plain")
	end
	return y + view.witnesses
end

local function verdict(canvas, y, view)
	local words = "verdict so far: " .. text.chars(view.verdict)
	if view.u_ns >= 0 then
		words = words .. ("  U = %s us (k = %.3g)"):format(
			text.ns(view.u_ns), view.k)
	end
	if view.leg_ns >= 0 then
		words = words .. ("  legs within %s us"):format(
			text.ns(view.leg_ns))
	end
	for i = 0, view.reasons - 1 do
		words = words .. (i == 0 and "  " or "; ")
			.. text.chars(view.reason_text[i])
	end
	canvas:put(0, y, words, text.chars(view.verdict) == "INVALID"
		and "red" or "bold")
end

-- Words one after the other over as many lines as they need. Only measures
-- without a canvas. Returns the number of lines.
local function flow(canvas, width, y, words)
	local x, line = 0, 0
	for _, word in ipairs(words) do
		if x > 0 and x + #word > width then
			x, line = 0, line + 1
		end
		if canvas then
			canvas:put(x, y + line, word)
		end
		x = x + #word + 2
	end
	return line + 1
end

-- The quantity that the user has chosen, then as many more as there is room.
local function plots(canvas, y, height, view, choice)
	local count = math.max(1, math.min(view.quantities,
		math.floor(height / PLOT_HEIGHT)))
	local each = math.floor(height / count)
	local split = math.floor(canvas.width * 0.66)
	for i = 0, count - 1 do
		local q = view.quantity[(choice.quantity + i) % view.quantities]
		plot.time(canvas, { x = 0, y = y + i * each, width = split,
			height = each }, q)
		plot.histogram(canvas, { x = split + 1, y = y + i * each,
			width = canvas.width - split - 1, height = each }, q)
	end
end

-- Lines that the panels get; all of them where the screen is high enough.
local function panel_lines(canvas, view, choice)
	local threads = view.threads + 1
	local worst = numbers.worst_lines(canvas.width)
	if canvas.height >= TALL then
		return threads, worst
	elseif choice.panel == 0 then
		return math.min(threads, PANEL), 0
	elseif choice.panel == 1 then
		return 0, math.min(worst, PANEL + 1)
	end
	return 0, 0
end

local function draw_all(canvas, y, view, choice, counters)
	local width = canvas.width
	local own = numbers.runtime(counters)
	local front = numbers.front(view)
	verdict(canvas, y, view)
	y = numbers.quantities(canvas, y + 1, view, choice.quantity)
	y = y + flow(canvas, width, y, numbers.counters(view))
	local threads, worst = panel_lines(canvas, view, choice)
	local foot = canvas.height - flow(nil, width, 0, own)
		- flow(nil, width, 0, front)
	local height = foot - threads - worst - y
	plots(canvas, y, height, view, choice)
	y = y + height
	if threads > 0 then
		numbers.threads(canvas, y, view, threads)
	end
	if worst > 0 then
		numbers.worst(canvas, y + threads, view, worst)
	end
	flow(canvas, width, foot, front)
	canvas:put_right(width, foot, "h help  q quit", "soft")
	flow(canvas, width, foot + flow(nil, width, 0, front), own)
end

local help = {
	"  + -      refresh more or less often (20 ms to 5 s)         ",
	"  p        pause: the picture stays, nothing is lost         ",
	"  s S      curves over more or less time                     ",
	"  n N      next or previous quantity                         ",
	"  t        threads, worst ten, histogram, where only one fits",
	"  h        this help on or off                               ",
	"  q        quit                                              ",
	"                                                             ",
	"  Plot: minimum to maximum of each column, its average (blue)",
	"  Lines: overall minimum (green), maximum (red), ideal period",
	"  (yellow). At the right: the last second, white.            ",
	"  The last lines are what this front end's runtime counted.  ",
}

local function draw_help(canvas)
	local x = math.floor((canvas.width - #help[1]) / 2)
	local y = math.floor((canvas.height - #help) / 2)
	for i, words in ipairs(help) do
		canvas:put(x, y + i - 1, words, "title")
	end
end

-- choice: quantity and panel (from 0), paused, help; counters: of
-- runtime.live().
function screen.draw(canvas, view, choice, counters)
	canvas:clear()
	if canvas.width < screen.least_width
		or canvas.height < screen.least_height then
		canvas:put(0, 0, ("this terminal is %d x %d: make it 80 x 24")
			:format(canvas.width, canvas.height), "yellow")
		return
	end
	head(canvas, view, choice)
	local y = witnesses(canvas, 1, view)
	if view.attached ~= 0 and view.quantities > 0 then
		choice.quantity = choice.quantity % view.quantities
		draw_all(canvas, y, view, choice, counters)
	else
		flow(canvas, canvas.width, y + 1, numbers.runtime(counters))
	end
	if choice.help then
		draw_help(canvas)
	end
	if counters.message then
		canvas:put(0, canvas.height - 1, counters.message, "red")
	end
end

return screen
