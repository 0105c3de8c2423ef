/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * shm_kill [--kills N]: SIGKILL for writers and readers of a shared memory at
 * random moments. No reader may ever accept a window that is not what its
 * writer put there, and none may hang, whoever died in the middle of what.
 *
 * A writer publishes windows as fast as it can; each word of publication n
 * follows from n. A reader process checks all it can get. The parent kills one
 * of the two; a new writer makes a new memory, as hilrigd does.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "daemon/base/number.h"
#include "daemon/base/time.h"
#include "daemon/shm/reader.h"
#include "daemon/shm/writer.h"

#define WIDTH_NS   INT64_C(20000000) /* of the finest windows */
#define PIECE      64
#define STUCK_MS   20000
#define DELAY_NS   150000 /* at most, between start and kill */
#define READER_OK  0
#define READER_BAD 1

/* Seen by all processes; a killed reader's findings stay. */
struct tally {
	_Atomic uint64_t windows, torn;
};

struct writer {
	pid_t pid;
	int fd; /* of its memory */
};

static uint64_t next_random(uint64_t *seed)
{
	/* Knuth's MMIX generator; the upper half is good enough here. */
	*seed = *seed * UINT64_C(6364136223846793005) +
		UINT64_C(1442695040888963407);
	return *seed >> 32;
}

/* Publication n is the window of value n - 1, alone in it. */
static bool is_whole(const struct hil_shm_window *w)
{
	const uint64_t n = w->number + 1;
	const int64_t value = (int64_t)w->number;

	return w->in.count == 1 && w->in.sum_ns == value &&
	       w->in.min_ns == value && w->in.max_ns == value &&
	       w->in.fifo_drops == 0 && w->in.coalesced == 0 &&
	       w->in.squares == w->number * w->number && w->since.count == n &&
	       w->since.sum_ns == (int64_t)(n * (n - 1) / 2) &&
	       w->since.min_ns == 0 && w->since.max_ns == value;
}

static void write_for_ever(int ready)
{
	static const struct hil_shm_spec spec = {
		.kind = HIL_SHM_WINDOWS,
		.witness = HIL_SHM_IST,
		.quantity = HIL_SHM_PERIOD,
	};
	struct hil_shm_writer *writer = NULL;
	int64_t i;
	int fd = -1;

	if (hil_shm_create(&spec, 1, &writer) == 0)
		fd = hil_shm_fd(writer);
	if (write(ready, &fd, sizeof(fd)) < 0 || fd < 0)
		_exit(1);
	hil_shm_set_state(writer, HIL_SHM_RUN, 0);
	for (i = 0;; i++) {
		hil_shm_value(writer, 0, i * WIDTH_NS, i, i);
		if (i % 1024 == 0)
			hil_shm_beat(writer, hil_time_mono_ns());
	}
}

/* Return: 0, or -1 with a message. */
static int start_writer(struct writer *w)
{
	char path[64];
	int ready[2], fd = -1;

	if (pipe2(ready, O_CLOEXEC) < 0)
		return -1;
	w->pid = fork();
	if (w->pid == 0)
		write_for_ever(ready[1]);
	close(ready[1]);
	if (read(ready[0], &fd, sizeof(fd)) != sizeof(fd))
		fd = -1;
	close(ready[0]);
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)w->pid, fd);
	w->fd = fd < 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC);
	if (w->fd < 0)
		perror("cannot start a writer");
	return w->fd < 0 ? -1 : 0;
}

/* Return: whether all windows there are were whole. */
static bool check_windows(const struct hil_shm_reader *reader, size_t ring,
			  struct hil_shm_cursor *cursor, struct tally *tally)
{
	struct hil_shm_window window[PIECE];
	size_t count, i;

	if (hil_shm_windows(reader, ring, cursor, window, PIECE, &count) < 0)
		return false;
	for (i = 0; i < count; i++) {
		tally->windows++;
		if (!is_whole(&window[i]))
			return false;
	}
	return cursor->got + cursor->lost == cursor->since.count;
}

/* Read until the writer is gone, then once more all that it left. */
static int read_until_stale(int fd, struct tally *tally)
{
	const struct hil_shm_query query = { .kind = HIL_SHM_WINDOWS,
					     .window_ns = WIDTH_NS };
	struct hil_shm_cursor cursor = { 0 }, again = { 0 };
	struct hil_shm_reader *reader;
	const char *reason;
	bool whole = true;
	int ring, round;

	/* The writer may be dead by now: nothing to read, nothing wrong. */
	if (hil_shm_attach(fd, &reader, &reason) < 0)
		return READER_OK;
	ring = hil_shm_find(reader, &query);
	while (whole &&
	       hil_shm_check(reader, hil_time_mono_ns(), NULL, &reason) == 0)
		whole = check_windows(reader, (size_t)ring, &cursor, tally);
	for (round = 0; whole && round < 2048 / PIECE; round++)
		whole = check_windows(reader, (size_t)ring, &again, tally);
	if (!whole)
		tally->torn++;
	return whole ? READER_OK : READER_BAD;
}

static pid_t start_reader(int fd, struct tally *tally)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(read_until_stale(fd, tally));
	return pid;
}

/* Wait for a reader whose writer has died. Return: false when it hangs. */
static bool reader_ends(pid_t pid)
{
	int64_t end_ns = hil_time_mono_ns() + STUCK_MS * HIL_NS_PER_MS;
	int status;

	while (hil_time_mono_ns() < end_ns) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return true;
		usleep(50);
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	return false;
}

static void kill_and_wait(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* Did the writer die inside of a publication? Its next slot is odd then. */
static bool died_publishing(int fd)
{
	struct hil_shm_ring ring;
	uint64_t latest, stamp;
	off_t slot;

	/* The first ring is the status block, the second has the windows. */
	if (pread(fd, &ring, sizeof(ring),
		  offsetof(struct hil_shm_head, ring[1])) < 0 ||
	    pread(fd, &latest, 8, (off_t)ring.offset) < 0)
		return false;
	slot = (off_t)(ring.offset + HIL_SHM_LINE +
		       (latest + 1) % ring.slots * ring.slot_bytes);
	return pread(fd, &stamp, 8, slot) == 8 && stamp % 2 == 1;
}

struct counts {
	uint64_t writers, readers, publishing, stuck;
};

static void pause_randomly(uint64_t *seed)
{
	const struct timespec delay = {
		.tv_nsec = (long)(next_random(seed) % DELAY_NS),
	};

	nanosleep(&delay, NULL);
}

static int run(uint64_t kills, struct tally *tally, struct counts *c)
{
	struct writer w;
	uint64_t seed = 42, done;
	pid_t reader;

	for (done = 0; done < kills;) {
		if (start_writer(&w) < 0)
			return -1;
		reader = start_reader(w.fd, tally);
		/* Two of three kills are of readers of one writer. */
		while (next_random(&seed) % 3 && done + 1 < kills) {
			pause_randomly(&seed);
			kill_and_wait(reader);
			c->readers++;
			done++;
			reader = start_reader(w.fd, tally);
		}
		pause_randomly(&seed);
		kill_and_wait(w.pid);
		c->writers++;
		done++;
		if (died_publishing(w.fd))
			c->publishing++;
		if (!reader_ends(reader))
			c->stuck++;
		close(w.fd);
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct counts c = { 0 };
	uint64_t kills = 10000;
	struct tally *tally;
	bool good;

	if (argc != 1 && (argc != 3 || strcmp(argv[1], "--kills") != 0 ||
			  hil_number_u64(argv[2], &kills) < 0)) {
		fprintf(stderr, "usage: shm_kill [--kills N]\n");
		return 1;
	}
	tally = mmap(NULL, sizeof(*tally), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (tally == MAP_FAILED || run(kills, tally, &c) < 0)
		return 1;
	printf("%lu writers killed, %lu of them while publishing; %lu readers "
	       "killed; %lu windows read; %lu torn, %lu stuck\n",
	       (unsigned long)c.writers, (unsigned long)c.publishing,
	       (unsigned long)c.readers, (unsigned long)tally->windows,
	       (unsigned long)tally->torn, (unsigned long)c.stuck);
	/* A test in which nobody died at work or read anything shows nothing */
	good = tally->torn == 0 && c.stuck == 0 && tally->windows > 0 &&
	       (c.publishing > 0 || kills < 100);
	return good ? 0 : 1;
}
