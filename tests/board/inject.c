/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Faults with known truth between hilrigd and the kernel, in hilrigd-test
 * alone: the linker sends its ioctl() calls through here. $HIL_INJECT is a
 * list of:
 *	one-line	request the stimulus without the spare line
 *	buffer=N	let the kernel queue N events
 *	drop=N		leave out the N-th probe command (from 1)
 *	extra=N		command it twice more: two extra edges of a toggle
 *	fail=N		let the N-th probe command fail
 *	spin=N		compute for 300 ms in the N-th: a runaway thread
 */
#include <errno.h>
#include <linux/gpio.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "daemon/base/number.h"
#include "daemon/base/time.h"

int __wrap_ioctl(int fd, unsigned long request, void *arg);
int __real_ioctl(int fd, unsigned long request, void *arg);

/* Value of NAME=N in $HIL_INJECT; 1 for a bare NAME, 0 when it is not there. */
static uint64_t injected(const char *name)
{
	const char *at = getenv("HIL_INJECT");
	size_t length = strlen(name);
	char text[24] = "";
	uint64_t value;

	for (; at && *at; at += strcspn(at, ","), at += *at == ',') {
		size_t end = strcspn(at, ",");

		if (strncmp(at, name, length))
			continue;
		if (end == length)
			return 1;
		if (at[length] != '=' || end - length > sizeof(text))
			continue;
		memcpy(text, at + length + 1, end - length - 1);
		return hil_number_u64(text, &value) ? 0 : value;
	}
	return 0;
}

static void change_request(struct gpio_v2_line_request *request)
{
	/* The probe's request has one line and stays as it is. */
	if (request->num_lines != 2)
		return;
	if (injected("one-line"))
		request->num_lines = 1;
	if (injected("buffer"))
		request->event_buffer_size = (uint32_t)injected("buffer");
}

static void spin(void)
{
	int64_t until_ns = hil_time_mono_ns() + 300 * HIL_NS_PER_MS;

	while (hil_time_mono_ns() < until_ns)
		;
}

static int set_probe(int fd, struct gpio_v2_line_values *values)
{
	static uint64_t number;
	struct gpio_v2_line_values other = *values;

	number++;
	if (number == injected("drop"))
		return 0;
	if (number == injected("fail")) {
		errno = EIO;
		return -1;
	}
	if (number == injected("spin"))
		spin();
	if (number == injected("extra")) {
		(void)__real_ioctl(fd, GPIO_V2_LINE_SET_VALUES_IOCTL, &other);
		other.bits ^= 1;
		(void)__real_ioctl(fd, GPIO_V2_LINE_SET_VALUES_IOCTL, &other);
	}
	return __real_ioctl(fd, GPIO_V2_LINE_SET_VALUES_IOCTL, values);
}

int __wrap_ioctl(int fd, unsigned long request, void *arg)
{
	if (request == GPIO_V2_GET_LINE_IOCTL)
		change_request(arg);
	if (request == GPIO_V2_LINE_SET_VALUES_IOCTL)
		return set_probe(fd, arg);
	return __real_ioctl(fd, request, arg);
}
