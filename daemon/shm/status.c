/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The status block as a record; publishing it is the writer's. */
#include "daemon/shm/status.h"

#include <stdio.h>
#include <string.h>

void hil_shm_status_init(struct hil_shm_status *s)
{
	memset(s, 0, sizeof(*s));
	memset(s->account, 0xff, sizeof(s->account)); /* HIL_SHM_UNKNOWN */
	s->samples = HIL_SHM_UNKNOWN;
	s->coverage_ppm = HIL_SHM_UNKNOWN;
	s->u_ns = -1.0;
	s->k = 2.0;
}

void hil_shm_status_worst(struct hil_shm_status *s,
			  const struct hil_shm_worst *w)
{
	uint32_t at = s->worsts;

	while (at > 0 && s->worst[at - 1].value_ns < w->value_ns)
		at--;
	if (at == HIL_SHM_STATUS_WORST)
		return;
	if (s->worsts < HIL_SHM_STATUS_WORST)
		s->worsts++;
	memmove(&s->worst[at + 1], &s->worst[at],
		(s->worsts - at - 1) * sizeof(s->worst[0]));
	s->worst[at] = *w;
}

void hil_shm_status_reason(struct hil_shm_status *s, const char *text)
{
	/* Zeroed: its tail goes to readers too and must not tell anything. */
	char reason[sizeof(s->reason[0])] = "";
	uint32_t i;

	snprintf(reason, sizeof(reason), "%s", text);
	for (i = 0; i < s->reasons; i++) {
		if (strcmp(s->reason[i], reason) == 0)
			return;
	}
	if (s->reasons < HIL_SHM_STATUS_REASONS)
		memcpy(s->reason[s->reasons++], reason, sizeof(reason));
}
