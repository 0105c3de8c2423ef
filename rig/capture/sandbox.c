/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A seccomp filter, written out: the calls that reading a capture makes, and
 * opening only for reading. Everything else fails rather than kills, because a
 * C library may try a newer call first and fall back.
 */
#include "rig/capture/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef ARCHITECTURE /* their run-time libraries need more */
#endif

#ifdef ARCHITECTURE

#define LOAD(field)                                                            \
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS,                                     \
		 (uint32_t)offsetof(struct seccomp_data, field))
#define ALLOW(name)                                                            \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1),                \
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define DENY BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

static struct sock_filter filter[] = {
	LOAD(arch),
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	LOAD(nr),
	/* input, output and their ends */
	ALLOW(read),
	ALLOW(pread64),
	ALLOW(readv),
	ALLOW(lseek),
	ALLOW(fadvise64),
	ALLOW(write),
	ALLOW(writev),
	ALLOW(close),
	ALLOW(fcntl),
	ALLOW(dup),
	ALLOW(fstat),
	ALLOW(newfstatat),
	ALLOW(statx),
	ALLOW(ppoll),
#ifdef __NR_poll
	ALLOW(poll),
#endif
	/* memory */
	ALLOW(brk),
	ALLOW(mmap),
	ALLOW(munmap),
	ALLOW(mremap),
	ALLOW(mprotect),
	ALLOW(madvise),
	/* time, signals, the end */
	ALLOW(clock_gettime),
	ALLOW(getrandom),
	ALLOW(futex),
	ALLOW(getpid),
	ALLOW(gettid),
	ALLOW(tgkill),
	ALLOW(rt_sigaction),
	ALLOW(rt_sigprocmask),
	ALLOW(rt_sigreturn),
	ALLOW(restart_syscall),
	ALLOW(exit),
	ALLOW(exit_group),
	/* openat(): its flags are the third argument */
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 1, 0),
	DENY,
	LOAD(args[2]),
	BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K,
		 O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1),
	DENY,
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

int hil_sandbox_enter(void)
{
	const struct sock_fprog program = {
		.len = sizeof(filter) / sizeof(filter[0]), .filter = filter
	};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -errno;
	/* a kernel without filters says EINVAL: the limits still hold */
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) &&
	    errno != EINVAL)
		return -errno;
	return 0;
}

#else

int hil_sandbox_enter(void)
{
	return 0;
}

#endif
