/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads and writes the kernel's one-line files. What a value means is the
 * caller's business.
 */
#include "daemon/sysfs.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/number.h"

static int path_make(char *path, const char *root, const char *fmt, va_list ap)
{
	size_t length = strlen(root);
	int n;

	if (length >= PATH_MAX)
		return -ENAMETOOLONG;
	memcpy(path, root, length + 1);
	n = vsnprintf(path + length, PATH_MAX - length, fmt, ap);
	return n < 0 || (size_t)n >= PATH_MAX - length ? -ENAMETOOLONG : 0;
}

static int text_read(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	size_t length = 0;
	ssize_t n = 0;
	int ret = 0;

	text[0] = '\0';
	if (fd < 0)
		return -errno;
	while (length < size - 1) {
		n = read(fd, text + length, size - 1 - length);
		if (n <= 0)
			break;
		length += (size_t)n;
	}
	if (n < 0)
		ret = -errno;
	close(fd);
	while (length && isspace((unsigned char)text[length - 1]))
		length--;
	text[length] = '\0';
	return ret ? ret : (int)length;
}

int hil_sysfs_text(const char *root, char *text, size_t size, const char *fmt,
		   ...)
{
	char path[PATH_MAX];
	va_list ap;
	int ret;

	text[0] = '\0';
	va_start(ap, fmt);
	ret = path_make(path, root, fmt, ap);
	va_end(ap);
	return ret ? ret : text_read(path, text, size);
}

int hil_sysfs_i64(const char *root, int64_t *value, const char *fmt, ...)
{
	char path[PATH_MAX];
	char text[64];
	va_list ap;
	int ret;

	va_start(ap, fmt);
	ret = path_make(path, root, fmt, ap);
	va_end(ap);
	if (!ret)
		ret = text_read(path, text, sizeof(text));
	return ret < 0 ? ret : hil_number_i64(text, value);
}

int hil_sysfs_put(const char *root, const char *text, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;
	int fd;
	int ret;

	va_start(ap, fmt);
	ret = path_make(path, root, fmt, ap);
	va_end(ap);
	if (ret)
		return ret;
	fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

bool hil_sysfs_exists(const char *root, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;
	int ret;

	va_start(ap, fmt);
	ret = path_make(path, root, fmt, ap);
	va_end(ap);
	return !ret && !access(path, F_OK);
}

int hil_sysfs_each(const char *root, const char *folder,
		   int (*name)(void *context, const char *name), void *context)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *dir;
	int ret = 0;

	if ((size_t)snprintf(path, sizeof(path), "%s%s", root, folder) >=
	    sizeof(path))
		return -ENAMETOOLONG;
	dir = opendir(path);
	if (!dir)
		return -errno;
	while (!ret && (entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			ret = name(context, entry->d_name);
	closedir(dir);
	return ret;
}

static const char *cpu_number(const char *text, long *cpu)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return NULL;
	errno = 0;
	*cpu = strtol(text, &end, 10);
	return errno || *cpu >= CPU_SETSIZE ? NULL : end;
}

int hil_cpu_list_parse(const char *text, cpu_set_t *set)
{
	long first, last;

	CPU_ZERO(set);
	while (*text) {
		text = cpu_number(text, &first);
		if (!text)
			return -EINVAL;
		last = first;
		if (*text == '-') {
			text = cpu_number(text + 1, &last);
			if (!text)
				return -EINVAL;
		}
		for (; first <= last; first++)
			CPU_SET((size_t)first, set);
		if (*text == ',')
			text++;
		else if (*text)
			return -EINVAL;
	}
	return CPU_COUNT(set);
}

static bool has_cpu(const cpu_set_t *set, int cpu)
{
	return cpu < CPU_SETSIZE && CPU_ISSET((size_t)cpu, set);
}

char *hil_cpu_list_format(const cpu_set_t *set, char *text, size_t size)
{
	size_t used = 0;
	int cpu, last;

	text[0] = '\0';
	for (cpu = 0; cpu < CPU_SETSIZE && used < size; cpu++) {
		if (!has_cpu(set, cpu))
			continue;
		for (last = cpu; has_cpu(set, last + 1); last++)
			;
		used += (size_t)snprintf(text + used, size - used,
					 last > cpu ? "%s%d-%d" : "%s%d",
					 used ? "," : "", cpu, last);
		cpu = last;
	}
	return text;
}

int hil_cpu_list_first(const cpu_set_t *set)
{
	int cpu;

	for (cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (has_cpu(set, cpu))
			return cpu;
	return -1;
}
