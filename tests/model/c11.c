/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The explorer: views, stores, and an odometer of the reader's choices. */
#define C11_KEEP_STDATOMIC
#include "tests/model/c11.h"

#include <assert.h>
#include <string.h>

/* The product's code has no argument for it: the one model in use. */
static struct c11 *current;

static void join(struct c11_view *to, const struct c11_view *from)
{
	size_t i;

	for (i = 0; i < C11_LOCATIONS; i++) {
		if (from->at[i] > to->at[i])
			to->at[i] = from->at[i];
	}
}

static struct c11_location *find_location(uintptr_t address)
{
	unsigned int i;

	/* Most of a large array is never stored to: a quick no. */
	if (address < current->lowest || address > current->highest)
		return NULL;
	for (i = 0; i < current->locations; i++) {
		if (current->location[i].address == address)
			return &current->location[i];
	}
	return NULL;
}

/* A location comes into being with its first store; before that it is 0. */
static struct c11_location *make_location(uintptr_t address)
{
	struct c11_location *l = find_location(address);

	if (l)
		return l;
	assert(current->locations < C11_LOCATIONS);
	l = &current->location[current->locations++];
	l->address = address;
	l->role = current->role(address);
	l->stores = 1;
	if (address < current->lowest)
		current->lowest = address;
	if (address > current->highest)
		current->highest = address;
	return l;
}

void c11_begin(struct c11 *model, const struct c11_mutation *mutation,
	       enum c11_role (*role)(uintptr_t address))
{
	memset(model, 0, sizeof(*model));
	model->mutation = *mutation;
	model->role = role;
	model->lowest = UINTPTR_MAX;
	current = model;
}

/* Count the choices up like an odometer, the last one fastest. */
static bool advance(struct c11 *m)
{
	while (m->used > 0) {
		if (m->choice[m->used - 1] + 1u < m->options[m->used - 1]) {
			m->choice[m->used - 1]++;
			return true;
		}
		m->used--;
	}
	return false;
}

bool c11_next_run(struct c11 *model)
{
	if (model->reading && !advance(model))
		return false;
	model->reading = true;
	model->depth = 0;
	memset(&model->reader, 0, sizeof(model->reader));
	memset(&model->acquired, 0, sizeof(model->acquired));
	model->runs++;
	return true;
}

static unsigned int choose(unsigned int options)
{
	struct c11 *m = current;

	if (options == 1)
		return 0;
	assert(m->depth < C11_LOADS);
	if (m->depth == m->used) {
		m->choice[m->used] = 0;
		m->options[m->used++] = (uint8_t)options;
	}
	return m->choice[m->depth++];
}

void c11_store(uintptr_t address, uint64_t value, memory_order order)
{
	struct c11 *m = current;
	struct c11_location *l = make_location(address);
	struct c11_store *s = &l->store[l->stores];
	size_t index = (size_t)(l - m->location);

	assert(!m->reading && l->stores < C11_STORES);
	if (l->role == C11_STAMP && value % 2 && m->mutation.no_odd_stamp)
		return;
	if (m->mutation.relaxed_store[l->role])
		order = memory_order_relaxed;
	m->writer.at[index] = (uint8_t)l->stores++;
	s->value = value;
	s->view = order == memory_order_release ? m->writer : m->released;
	s->view.at[index] = m->writer.at[index];
}

static uint64_t load_as_reader(struct c11_location *l, memory_order order)
{
	struct c11 *m = current;
	size_t index = (size_t)(l - m->location);
	const struct c11_store *s;
	unsigned int at;

	if (l->role == C11_STAMP && order == memory_order_relaxed &&
	    m->mutation.no_recheck)
		return l->last_loaded;
	if (m->mutation.relaxed_load[l->role])
		order = memory_order_relaxed;
	at = m->reader.at[index];
	at += choose(l->stores - at);
	s = &l->store[at];
	m->reader.at[index] = (uint8_t)at;
	join(&m->acquired, &s->view);
	join(&m->acquired, &m->reader);
	if (order == memory_order_acquire)
		join(&m->reader, &s->view);
	l->last_loaded = s->value;
	return s->value;
}

uint64_t c11_load(uintptr_t address, memory_order order)
{
	struct c11_location *l = find_location(address);

	if (!l)
		return 0;
	if (!current->reading)
		return l->store[l->stores - 1].value;
	return load_as_reader(l, order);
}

void c11_fence(memory_order order)
{
	struct c11 *m = current;

	if (order == memory_order_release && !m->mutation.no_release_fence)
		m->released = m->writer;
	if (order == memory_order_acquire && !m->mutation.no_acquire_fence)
		join(&m->reader, &m->acquired);
}
