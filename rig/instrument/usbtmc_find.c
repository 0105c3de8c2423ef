/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for USBTMC devices; choosing one is for usbtmc_choose.c. */
#include "rig/instrument/usbtmc_find.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#define CLASS_APPLICATION 0xfe
#define SUBCLASS_TMC      0x03

int hil_usbtmc_error(int code)
{
	switch (code) {
	case LIBUSB_SUCCESS:
		return 0;
	case LIBUSB_ERROR_ACCESS:
		return -EACCES;
	case LIBUSB_ERROR_NO_DEVICE:
		return -ENODEV;
	case LIBUSB_ERROR_BUSY:
		return -EBUSY;
	case LIBUSB_ERROR_TIMEOUT:
		return -ETIMEDOUT;
	case LIBUSB_ERROR_PIPE:
		return -EREMOTEIO;
	case LIBUSB_ERROR_NO_MEM:
		return -ENOMEM;
	case LIBUSB_ERROR_OVERFLOW:
		return -EPROTO;
	default:
		return -EIO;
	}
}

/* Both bulk endpoints; false: not an interface to talk to. */
static bool find_endpoints(const struct libusb_interface_descriptor *i,
			   struct hil_usbtmc_found *f)
{
	f->out = f->in = 0;
	for (int e = 0; e < i->bNumEndpoints; e++) {
		const struct libusb_endpoint_descriptor *d = &i->endpoint[e];

		if ((d->bmAttributes & LIBUSB_TRANSFER_TYPE_MASK) !=
		    LIBUSB_TRANSFER_TYPE_BULK)
			continue;
		if (d->bEndpointAddress & LIBUSB_ENDPOINT_IN) {
			f->in = d->bEndpointAddress;
			f->packet_bytes = d->wMaxPacketSize;
		} else {
			f->out = d->bEndpointAddress;
		}
	}
	return f->in && f->out && f->packet_bytes;
}

static bool find_interface(const struct libusb_config_descriptor *c,
			   struct hil_usbtmc_found *f)
{
	for (int i = 0; i < c->bNumInterfaces; i++) {
		for (int a = 0; a < c->interface[i].num_altsetting; a++) {
			const struct libusb_interface_descriptor *d =
				&c->interface[i].altsetting[a];

			if (d->bInterfaceClass != CLASS_APPLICATION ||
			    d->bInterfaceSubClass != SUBCLASS_TMC ||
			    !find_endpoints(d, f))
				continue;
			f->interface = d->bInterfaceNumber;
			f->setting = d->bAlternateSetting;
			return true;
		}
	}
	return false;
}

/* Ends in messages, config files and lists. */
static void read_text(libusb_device_handle *h, uint8_t index,
		      char text[HIL_USBTMC_TEXT])
{
	unsigned char bytes[HIL_USBTMC_TEXT];
	int n = 0;

	if (index)
		n = libusb_get_string_descriptor_ascii(h, index, bytes,
						       HIL_USBTMC_TEXT - 1);
	for (int i = 0; i < n; i++) {
		bool printable = bytes[i] >= 0x20 && bytes[i] <= 0x7e;

		text[i] = (char)(printable ? bytes[i] : (unsigned char)'?');
	}
	text[n > 0 ? n : 0] = '\0';
}

static void read_texts(const struct libusb_device_descriptor *d,
		       struct hil_usbtmc_found *f)
{
	libusb_device_handle *h;

	f->error = hil_usbtmc_error(libusb_open(f->device, &h));
	if (f->error)
		return;
	read_text(h, d->iManufacturer, f->maker);
	read_text(h, d->iProduct, f->model);
	read_text(h, d->iSerialNumber, f->serial);
	libusb_close(h);
}

static void look_at(struct hil_usbtmc_list *list, libusb_device *device)
{
	struct hil_usbtmc_found *f = &list->found[list->count];
	struct libusb_device_descriptor d;
	struct libusb_config_descriptor *config;
	bool found;

	if (libusb_get_device_descriptor(device, &d) ||
	    libusb_get_active_config_descriptor(device, &config))
		return;
	*f = (struct hil_usbtmc_found){
		.device = device,
		.vid = d.idVendor,
		.pid = d.idProduct,
		.bus = libusb_get_bus_number(device),
		.address = libusb_get_device_address(device),
	};
	found = find_interface(config, f);
	libusb_free_config_descriptor(config);
	if (!found)
		return;
	read_texts(&d, f);
	list->count++;
}

/* The same order each time, whatever libusb's is. */
static int compare(const void *a, const void *b)
{
	const struct hil_usbtmc_found *x = a, *y = b;

	return x->bus != y->bus ? x->bus - y->bus : x->address - y->address;
}

int hil_usbtmc_list(struct hil_usbtmc_list *list)
{
	ssize_t n;
	int code;

	*list = (struct hil_usbtmc_list){ .count = 0 };
	code = libusb_init(&list->context);
	if (code)
		return hil_usbtmc_error(code);
	n = libusb_get_device_list(list->context, &list->devices);
	if (n < 0)
		return hil_usbtmc_error((int)n);
	for (ssize_t i = 0; i < n && list->count < HIL_USBTMC_FOUND_MAX; i++)
		look_at(list, list->devices[i]);
	qsort(list->found, list->count, sizeof(list->found[0]), compare);
	return 0;
}

void hil_usbtmc_list_free(struct hil_usbtmc_list *list)
{
	if (list->devices)
		libusb_free_device_list(list->devices, 1);
	if (list->context)
		libusb_exit(list->context);
	list->devices = NULL;
	list->context = NULL;
}
