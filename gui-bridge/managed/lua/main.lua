-- SPDX-License-Identifier: GPL-3.0-or-later
-- The loop: a refresh, a picture, a collection when one is due, then a wait.
-- Called by gui-bridge/managed/managed.c with the C side and the layout of its
-- structs; returns the runtime's counters as JSON.

local pointer, layout, colour = ...
local native = require "native"
local Canvas = require "canvas"
local screen = require "screen"
local runtime = require "runtime"

local ERRORS_IN_A_ROW = 20
native.check(layout)
native.open(pointer)
local choice = { quantity = 0, panel = 0, paused = false, help = false }
local canvas

local function draw()
	local width, height = native.size()
	if not canvas or canvas.width ~= width or canvas.height ~= height then
		canvas = Canvas.new(width, height, colour)
		native.write "\27[2J"
	end
	screen.draw(canvas, native.view(), choice,
		runtime.live(native.calls_made))
	local changes = canvas:changes()
	if changes ~= "" and native.write(changes) < 0 then
		return false
	end
	return true
end

local keys = {
	n = function() choice.quantity = choice.quantity + 1 end,
	N = function() choice.quantity = choice.quantity - 1 end,
	t = function() choice.panel = (choice.panel + 1) % screen.panels end,
	h = function() choice.help = not choice.help end,
}
keys["?"] = keys.h

-- What is not ours is the C side's: refresh, span, pause, quit.
local function pressed(code)
	local ours = keys[string.char(code)]
	if ours then
		ours()
	else
		choice.paused = native.key(code)
	end
end

-- An error spoils a frame, not the run; the terminal's end does end it.
local failed = 0
local function frame()
	local ok, result = pcall(draw)
	if ok then
		failed = 0
		return result
	end
	runtime.failed(result)
	failed = failed + 1
	if failed >= ERRORS_IN_A_ROW then
		error(result, 0)
	end
	return true
end

runtime.start(native.now_ns, native.memory)
local going = true
while going do
	local key = native.wait()
	if not key then
		break
	end
	if key > 0 then
		pressed(key)
		going = frame()
	end
	if native.begin() then
		going = frame()
		native.finish()
		runtime.collect_when_due()
	end
end
return runtime.to_json(native.calls_made)
