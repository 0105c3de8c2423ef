/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal front end: keys, and when to draw. */
#include <curses.h>
#include <errno.h>
#include <string.h>

#include "daemon/base/time.h"
#include "gui-bridge/front/front.h"
#include "gui-bridge/term/layout.h"

struct term {
	struct hil_front *front;
	struct term_screen screen;
	struct term_choice choice;
};

static void change_refresh(struct hil_front *f, int direction)
{
	hil_refresh_set(&f->refresh,
			hil_refresh_step(f->refresh.period_ns, direction),
			hil_time_mono_ns());
}

static void change_span(struct hil_front *f, int direction)
{
	static const int64_t span_s[] = { 5,    10,    40,    120,   600,
					  3600, 14400, 43200, 244800 };
	const int last = (int)(sizeof(span_s) / sizeof(span_s[0])) - 1;
	int i = 0;

	while (i < last && span_s[i] * HIL_NS_PER_S < f->choice.span_ns)
		i++;
	i += direction;
	i = i < 0 ? 0 : i > last ? last : i;
	f->choice.span_ns = span_s[i] * HIL_NS_PER_S;
}

static void key_pressed(struct term *t, int key)
{
	switch (key) {
	case '+':
	case '=':
		change_refresh(t->front, 1);
		break;
	case '-':
		change_refresh(t->front, -1);
		break;
	case 's':
	case 'S':
		change_span(t->front, key == 's' ? 1 : -1);
		break;
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
	case 'p':
	case ' ':
		t->front->paused = t->choice.paused = !t->front->paused;
		break;
	case 'h':
	case '?':
		t->choice.help = !t->choice.help;
		break;
	case 'q':
		t->front->stop = true;
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
