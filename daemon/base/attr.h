/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiler attributes, in one place. */
#ifndef HIL_BASE_ATTR_H
#define HIL_BASE_ATTR_H

/* Runs on the IST: bounded, no lock, no allocation, listed system calls. */
#define HIL_RT               __attribute__((hot))
#define HIL_COLD             __attribute__((cold))
#define HIL_MUST_CHECK       __attribute__((warn_unused_result))
#define HIL_PRINTF(fmt, arg) __attribute__((format(printf, fmt, arg)))

#endif
