-- SPDX-License-Identifier: GPL-3.0-or-later
-- A grid of characters with colours. Only rows that changed are written.

local text = require "text"
local Canvas = {}
Canvas.__index = Canvas

local styles = {
	plain = "", bold = "1", soft = "2", blue = "94", green = "32",
	red = "91", white = "97;47", yellow = "33", title = "1;7",
}
-- Without colour what stands out still does.
local plain_styles = { bold = "1", soft = "2", title = "1;7" }

function Canvas.new(width, height, colour)
	return setmetatable({
		width = width, height = height, cell = {}, style = {},
		shown = {}, styles = colour and styles or plain_styles,
	}, Canvas)
end

function Canvas:clear()
	for i = 0, self.width * self.height - 1 do
		self.cell[i] = " "
		self.style[i] = "plain"
	end
end

function Canvas:set(x, y, character, style)
	if x >= 0 and x < self.width and y >= 0 and y < self.height then
		local i = y * self.width + x
		self.cell[i] = character
		self.style[i] = style or "plain"
	end
end

-- Returns the column behind the text.
function Canvas:put(x, y, words, style)
	if words:find "[%c\128-\255]" then
		for ch in text.characters(words) do
			self:set(x, y, ch, style)
			x = x + 1
		end
		return x
	end
	for i = 1, #words do
		self:set(x + i - 1, y, words:sub(i, i), style)
	end
	return x + #words
end

-- The text ends before column x.
function Canvas:put_right(x, y, words, style)
	self:put(x - #words, y, words, style)
end

function Canvas:row(y)
	local parts, style = {}, ""
	for x = 0, self.width - 1 do
		local i = y * self.width + x
		local next_style = self.styles[self.style[i]] or ""
		if next_style ~= style then
			parts[#parts + 1] = "\27[0"
				.. (next_style ~= "" and ";" or "")
				.. next_style .. "m"
			style = next_style
		end
		parts[#parts + 1] = self.cell[i]
	end
	if style ~= "" then
		parts[#parts + 1] = "\27[0m"
	end
	return table.concat(parts)
end

-- What a terminal must be sent to show the grid.
function Canvas:changes()
	local parts = {}
	for y = 0, self.height - 1 do
		local row = self:row(y)
		if row ~= self.shown[y] then
			parts[#parts + 1] = ("\27[%d;1H"):format(y + 1) .. row
			self.shown[y] = row
		end
	end
	return table.concat(parts)
end

-- The grid without colours, for tests.
function Canvas:lines()
	local lines = {}
	for y = 0, self.height - 1 do
		lines[y + 1] = table.concat(self.cell, "", y * self.width,
			(y + 1) * self.width - 1):gsub(" +$", "")
	end
	return lines
end

return Canvas
