/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of hilrig: one file each, argv[0] is the command's name. */
#ifndef HIL_CMD_CMD_H
#define HIL_CMD_CMD_H

/* Exit status of hilrig. */
enum hil_status {
	HIL_STATUS_OK = 0,      /* VALID or DEGRADED */
	HIL_STATUS_ERROR = 1,   /* a message says what */
	HIL_STATUS_LIMIT = 2,   /* a threshold or limit was hit */
	HIL_STATUS_INVALID = 3, /* INVALID, or doctor with a bad row */
	HIL_STATUS_NOTHING = 4  /* nothing to test with */
};

int hil_cmd_run(int argc, char **argv);
int hil_cmd_measure(int argc, char **argv);
int hil_cmd_show(int argc, char **argv);
int hil_cmd_scan(int argc, char **argv);
int hil_cmd_wire(int argc, char **argv);
int hil_cmd_board(int argc, char **argv);
int hil_cmd_rate(int argc, char **argv);
int hil_cmd_budget(int argc, char **argv);
int hil_cmd_calibrate(int argc, char **argv);
int hil_cmd_doctor(int argc, char **argv);
int hil_cmd_compare(int argc, char **argv);
int hil_cmd_qualify(int argc, char **argv);
int hil_cmd_diff(int argc, char **argv);

#endif
