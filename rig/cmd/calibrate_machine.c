/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Board and host of a calibration: who they are and how warm. */
#include <stdlib.h>

#include "daemon/base/time.h"
#include "rig/cmd/calibrate.h"
#include "rig/run/board.h"
#include "rig/run/collect.h"

#define WAIT_NS    (20 * HIL_NS_PER_S) /* a slow login; 1000 toggles take 3 s */
#define BYTES_MOST ((size_t)16 << 20)

json_t *hil_calibrate_ask(const struct hil_run_options *o, bool board,
			  const char *const *args)
{
	char **argv =
		hil_board_command(board ? o->exec : NULL, o->hilrigd, args);
	json_t *answer = NULL;
	char *text = NULL;
	int status = 0;

	if (argv && !hil_collect(argv, WAIT_NS, BYTES_MOST, &text, &status) &&
	    !status)
		answer = json_loads(text, 0, NULL);
	free(text);
	hil_board_command_free(argv);
	if (json_is_object(answer))
		return answer;
	json_decref(answer);
	return NULL;
}

void hil_calibrate_machines(struct hil_calibrate *c)
{
	static const char *const args[] = { "--facts", NULL };

	if (c->o->board == HIL_BOARD_EXEC)
		c->board = hil_calibrate_ask(c->o, true, args);
	c->host = hil_calibrate_ask(c->o, false, args);
}

static json_t *degrees(const json_t *machine)
{
	json_t *mc = json_object_get(machine, "temperature_mc");

	if (!json_is_integer(mc) || json_integer_value(mc) < 0)
		return json_null();
	return json_real((double)json_integer_value(mc) / 1000);
}

json_t *hil_calibrate_temperature(const struct hil_calibrate *c)
{
	return json_pack("{s:o,s:o}", "board", degrees(c->board), "host",
			 degrees(c->host));
}
