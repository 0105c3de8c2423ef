/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Does a slow or killed reader lose events from the account, or the maximum?
 * Three ways to hand over windows; memory in order, since what order costs is
 * stamped_ring.pml's question. Events are 1 or 2 long, the third one 9.
 *
 * -D RING   hilrig's: windows in a ring, with sums since the start
 * -D RESET  reader copies count and maximum, then clears them: must fail
 * -D ACK    two buffers and an acknowledgement, after the paper of 2003; with
 *           -D KILL it must fail
 * -D KILL   the reader is killed once and starts again from nothing; what it
 *           had told before stays told (RESET, ACK), since it was consumed
 */
#define EVENTS 5

byte events = 0; /* that happened: the truth */
byte longest = 0;
byte got = 0, lost = 0, maximum = 0; /* what the reader says */
bool ended = false;
bool killed = false;

inline happen()
{
	if
	:: v = 1
	:: v = 2
	fi;
	d_step {
		if
		:: events == 2 -> v = 9
		:: else
		fi;
		events++;
		if
		:: v > longest -> longest = v
		:: else
		fi
	}
}

inline larger(to, from)
{
	if
	:: from > to -> to = from
	:: else
	fi
}

#ifdef RESET
byte count = 0, most = 0;

active proctype writer()
{
	byte v, before;

	do
	:: events < EVENTS ->
		happen();
		before = count;
		count = before + 1;
		larger(most, v)
	:: else -> break
	od;
	ended = true
}

active proctype reader()
{
	byte c, m;
	bool last;

	do
	:: last = ended;
		c = count;
		m = most;
		count = 0;
		most = 0;
		got = got + c;
		larger(maximum, m);
		if
		:: last -> break
		:: else
		fi
	od;
	assert(got + lost == events);
	assert(maximum == longest)
}
#endif

#ifdef ACK
byte own_count = 0, own_most = 0; /* the writer's buffer */
byte count, most; /* the reader's, while it is handed over */
bool handed = false;

active proctype writer()
{
	byte v;

	do
	:: events < EVENTS ->
		happen();
		own_count++;
		larger(own_most, v);
		if
		:: !handed ->
			count = own_count;
			most = own_most;
			own_count = 0;
			own_most = 0;
			handed = true
		:: handed /* it never waits: it goes on summing */
		fi
	:: else -> break
	od;
	!handed;
	count = own_count;
	most = own_most;
	handed = true;
	!handed;
	ended = true
}

active proctype reader()
{
	byte c, m;

again:	do
	:: handed ->
		c = count;
		m = most;
		handed = false;
#ifdef KILL
		if
		:: !killed -> killed = true; goto again
		:: skip
		fi;
#endif
		got = got + c;
		larger(maximum, m)
	:: ended && !handed -> break
	od;
	assert(got + lost == events);
	assert(maximum == longest)
}
#endif

#ifdef RING
#define SLOTS 2
byte latest = 0;
byte stamp[SLOTS]; /* 0: being rewritten; else the publication */
byte in_count[SLOTS], in_most[SLOTS];
byte since_count[SLOTS], since_most[SLOTS];

inline publish()
{
	s = (latest + 1) % SLOTS;
	stamp[s] = 0;
	all_count = all_count + count;
	larger(all_most, most);
	in_count[s] = count;
	in_most[s] = most;
	since_count[s] = all_count;
	since_most[s] = all_most;
	stamp[s] = latest + 1;
	latest++;
	count = 0;
	most = 0
}

active proctype writer()
{
	byte v, s;
	byte count = 0, most = 0;
	byte all_count = 0, all_most = 0;

	do
	:: events < EVENTS ->
		happen();
		count++;
		larger(most, v);
		if
		:: publish() /* the window ends here … */
		:: skip /* … or takes the next event too */
		fi
	:: else -> break
	od;
	if
	:: count > 0 -> publish()
	:: else
	fi;
	ended = true
}

inline read_window()
{
	s = next % SLOTS;
	id = stamp[s];
	w_count = in_count[s];
	w_most = in_most[s];
	a_count = since_count[s];
	a_most = since_most[s];
	if
	:: id == next && stamp[s] == next ->
		lost = lost + (a_count - w_count - seen);
		if
		:: a_count - w_count > seen -> larger(maximum, a_most)
		:: else
		fi;
		got = got + w_count;
		larger(maximum, w_most);
		seen = a_count
	:: else /* overwritten: the next one read accounts for it */
	fi
}

active proctype reader()
{
	byte n, next, s, id, w_count, w_most, a_count, a_most, seen;
	bool last;

again:	next = 1;
	seen = 0;
	got = 0;
	lost = 0;
	maximum = 0;
	do
	:: last = ended;
		n = latest;
		do
		:: next <= n -> read_window(); next++
		:: else -> break
		od;
#ifdef KILL
		if
		:: !killed -> killed = true; goto again
		:: skip
		fi;
#endif
		if
		:: last -> break
		:: else
		fi
	od;
	assert(got + lost == events);
	assert(maximum == longest)
}
#endif
