-- SPDX-License-Identifier: GPL-3.0-or-later
-- The figure of the 2003 paper in characters: a quantity over time with its
-- average, overall minimum and maximum and the block of the last second; and
-- its histogram. Eight dots a character (Braille), one colour a character.

local bit = require "bit"
local text = require "text"
local plot = {}

local LABEL = 11 -- characters left of a plot
local LEAST_NS = 1000

-- Bits of the dots of a character, [row][column].
local dot_bit = {
	[0] = { [0] = 0x01, 0x08 }, { [0] = 0x02, 0x10 },
	{ [0] = 0x04, 0x20 }, { [0] = 0x40, 0x80 },
}
local eighths = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" }

-- U+2800 + mask as UTF-8.
local function braille(mask)
	return string.char(0xe2, 0xa0 + bit.rshift(mask, 6),
		0x80 + bit.band(mask, 0x3f))
end

local Raster = {}
Raster.__index = Raster

local function raster_new(width, height)
	return setmetatable({ width = width, height = height, mask = {},
		style = {} }, Raster)
end

function Raster:dot(x, y, style)
	local cx, cy = bit.rshift(x, 1), bit.rshift(y, 2)
	if cx < 0 or cx >= self.width or cy < 0 or cy >= self.height then
		return
	end
	local i = cy * self.width + cx
	self.mask[i] = bit.bor(self.mask[i] or 0,
		dot_bit[bit.band(y, 3)][bit.band(x, 1)])
	self.style[i] = style
end

function Raster:column(x, from, to, style)
	for y = math.min(from, to), math.max(from, to) do
		self:dot(x, y, style)
	end
end

function Raster:paint(canvas, left, top)
	for i, mask in pairs(self.mask) do
		canvas:set(left + i % self.width,
			top + math.floor(i / self.width), braille(mask),
			self.style[i])
	end
end

-- Lowest and highest value that must be seen, in ns; nil: there is none.
local function range(quantity)
	local all = quantity.all
	if all.count == 0 then
		return nil
	end
	local low, high = tonumber(all.min_ns), tonumber(all.max_ns)
	local ideal = tonumber(quantity.ideal_ns)
	if ideal > 0 then
		low, high = math.min(low, ideal), math.max(high, ideal)
	end
	-- what is narrower than a microsecond is not blown up
	local short = math.max(0, LEAST_NS - (high - low))
	return low - short / 2, high + short / 2
end

-- Columns of the view folded into as many as there are dots: a minimum or
-- maximum is never lost.
local function fold(quantity, dots)
	local columns, folded = quantity.columns, {}
	for i = 0, columns - 1 do
		local c = quantity.column[i]
		local at = math.floor(i * dots / columns)
		if c.count > 0 then
			local n, f = tonumber(c.count), folded[at]
			if not f then
				f = { count = 0, sum = 0, min = math.huge,
					max = -math.huge }
				folded[at] = f
			end
			f.count = f.count + n
			f.sum = f.sum + n * c.avg_ns
			f.min = math.min(f.min, tonumber(c.min_ns))
			f.max = math.max(f.max, tonumber(c.max_ns))
		end
	end
	return folded
end

local function line(raster, y, dots, style, every)
	for x = 0, dots - 1, every do
		raster:dot(x, y, style)
	end
end

local function curve(raster, folded, dots, y_of)
	local before
	for x = 0, dots - 1 do
		local f = folded[x]
		if f then
			local y = y_of(f.sum / f.count)
			raster:column(x, before or y, y, "blue")
			before = y
		end
	end
end

local function bands(raster, folded, dots, y_of)
	for x = 0, dots - 1 do
		if folded[x] then
			raster:column(x, y_of(folded[x].min),
				y_of(folded[x].max), "soft")
		end
	end
end

-- The paper's white block, in the last character.
local function block(canvas, quantity, left, top, height, y_of)
	if quantity.last.count == 0 then
		return
	end
	local from = math.floor(y_of(tonumber(quantity.last.max_ns)) / 4)
	local to = math.floor(y_of(tonumber(quantity.last.min_ns)) / 4)
	for y = math.max(from, 0), math.min(to, height - 1) do
		canvas:set(left, top + y, "█", "white")
	end
end

local function title_of(quantity)
	local seconds = tonumber(quantity.column_ns) * quantity.columns / 1e9
	local title = ("%s by %s, us over %.3g s"):format(
		text.chars(quantity.name), text.chars(quantity.witness),
		seconds)
	if quantity.ideal_ns > 0 then
		title = title .. ", ideal " .. text.ns(quantity.ideal_ns)
	end
	return title
end

-- One quantity over time, into a box with its title above.
function plot.time(canvas, box, quantity)
	local width, height = box.width - LABEL - 2, box.height - 1
	local left, top = box.x + LABEL, box.y + 1
	local low, high = range(quantity)

	canvas:put(box.x, box.y, title_of(quantity), "bold")
	if not low then
		canvas:put(left, top, "no values", "soft")
		return
	end
	local dots, last = width * 2, height * 4 - 1
	local function y_of(ns)
		return math.floor((high - ns) / (high - low) * last + 0.5)
	end
	local folded = fold(quantity, dots)
	local raster = raster_new(width, height)
	bands(raster, folded, dots, y_of)
	line(raster, y_of(tonumber(quantity.all.min_ns)), dots, "green", 2)
	line(raster, y_of(tonumber(quantity.all.max_ns)), dots, "red", 2)
	if quantity.ideal_ns > 0 then
		line(raster, y_of(tonumber(quantity.ideal_ns)), dots,
			"yellow", 4)
	end
	curve(raster, folded, dots, y_of)
	raster:paint(canvas, left, top)
	block(canvas, quantity, left + width, top, height, y_of)
	canvas:put_right(left - 1, top, text.ns(high), "soft")
	canvas:put_right(left - 1, top + height - 1, text.ns(low), "soft")
end

-- Bars of the view folded into characters.
local function fold_bars(quantity, width)
	local bars, most, folded = quantity.bars, 0, {}
	for i = 0, bars - 1 do
		local at = math.floor(i * math.min(width, bars) / bars)
		folded[at] = (folded[at] or 0) + tonumber(quantity.bar[i].count)
		most = math.max(most, folded[at])
	end
	return folded, most
end

-- Linear in us, logarithmic in counts; one count is still seen.
function plot.histogram(canvas, box, quantity)
	local height = box.height - 2
	canvas:put(box.x, box.y, ("%s histogram, log"):format(
		text.chars(quantity.name)), "bold")
	local folded, most = fold_bars(quantity, box.width)
	if most == 0 then
		canvas:put(box.x, box.y + 1, "no values", "soft")
		return
	end
	local top = math.log(most + 1)
	for x, count in pairs(folded) do
		local full = math.log(count + 1) / top * height * 8
		full = count > 0 and math.max(1, math.floor(full + 0.5)) or 0
		for y = 0, height - 1 do
			local part = math.min(8, full - y * 8)
			if part > 0 then
				canvas:set(box.x + x, box.y + height - y,
					eighths[part], "blue")
			end
		end
	end
	local bars = quantity.bars
	local y = box.y + height + 1
	canvas:put(box.x, y, text.ns(quantity.bar[0].low_ns), "soft")
	canvas:put_right(box.x + math.min(math.max(bars, 24), box.width), y,
		text.ns(quantity.bar[bars - 1].high_ns), "soft")
end

return plot
