/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The boards. Sources: makers' manuals and pin tables (Raspberry Pi
 * documentation, BeagleBone Black System Reference Manual, NVIDIA's
 * Jetson.GPIO), and the kernel's drivers for what they do to an edge.
 */
#include "rig/wire/board_table.h"

#include <string.h>

#define RESISTOR_USUAL                                                         \
	"470 ohm to 1 kohm between generator and line, at the generator's end"
#define MANUAL "models differ: check your board's manual before you wire it"

const struct hil_board_facts hil_board_table[] = {
	{
		.name = "pi4",
		.title = "Raspberry Pi 4 Model B",
		.chip = "gpiochip0, label pinctrl-bcm2711",
		.volts = "3.3 V; a pin does not stand 5 V",
		.pin = { { "line", "pin 11", "GPIO17", "17" },
			 { "spare", "pin 13", "GPIO27", "27" },
			 { "probe", "pin 15", "GPIO22", "22" } },
		.ground = "pin 9 or 14 (also 6, 20, 25, 30, 34, 39)",
		.pulls = "about 50 kohm inside: up after reset on GPIO0-8, "
			 "down on GPIO9-27; GPIO2 and 3 have 1.8 kohm up on "
			 "the board, do not use them",
		.resistor = RESISTOR_USUAL,
		.flaw = { "two edges that are close together may be one: the "
			  "analyzer counts, not the board",
			  "one interrupt serves a whole bank: a busy pin of "
			  "the same bank delays yours" },
		.wiring = { "an overlay may own the pins (UART, SPI, DPI): "
			    "hilrig scan names the owner" },
	},
	{
		.name = "pi5",
		.title = "Raspberry Pi 5",
		.chip = "label pinctrl-rp1: gpiochip0, gpiochip4 with kernels "
			"before 6.6.45; hilrig scan says which",
		.volts = "3.3 V; do not apply more",
		.pin = { { "line", "pin 11", "GPIO17", "17" },
			 { "spare", "pin 13", "GPIO27", "27" },
			 { "probe", "pin 15", "GPIO22", "22" } },
		.ground = "pin 9 or 14 (also 6, 20, 25, 30, 34, 39)",
		.pulls = "about 50 kohm inside: up after reset on GPIO0-8, "
			 "down on GPIO9-27; GPIO2 and 3 have 1.8 kohm up on "
			 "the board, do not use them",
		.resistor = RESISTOR_USUAL,
		.flaw = { "the pins sit in RP1 behind PCIe and writes are "
			  "posted: the pin may move after the write returned",
			  "RP1 sees edges only while the pin's function is "
			  "GPIO" },
		.wiring = { "an overlay may own the pins (UART, SPI, DPI): "
			    "hilrig scan names the owner" },
	},
	{
		.name = "beaglebone",
		.title = "BeagleBone Black",
		.chip = "bank GPIO1 (at 4804c000); its gpiochip number depends "
			"on the kernel: find P9_12 in the list of hilrig scan",
		.volts = "3.3 V; a pin does not stand 5 V",
		.pin = { { "line", "P9_12", "GPIO1_28", "28" },
			 { "spare", "P9_15", "GPIO1_16", "16" },
			 { "probe", "P9_23", "GPIO1_17", "17" } },
		.ground = "P9_1 or P9_2 (also P8_1, P8_2)",
		.pulls = "set by the pin mux, different from pin to pin: set "
			 "none or know which",
		.resistor = "1 kohm: the pins drive and stand a few mA only",
		.flaw = { "no voltage on any pin while the board is off or "
			  "before SYS_RESETn is high: it damages the processor",
			  "P8_31 to P8_46 choose the boot source: a wire there "
			  "keeps the board from booting",
			  "with PREEMPT_RT the bank's interrupt is a thread: "
			  "its stamp is late unless that thread is raised, too "
			  "(hilrigd does it)",
			  "no vDSO clock: each time stamp is a system call" },
		.wiring = { "turn the generator on only when the board is up, "
			    "and off before it goes down" },
	},
	{
		.name = "imx8m",
		.title = "NXP i.MX8M family (Mini, Nano, Plus, Quad modules)",
		.chip = "gpiochip N is bank GPIO(N+1), label from "
			"30200000.gpio on; hilrig scan lists them",
		.volts = "1.8 V or 3.3 V, by the supply (NVCC_...) of the "
			 "pad's group: " MANUAL,
		.ground = "a ground pin of the same connector, see the manual",
		.pulls =
			"set by the pin mux; on the 8M Mini the inner pulls of "
			"pads that run at 3.3 V wear out (ERR050080): use "
			"outer ones",
		.resistor = RESISTOR_USUAL,
		.flaw = { "the controller masks a line until its thread is "
			  "done (level flow): coalesced edges cannot be "
			  "counted there, an edge behind a queued one has no "
			  "valid delivery",
			  "one interrupt serves 16 lines of a bank" },
		.wiring = { "take three pins of one bank that nothing else "
			    "uses; line and spare must be of the same chip",
			    "measure the pad's supply before you set "
			    "line_volts" },
	},
	{
		.name = "orin",
		.title = "NVIDIA Jetson Orin Nano and Orin NX, developer kit",
		.chip = "label tegra234-gpio (not tegra234-gpio-aon)",
		.volts =
			"3.3 V at the kit's 40-pin header, often 1.8 V at pins "
			"of the bare module; other carriers and AGX Orin: "
			"check the manual",
		.pin = { { "line", "pin 29", "GPIO01, PQ.05", "105" },
			 { "spare", "pin 31", "GPIO11, PQ.06", "106" },
			 { "probe", "pin 33", "GPIO13, PH.00", "43" } },
		.ground = "pin 30 or 34 (also 6, 9, 14, 20, 25, 39)",
		.pulls = "set by the pin mux; level shifters that find their "
			 "direction by themselves may sit between header and "
			 "module: no outer pull below 50 kohm then",
		.resistor = "470 ohm, not more: such a shifter has to be "
			    "overdriven",
		.flaw = { "the pin mux decides whether a header pin is a GPIO "
			  "and which way it goes: set it in the device tree "
			  "first, or nothing moves" },
		.wiring = { "a slow edge may make a shifter oscillate: keep "
			    "the wires short" },
	},
	{
		.name = "x86",
		.title = "x86 PC",
		.chip = "pinctrl of the chipset (labels such as INTC1055:00, "
			"AMDI0030:00): most lines reach no connector",
		.volts = "1.8 V or 3.3 V by pad group: " MANUAL,
		.ground = "the case or a ground pin beside the line",
		.pulls = "set by the firmware",
		.resistor = RESISTOR_USUAL,
		.flaw = { "an ordinary PC has no free GPIO: take an industrial "
			  "board with a GPIO header that the chipset drives",
			  "USB-GPIO adapters mostly have no edge interrupt "
			  "(ENXIO); behind I2C, SPI or USB one measures the "
			  "bus",
			  "Super I/O GPIOs mostly have no interrupt, either",
			  "firmware may steal time (SMI): hilrigd cannot see "
			  "it, the analyzer can" },
		.wiring = { "a line that hilrig scan shows as used belongs to "
			    "the firmware: never drive it" },
	},
	{ .name = NULL },
};

const struct hil_board_facts *hil_board_find(const char *name)
{
	const struct hil_board_facts *b;

	for (b = hil_board_table; b->name; b++)
		if (!strcmp(b->name, name))
			return b;
	return NULL;
}
