/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short names to channels by a small hash table; values to levels. */
#include "rig/capture/vcd_values.h"

#include <string.h>

static size_t hash(const char *id)
{
	size_t h = 0;

	for (; *id; id++)
		h = h * 95 + (unsigned char)*id;
	return h * 2654435761u % HIL_VCD_SLOTS;
}

void hil_vcd_values_init(struct hil_vcd_values *v,
			 const struct hil_vcd_header *header)
{
	*v = (struct hil_vcd_values){ .header = header };
	for (size_t i = 0; i < v->header->count; i++) {
		size_t h = hash(v->header->variable[i].id);

		while (v->slot[h])
			h = (h + 1) % HIL_VCD_SLOTS;
		v->slot[h] = (uint16_t)(i + 1);
	}
}

static void set_level(struct hil_vcd_values *v, unsigned int channel,
		      char value)
{
	bool known = value == '0' || value == '1';

	hil_sample_put(&v->known, channel, known);
	if (known)
		hil_sample_put(&v->level, channel, value == '1');
}

/* A value is right-aligned; what is missing repeats 0, or x and z. */
static void set_bits(struct hil_vcd_values *v,
		     const struct hil_vcd_variable *var, const char *value,
		     size_t length)
{
	char fill = 'x';

	if (length)
		fill = value[0];
	if (fill == '1')
		fill = '0';

	for (unsigned int i = 0; i < var->width; i++) {
		size_t from_right = var->width - 1 - i;
		const char *c = &fill;

		if (from_right < length)
			c = &value[length - 1 - from_right];
		set_level(v, var->channel + i, *c);
	}
}

void hil_vcd_values_set(struct hil_vcd_values *v, const char *id,
			const char *value, size_t length)
{
	/* several variables may share one short name */
	for (size_t h = hash(id); v->slot[h]; h = (h + 1) % HIL_VCD_SLOTS) {
		const struct hil_vcd_variable *var =
			&v->header->variable[v->slot[h] - 1];

		if (!strcmp(var->id, id))
			set_bits(v, var, value, length);
	}
}
