/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames of the control socket, arriving in pieces of any size. */
#include <jansson.h>

#include "daemon/shm/socket_frame.h"
#include "tests/fuzz/fuzz.h"

/* A complete frame: an object, which can be told again, or nothing. */
static void look_at(const struct hil_socket_frame *frame)
{
	json_t *object = hil_socket_frame_json(frame);
	char *text;

	if (!object)
		return;
	text = json_dumps(object, JSON_COMPACT);
	if (!text)
		abort();
	free(text);
	json_decref(object);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hil_socket_frame frame = { .have = 0 };
	size_t at = 0, piece;
	int wanted;

	while (at < size) {
		wanted = hil_socket_frame_wanted(&frame);
		if (wanted < 0)
			return 0;
		piece = 1 + data[at] % (size_t)wanted;
		if (piece > size - at)
			piece = size - at;
		if (frame.have + piece > sizeof(frame.bytes))
			abort();
		memcpy(frame.bytes + frame.have, data + at, piece);
		frame.have += piece;
		at += piece;
		if (hil_socket_frame_wanted(&frame) == 0) {
			look_at(&frame);
			frame.have = 0;
		}
	}
	return 0;
}
