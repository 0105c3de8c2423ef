/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists USBTMC devices by the words that --generator takes. */
#include "rig/cmd/scan_usb.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "daemon/base/log.h"
#include "rig/instrument/usbtmc_watch.h"

static void print_device(const struct hil_usbtmc_found *f)
{
	char word[HIL_USBTMC_TEXT + 32];

	hil_usbtmc_word(f, word, sizeof(word));
	printf("%s  %04x:%04x", word, f->vid, f->pid);
	if (f->maker[0] || f->model[0])
		printf(" %s %s", f->maker, f->model);
	printf(", bus %d, device %d", f->bus, f->address);
	if (f->error == -EACCES)
		printf(", no permission: install 61-hilrig-instruments.rules");
	else if (f->error)
		printf(", %s", strerror(-f->error));
	printf("\n");
}

int hil_scan_usb(void)
{
	struct hil_usbtmc_list list;
	int ret = hil_usbtmc_list(&list);

	printf("generators on USB\n");
	if (ret)
		printf("  cannot look: %s\n", strerror(-ret));
	else if (!list.count)
		printf("  none\n");
	for (unsigned int i = 0; i < list.count; i++) {
		printf("  ");
		print_device(&list.found[i]);
	}
	hil_usbtmc_list_free(&list);
	return ret;
}

static bool print_change(void *context, const struct hil_usbtmc_found *f,
			 bool here)
{
	time_t now = time(NULL);
	struct tm local;
	char clock[16] = "";

	(void)context;
	if (localtime_r(&now, &local))
		strftime(clock, sizeof(clock), "%H:%M:%S", &local);
	printf("%s %s ", clock, here ? "+" : "-");
	print_device(f);
	/* whoever reads it has gone: so do we */
	return !fflush(stdout);
}

int hil_scan_usb_watch(void)
{
	int ret = hil_usbtmc_watch(print_change, NULL);

	if (ret)
		hil_error("cannot watch USB: %s", strerror(-ret));
	return ret;
}
