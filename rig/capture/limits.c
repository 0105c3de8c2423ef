/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resource limits: what a hostile file can cost at most. */
#include "rig/capture/limits.h"

#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#define HEADROOM_BYTES   (48u << 20)
#define SECONDS_AT_LEAST 20u
#define BYTES_A_SECOND   (1u << 20) /* text of many channels, slow machine */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1 /* maps terabytes */
#else
#define SANITIZED 0
#endif

static int mapped_bytes(uint64_t *bytes)
{
	FILE *f = fopen("/proc/self/statm", "re");
	unsigned long long pages = 0;
	int n;

	if (!f)
		return -errno;
	n = fscanf(f, "%llu", &pages);
	fclose(f);
	*bytes = pages * (uint64_t)sysconf(_SC_PAGESIZE);
	return n == 1 ? 0 : -EINVAL;
}

static int limit(__rlimit_resource_t what, uint64_t value)
{
	struct rlimit old;
	struct rlimit now = { value, value };

	if (getrlimit(what, &old))
		return -errno;
	if (old.rlim_max != RLIM_INFINITY && old.rlim_max < value)
		return 0;
	return setrlimit(what, &now) ? -errno : 0;
}

int hil_limits_set(uint64_t file_bytes)
{
	uint64_t mapped = 0;
	int ret = mapped_bytes(&mapped);

	if (!ret && !SANITIZED)
		ret = limit(RLIMIT_AS, mapped + HEADROOM_BYTES);
	if (!ret)
		ret = limit(RLIMIT_CPU,
			    SECONDS_AT_LEAST + file_bytes / BYTES_A_SECOND);
	if (!ret)
		ret = limit(RLIMIT_CORE, 0);
	return ret;
}
