/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SCPI on an emulated USB. */
#include "tests/unit/peer.h"
#include "tests/usb/mock_tmc.h"

void peer_prepare(char **argv)
{
	mock_usb_prepare(argv);
}

struct peer *peer_new(enum fake_maker maker)
{
	return (struct peer *)mock_tmc_plug(maker, "DG1ZA000000001", 1);
}

const char *peer_device(const struct peer *p)
{
	(void)p;
	return "usbtmc";
}

struct fake_generator *peer_generator(struct peer *p)
{
	return mock_tmc_generator((struct mock_tmc *)p);
}

void peer_free(struct peer *p)
{
	mock_tmc_free((struct mock_tmc *)p);
}
