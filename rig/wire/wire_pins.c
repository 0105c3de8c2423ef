/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts hilrig-pins where hilrigd would be started, and reads its lines. */
#include "rig/wire/wire_pins.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/piped.h"
#include "daemon/base/time.h"
#include "rig/run/board.h"

#define PROGRAM   "hilrig-pins"
#define TOTAL_MAX (4u << 20)
#define END_NS    (2 * HIL_NS_PER_S)
#define NOT_FOUND 127 /* of a shell, ssh and the bench */

/* "/opt/x/hilrigd" has its neighbour at "/opt/x/hilrig-pins". */
static char *program_of(const struct hil_run_options *o)
{
	const char *slash = strrchr(o->hilrigd, '/');
	char *path = NULL;

	if (!slash)
		return strdup(PROGRAM);
	if (asprintf(&path, "%.*s/" PROGRAM, (int)(slash - o->hilrigd),
		     o->hilrigd) < 0)
		return NULL;
	return path;
}

int hil_wire_pins_start(struct hil_wire_pins *p,
			const struct hil_run_options *o,
			const char *const *args)
{
	char *program = program_of(o);
	char **argv =
		program ? hil_board_command(o->exec, program, args) : NULL;
	int ret = argv ? 0 : -ENOMEM;

	memset(p, 0, offsetof(struct hil_wire_pins, text));
	p->in = p->out = -1;
	if (!ret)
		ret = hil_piped_spawn(argv, &p->pid, &p->in, &p->out);
	if (ret) {
		p->pid = 0;
		hil_error("cannot start " PROGRAM "%s%s: %s",
			  o->exec ? " through " : "", o->exec ? o->exec : "",
			  strerror(-ret));
	}
	hil_board_command_free(argv);
	free(program);
	return ret;
}

/* Cuts the first line off the buffer; NULL: it is not complete. */
static char *cut_line(struct hil_wire_pins *p, size_t *size)
{
	char *end = memchr(p->text, '\n', p->used);

	if (!end)
		return NULL;
	*end = '\0';
	*size = (size_t)(end - p->text) + 1;
	return p->text;
}

static json_t *take_line(struct hil_wire_pins *p)
{
	size_t size;
	json_t *json;
	char *line;

	while ((line = cut_line(p, &size)) != NULL) {
		json = json_loads(line, 0, NULL);
		p->used -= size;
		memmove(p->text, p->text + size, p->used);
		if (json_is_object(json))
			return json;
		json_decref(json);
	}
	return NULL;
}

int hil_wire_pins_next(struct hil_wire_pins *p, json_t **json)
{
	ssize_t n;

	for (;;) {
		*json = take_line(p);
		if (*json)
			return 1;
		if (p->used == sizeof(p->text) || p->total > TOTAL_MAX)
			return -EBADMSG;
		n = read(p->out, p->text + p->used, sizeof(p->text) - p->used);
		if (n == 0)
			return -EPIPE;
		if (n < 0)
			return errno == EAGAIN || errno == EINTR ? 0 : -errno;
		p->used += (size_t)n;
		p->total += (size_t)n;
	}
}

int hil_wire_pins_ask(struct hil_wire_pins *p)
{
	return write(p->in, "\n", 1) == 1 ? 0 : -EPIPE;
}

static void close_pipe(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

int hil_wire_pins_end(struct hil_wire_pins *p)
{
	int status = 0;

	if (!p->pid)
		return 0;
	close_pipe(&p->in);
	hil_piped_end(p->pid, END_NS, &status);
	close_pipe(&p->out);
	p->pid = 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
		hil_error(PROGRAM " is not on the board: copy it there, beside "
				  "hilrigd");
	else
		hil_error(PROGRAM " on the board ended early, %s %d",
			  WIFEXITED(status) ? "exit status" : "by signal",
			  WIFEXITED(status) ? WEXITSTATUS(status)
					    : WTERMSIG(status));
	return -EREMOTEIO;
}
