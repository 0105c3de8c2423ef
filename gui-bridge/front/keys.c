/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys that mean the same in every front end with a keyboard. */
#include "daemon/base/time.h"
#include "gui-bridge/front/front.h"

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

bool hil_front_press(struct hil_front *f, int key)
{
	switch (key) {
	case '+':
	case '=':
	case '-':
		change_refresh(f, key == '-' ? -1 : 1);
		return true;
	case 's':
	case 'S':
		change_span(f, key == 's' ? 1 : -1);
		return true;
	case 'p':
	case ' ':
		f->paused = !f->paused;
		return true;
	case 'q':
		f->stop = true;
		return true;
	default:
		return false;
	}
}
