/* SPDX-License-Identifier: GPL-3.0-or-later */
/* USBTMC devices on the bus, of any vendor: interface class FE/03. */
#ifndef HIL_INSTRUMENT_USBTMC_FIND_H
#define HIL_INSTRUMENT_USBTMC_FIND_H

#include <libusb.h>

#include "daemon/base/attr.h"

#define HIL_USBTMC_FOUND_MAX 32
#define HIL_USBTMC_TEXT      64

struct hil_usbtmc_found {
	libusb_device *device; /* of the list's context */
	uint16_t vid, pid;
	uint8_t bus, address; /* on the bus */
	uint8_t interface, setting;
	uint8_t out, in;       /* endpoints */
	uint16_t packet_bytes; /* of the in endpoint */
	int error;             /* of opening it: -EACCES; then no texts */
	char maker[HIL_USBTMC_TEXT];
	char model[HIL_USBTMC_TEXT];
	char serial[HIL_USBTMC_TEXT]; /* printable ASCII, "" none */
};

struct hil_usbtmc_list {
	libusb_context *context;
	libusb_device **devices;
	struct hil_usbtmc_found found[HIL_USBTMC_FOUND_MAX];
	unsigned int count;
};

/** hil_usbtmc_error() - of libusb as -errno; -EREMOTEIO is a stall */
int hil_usbtmc_error(int code);

/**
 * hil_usbtmc_list() - look for devices
 * @list: result, for hil_usbtmc_list_free() also after a failure
 *
 * Each one is opened shortly for its serial number; nothing is sent to it.
 * Context: any but RT. Return: 0; -errno of libusb.
 */
int hil_usbtmc_list(struct hil_usbtmc_list *list) HIL_MUST_CHECK;

/** hil_usbtmc_list_free() - ends the context too */
void hil_usbtmc_list_free(struct hil_usbtmc_list *list);

/* Which one is wanted. */
struct hil_usbtmc_wanted {
	char serial[HIL_USBTMC_TEXT]; /* "": any */
	int vid, pid;                 /* -1: any */
};

/**
 * hil_usbtmc_wanted() - read "serial=A,vid=1ab1,pid=642"
 * @address: ',' or ':' between the words; "" is any device
 *
 * Context: any. Return: 0; -EINVAL.
 */
int hil_usbtmc_wanted(const char *address,
		      struct hil_usbtmc_wanted *w) HIL_MUST_CHECK;

/**
 * hil_usbtmc_choose() - the one device that is wanted
 * @device: for messages
 *
 * Return: 0; -ENODEV none, or several; -EACCES; the message is printed and
 * says what to do.
 */
int hil_usbtmc_choose(const struct hil_usbtmc_list *list,
		      const struct hil_usbtmc_wanted *w, const char *device,
		      const struct hil_usbtmc_found **found) HIL_MUST_CHECK;

#endif
