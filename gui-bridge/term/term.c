/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal front end: keys, and when to draw. */
#include <curses.h>
#include <errno.h>
#include <string.h>

#include "gui-bridge/front/front.h"
#include "gui-bridge/term/layout.h"

struct term {
	struct hil_front *front;
	struct term_screen screen;
	struct term_choice choice;
};

static void key_pressed(struct term *t, int key)
{
	if (hil_front_press(t->front, key)) {
		t->choice.paused = t->front->paused;
		return;
	}
	switch (key) {
	case 'n':
		t->choice.quantity++;
		break;
	case 'N':
		if (t->front->view->quantities)
			t->choice.quantity += t->front->view->quantities - 1;
		break;
	case 't':
		t->choice.panel = (t->choice.panel + 1) % TERM_PANELS;
		break;
	case 'h':
	case '?':
		t->choice.help = !t->choice.help;
		break;
	default:
		break;
	}
}

static int draw(void *context, const struct hil_view *view)
{
	struct term *t = context;

	term_draw(&t->screen, &t->choice, view, LINES, COLS);
	return 0;
}

/* Drawn at once, so that keys also work while the picture is paused. */
static void input(void *context)
{
	struct term *t = context;
	int key;

	while ((key = getch()) != ERR)
		key_pressed(t, key);
	draw(t, t->front->view);
}

static int term_run(struct hil_front *f)
{
	struct term t = { .front = f };
	struct hil_front_loop loop = { .context = &t,
				       .input = input,
				       .draw = draw };
	int ret = term_screen_open(&t.screen, f->options->pty);

	if (ret)
		return ret;
	loop.input_fd = t.screen.input_fd;
	ret = hil_front_loop(f, &loop);
	term_screen_close(&t.screen);
	return ret;
}

const struct hil_front_end hil_term = { "term", "in this terminal", term_run };
