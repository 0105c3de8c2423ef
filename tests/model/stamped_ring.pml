/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stamped ring of daemon/shm/ring.h, on a machine whose stores and loads
 * go out of order, with a writer that may be killed between any two stores.
 *
 * Stores wait in a buffer. They become visible in any order, except that two
 * to the same place keep theirs; a release lets none of the later ones in
 * before the buffer is empty. The reader does its loads in any order that its
 * acquires allow. A slot has two words, both equal to its publication.
 *
 * -D SLOTS=1|2|3   slots of the ring
 * -D KILL          the writer may end anywhere; what it stored does arrive
 * -D ANY           the reader may also ask for the one before the latest
 * -D ONLY_TORN     look for nothing but torn reads
 * Without a guard (each must tear): -D NO_RELEASE_FENCE, NO_ACQUIRE_FENCE,
 * NO_ODD_STAMP, NO_RECHECK; both of -D NO_STAMP_RELEASE -D NO_LATEST_RELEASE.
 */
#ifndef SLOTS
#define SLOTS 2
#endif
#define LAST  (SLOTS + 2) /* publications */
#define TRIES 3

/* Memory: latest, then stamp, first word and second word of each slot. */
#define LATEST	  0
#define STAMP(s)  (1 + (s))
#define FIRST(s)  (1 + SLOTS + (s))
#define SECOND(s) (1 + 2 * SLOTS + (s))
byte memory[1 + 3 * SLOTS];

/* The store buffer, oldest first; the writer stalls while it is full. */
#define PENDING 5
byte place[PENDING];
byte value[PENDING];
byte pending = 0;

#define SAME(a, b) (place[a] == place[b])
#define OLDEST_0 (pending > 0)
#define OLDEST_1 (pending > 1 && !SAME(0, 1))
#define OLDEST_2 (pending > 2 && !SAME(0, 2) && !SAME(1, 2))
#define OLDEST_3 (pending > 3 && !SAME(0, 3) && !SAME(1, 3) && !SAME(2, 3))
#define OLDEST_4 (pending > 4 && !SAME(0, 4) && !SAME(1, 4) && !SAME(2, 4) && \
		  !SAME(3, 4))

/* Entry e, the oldest of its place, becomes visible. */
inline arrive(e)
{
	d_step {
		memory[place[e]] = value[e];
		i = e;
		do
		:: i + 1 < pending ->
			place[i] = place[i + 1];
			value[i] = value[i + 1];
			i++
		:: else -> break
		od;
		pending--;
		place[pending] = 0;
		value[pending] = 0;
		i = 0
	}
}

active proctype store_buffer()
{
	byte i = 0;

end:	do
	:: atomic { OLDEST_0 -> arrive(0) }
	:: atomic { OLDEST_1 -> arrive(1) }
	:: atomic { OLDEST_2 -> arrive(2) }
	:: atomic { OLDEST_3 -> arrive(3) }
	:: atomic { OLDEST_4 -> arrive(4) }
	od
}

#ifdef KILL
#define MAY_BE_KILLED if :: skip :: goto killed fi
#else
#define MAY_BE_KILLED skip
#endif

inline store(where, what)
{
	atomic {
		pending < PENDING;
		place[pending] = where;
		value[pending] = what;
		pending++
	}
	MAY_BE_KILLED
}

inline release()
{
	pending == 0
}

active proctype writer()
{
	byte n = 1;
	byte s;

	do
	:: n <= LAST ->
		s = n % SLOTS;
#ifndef NO_ODD_STAMP
		store(STAMP(s), 2 * n + 1);
#endif
#ifndef NO_RELEASE_FENCE
		release();
#endif
		store(FIRST(s), n);
		store(SECOND(s), n);
#ifndef NO_STAMP_RELEASE
		release();
#endif
		store(STAMP(s), 2 * n + 2);
#ifndef NO_LATEST_RELEASE
		release();
#endif
		store(LATEST, n);
		n++
	:: else -> break
	od;
killed:	skip
}

/* Which loads are done: stamp, first word, second word, stamp again. */
#define STAMP_DONE  1
#define FIRST_DONE  2
#define SECOND_DONE 4
#define AGAIN_DONE  8
#define WORDS_DONE  (FIRST_DONE | SECOND_DONE)

/* The first load of the stamp is an acquire: no word goes before it. */
#define MAY_LOAD_WORDS (done & STAMP_DONE)
#ifdef NO_ACQUIRE_FENCE
#define MAY_LOAD_AGAIN (done & STAMP_DONE) /* loads of one place keep order */
#else
#define MAY_LOAD_AGAIN ((done & WORDS_DONE) == WORDS_DONE)
#endif

inline load_slot()
{
	done = 0;
	do
	:: !(done & STAMP_DONE) ->
		atomic { stamp = memory[STAMP(s)]; done = done | STAMP_DONE }
	:: !(done & FIRST_DONE) && MAY_LOAD_WORDS ->
		atomic { first = memory[FIRST(s)]; done = done | FIRST_DONE }
	:: !(done & SECOND_DONE) && MAY_LOAD_WORDS ->
		atomic { second = memory[SECOND(s)]; done = done | SECOND_DONE }
	:: !(done & AGAIN_DONE) && MAY_LOAD_AGAIN ->
		atomic { again = memory[STAMP(s)]; done = done | AGAIN_DONE }
	:: done == (STAMP_DONE | WORDS_DONE | AGAIN_DONE) -> break
	od
}

#ifdef NO_RECHECK
#define ACCEPTED (stamp == 2 * n + 2)
#else
#define ACCEPTED (stamp == 2 * n + 2 && again == stamp)
#endif

active proctype reader()
{
	byte n, s, stamp, first, second, again, done;
	byte last = 0;
	byte rounds = 0;
	byte tries;

	do
	:: rounds < 2 ->
		tries = 0;
		do
		:: tries < TRIES ->
			tries++;
			n = memory[LATEST];
			if
			:: n == 0 -> break
			:: n > 0
#ifdef ANY
			:: n > 1 -> n--; last = 0
#endif
			fi;
			s = n % SLOTS;
			load_slot();
			if
			:: ACCEPTED ->
				assert(first == second); /* not torn */
#ifndef ONLY_TORN
				assert(first == n); /* what it says it is */
				assert(n >= last); /* never back in time */
#endif
				last = n;
				break
			:: else
			fi
		:: else -> break
		od;
		rounds++
	:: else -> break
	od
}
/* No process but the store buffer may be left waiting: the reader always ends,
 * also after the writer was killed. */
