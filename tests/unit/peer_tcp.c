/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SCPI on raw TCP. */
#include "tests/unit/peer.h"

#include "tests/unit/fake_scpi.h"

void peer_prepare(char **argv)
{
	(void)argv;
}

struct peer *peer_new(enum fake_maker maker)
{
	return (struct peer *)fake_scpi_new(maker);
}

static struct fake_scpi *fake_of(struct peer *p)
{
	return (struct fake_scpi *)p;
}

const char *peer_device(const struct peer *p)
{
	return fake_scpi_device((const struct fake_scpi *)p);
}

struct fake_generator *peer_generator(struct peer *p)
{
	return fake_scpi_generator(fake_of(p));
}

void peer_free(struct peer *p)
{
	if (p)
		fake_scpi_free(fake_of(p));
}
