/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bus: plugging in, pulling out. Requests are in mock_urb.c. */
#include "tests/usb/mock_usb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/usb/mock_private.h"

#define ARGS_MAX 8
#define ROOT     "/devices/pci0000:00/0000:00:14.0/usb1"

/* A root hub of USB 2. */
static const char hub[] =
	"12010002090001406B1D020012050302010109021900010100E0000904000001090000"
	"000705810304000C";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static UMockdevTestbed *bed;
static unsigned int next_address = 2;
static GSList *kept; /* pulled out, but perhaps still open */

void mock_usb_prepare(char **argv)
{
	static char wrapper[] = "umockdev-wrapper";
	char *args[ARGS_MAX + 2] = { wrapper };

	if (getenv("HIL_UNDER_UMOCKDEV"))
		return;
	setenv("HIL_UNDER_UMOCKDEV", "1", 1);
	/* its preloaded library comes before that of the sanitizer */
	setenv("ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0", 1);
	for (size_t i = 0; i < ARGS_MAX && argv[i]; i++)
		args[i + 1] = argv[i];
	execvp(wrapper, args);
	printf("umockdev-wrapper is not installed\n");
	exit(77);
}

void mock_usb_lock(void)
{
	pthread_mutex_lock(&lock);
}

void mock_usb_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

static void remove_bed(void)
{
	g_object_unref(bed);
}

static void add(const char *text)
{
	GError *error = NULL;

	if (!umockdev_testbed_add_from_string(bed, text, &error))
		g_error("cannot add a device: %s", error->message);
}

static void add_hub(void)
{
	char *text = g_strdup_printf(
		"P: " ROOT "\nN: bus/usb/001/001=%s\n"
		"E: DEVNAME=/dev/bus/usb/001/001\nE: DEVTYPE=usb_device\n"
		"E: BUSNUM=001\nE: DEVNUM=001\nE: MAJOR=189\nE: MINOR=0\n"
		"E: SUBSYSTEM=usb\nA: busnum=1\nA: devnum=1\n"
		"A: bConfigurationValue=1\nA: speed=480\nA: devpath=0\n"
		"A: idVendor=1d6b\nA: idProduct=0002\nH: descriptors=%s\n"
		"A: dev=189:0\n\n",
		hub, hub);

	add(text);
	g_free(text);
}

static char *hex(const uint8_t *bytes, size_t size)
{
	GString *text = g_string_new(NULL);

	for (size_t i = 0; i < size; i++)
		g_string_append_printf(text, "%02X", bytes[i]);
	return g_string_free(text, FALSE);
}

static void add_device(const struct mock_usb *u)
{
	const struct mock_usb_kind *k = &u->kind;
	char *descriptors = hex(k->descriptors, k->descriptors_size);
	char *text = g_strdup_printf(
		"P: " ROOT "/1-%u\nN: bus/usb/001/%03u=%s\n"
		"E: DEVNAME=/dev/bus/usb/001/%03u\nE: DEVTYPE=usb_device\n"
		"E: BUSNUM=001\nE: DEVNUM=%03u\nE: MAJOR=189\nE: MINOR=%u\n"
		"E: SUBSYSTEM=usb\nA: busnum=1\nA: devnum=%u\n"
		"A: bConfigurationValue=1\nA: speed=%u\nA: devpath=%u\n"
		"A: idVendor=%04x\nA: idProduct=%04x\n"
		"A: bNumConfigurations=1\nH: descriptors=%s\nA: dev=189:%u\n\n",
		u->port, u->address, descriptors, u->address, u->address,
		u->address - 1, u->address, k->speed_mbps, u->port, k->vid,
		k->pid, descriptors, u->address - 1);

	add(text);
	g_free(text);
	g_free(descriptors);
}

struct mock_usb *mock_usb_plug(const struct mock_usb_kind *kind, void *context,
			       unsigned int port)
{
	struct mock_usb *u = g_new0(struct mock_usb, 1);
	GError *error = NULL;

	if (!bed) {
		bed = umockdev_testbed_new();
		atexit(remove_bed);
		add_hub();
	}
	u->kind = *kind;
	u->context = context;
	u->port = port;
	u->address = next_address++;
	u->state.driver_bound = kind->kernel_driver != NULL;
	u->node = g_strdup_printf("/dev/bus/usb/001/%03u", u->address);
	u->handler = umockdev_ioctl_base_new();
	mock_usb_serve(u);
	if (!umockdev_testbed_attach_ioctl(bed, u->node, u->handler, &error))
		g_error("cannot serve %s: %s", u->node, error->message);
	add_device(u);
	u->plugged = true;
	return u;
}

struct mock_usb_state mock_usb_state(struct mock_usb *u)
{
	struct mock_usb_state state;

	mock_usb_lock();
	state = u->state;
	mock_usb_unlock();
	return state;
}

void mock_usb_pull(struct mock_usb *u)
{
	char *path = g_strdup_printf("/sys" ROOT "/1-%u", u->port);

	mock_usb_lock();
	u->gone = true;
	mock_usb_unlock();
	umockdev_testbed_uevent(bed, path, "remove");
	umockdev_testbed_remove_device(bed, path);
	u->plugged = false;
	g_free(path);
}

void mock_usb_free(struct mock_usb *u)
{
	if (!u)
		return;
	if (u->plugged)
		mock_usb_pull(u);
	/* whoever still has it open must get an answer until the end */
	kept = g_slist_prepend(kept, u);
}
