/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What 50 pages cost the bridge: its CPU time while all of them follow at 20
 * Hz for 10 s, and its largest memory. The pages are sockets that are read.
 */
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/base/time.h"
#include "tests/web/rig.h"

#define STREAMS   50
#define BYTES_MAX (16 << 20)
#define CPU_MAX   0.05

/* CPU time of a process. Source: proc(5), /proc/PID/stat fields 14 and 15. */
static double cpu_s(pid_t pid)
{
	unsigned long user = 0, kernel = 0;
	char path[32], text[512], *at;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "r");
	if (file == NULL)
		return -1;
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	at = strrchr(text, ')');
	if (at == NULL || sscanf(at,
				 ") %*c %*d %*d %*d %*d %*d %*u %*u %*u "
				 "%*u %*u %lu %lu",
				 &user, &kernel) != 2)
		return -1;
	return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

static long peak_bytes(pid_t pid)
{
	char path[40], line[128];
	long kb = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	file = fopen(path, "r");
	if (file == NULL)
		return -1;
	while (fgets(line, sizeof(line), file) != NULL)
		if (sscanf(line, "VmHWM: %ld kB", &kb) == 1)
			break;
	fclose(file);
	return kb * 1024;
}

/* Reads whatever comes until @end_ns. Return: bytes. */
static uint64_t read_all(struct pollfd stream[STREAMS], int64_t end_ns)
{
	static char buffer[65536];
	uint64_t bytes = 0;
	int64_t now_ns;

	while ((now_ns = hil_time_mono_ns()) < end_ns) {
		poll(stream, STREAMS, (int)((end_ns - now_ns) / 1000000) + 1);
		for (size_t i = 0; i < STREAMS; i++) {
			ssize_t got = 0;

			if (stream[i].revents != 0)
				got = read(stream[i].fd, buffer,
					   sizeof(buffer));
			if (got > 0)
				bytes += (uint64_t)got;
		}
	}
	return bytes;
}

int main(void)
{
	static const char *const option[] = { "--clients", "60", NULL };
	struct pollfd stream[STREAMS];
	double cpu, wall_s = 10;
	struct rig rig;
	uint64_t bytes;
	char text[160];
	long peak;

	rig_open(&rig, option);
	snprintf(text, sizeof(text),
		 "POST /api/v1/stream HTTP/1.1\r\nHost: %s\r\n"
		 "Origin: http://%s\r\nContent-Length: 0\r\n\r\n",
		 rig.host, rig.host);
	for (size_t i = 0; i < STREAMS; i++) {
		stream[i].fd = rig_connect(&rig);
		stream[i].events = POLLIN;
		rig_send(stream[i].fd, text, strlen(text));
	}
	(void)read_all(stream, hil_time_mono_ns() + 3 * HIL_NS_PER_S);
	cpu = cpu_s(rig.bridge);
	bytes = read_all(stream, hil_time_mono_ns() + 10 * HIL_NS_PER_S);
	cpu = (cpu_s(rig.bridge) - cpu) / wall_s;
	peak = peak_bytes(rig.bridge);
	rig_close(&rig);
	printf("web: %d streams at 20 Hz: %.1f %% of a core (limit %.0f %%, "
	       "ratio %.2f), %.1f MB (limit %d MB, ratio %.2f), %.1f kB a "
	       "frame\n",
	       STREAMS, cpu * 100, CPU_MAX * 100, cpu / CPU_MAX,
	       (double)peak / 1e6, BYTES_MAX >> 20,
	       (double)peak / (double)BYTES_MAX,
	       (double)bytes / (STREAMS * wall_s * 20) / 1e3);
	return cpu > CPU_MAX || peak > BYTES_MAX || bytes == 0;
}
