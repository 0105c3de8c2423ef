/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Starts QEMU with the board's image and ends it. What is said on its streams
 * is left to qmp.c, pins.c, relay.c and the generator.
 */
#include "rig/bench/qemu.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/log.h"

#define PROGRAM "qemu-system-aarch64"

/* Descriptors in QEMU; its command line names them. */
enum { QTEST_FD = 10, QMP_FD, AGENT_FD, CONSOLE_FD, TRACE_FD, FDS_END };

void hil_qemu_init(struct hil_qemu *q)
{
	*q = (struct hil_qemu){ .pid_fd = -1,
				.qtest_fd = -1,
				.qmp_fd = -1,
				.agent_fd = -1,
				.console_fd = -1,
				.trace_fd = -1 };
}

/* In QEMU's option lists a comma is written twice. */
static void escape_commas(char *to, size_t size, const char *from)
{
	size_t used = 0;

	for (; *from && used + 3 < size; from++) {
		to[used++] = *from;
		if (*from == ',')
			to[used++] = ',';
	}
	to[used] = '\0';
}

static _Noreturn void become_qemu(const struct hil_board_image *image,
				  const char *share, const char *arguments)
{
	char append[HIL_QEMU_ARGUMENTS + 148], virtfs[2 * PATH_MAX + 128];
	char folder[2 * PATH_MAX];

	/* KASLR brings KPTI, and then each kernel entry flushes the emulator's
	 * TLB: a system call of the guest costs 19 us instead of 2. */
	snprintf(append, sizeof(append),
		 "console=ttyAMA0 quiet loglevel=4 panic=-1 nokaslr %s",
		 arguments);
	escape_commas(folder, sizeof(folder), share);
	snprintf(virtfs, sizeof(virtfs),
		 "local,path=%s,mount_tag=host,security_model=none,"
		 "multidevs=remap",
		 folder);
	execlp(PROGRAM, PROGRAM, "-M", "virt", "-cpu", "cortex-a57", "-smp",
	       "1", "-m", "512", "-display", "none", "-monitor", "none",
	       "-no-reboot", "-kernel", image->kernel, "-initrd", image->initrd,
	       "-append", append, "-chardev", "socket,id=qtest,fd=10", "-qtest",
	       "chardev:qtest", "-qtest-log", "/dev/null", "-chardev",
	       "socket,id=qmp,fd=11", "-mon", "chardev=qmp,mode=control",
	       "-device", "virtio-serial-pci", "-chardev",
	       "socket,id=agent,fd=12", "-device",
	       "virtserialport,chardev=agent,name=org.hilrig.0", "-chardev",
	       "socket,id=console,fd=13", "-serial", "chardev:console",
	       "-trace", "pl061_set_output", "-trace", "pl061_input_change",
	       "-msg", "timestamp=on", "-D", "/proc/self/fd/14", "-virtfs",
	       virtfs, "-nic", "user,model=virtio-net-pci,id=net0",
	       (char *)NULL);
	_exit(errno == ENOENT ? 127 : 126);
}

/* Also dies between fork and prctl, when the parent is gone already. */
static _Noreturn void run_child(const int theirs[5], pid_t parent,
				const struct hil_board_image *image,
				const char *const words[2])
{
	sigset_t none;
	int high[5];

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	setpgid(0, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	/* all out of the way first: no dup2() may hit one still needed */
	for (int i = 0; i < 5; i++) {
		high[i] = fcntl(theirs[i], F_DUPFD_CLOEXEC, FDS_END);
		if (high[i] < 0)
			_exit(126);
	}
	for (int i = 0; i < 5; i++)
		if (dup2(high[i], QTEST_FD + i) < 0)
			_exit(126);
	become_qemu(image, words[0], words[1]);
}

static bool is_installed(void)
{
	const char *path = getenv("PATH");
	char file[PATH_MAX];

	while (path && *path) {
		size_t size = strcspn(path, ":");

		if (snprintf(file, sizeof(file), "%.*s/" PROGRAM, (int)size,
			     path) < PATH_MAX &&
		    access(file, X_OK) == 0)
			return true;
		path += size + (path[size] == ':');
	}
	return false;
}

static int make_streams(struct hil_qemu *q, int theirs[5])
{
	int *mine[] = { &q->qtest_fd, &q->qmp_fd, &q->agent_fd,
			&q->console_fd };

	for (int i = 0; i < 4; i++) {
		int pair[2];

		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
			return -errno;
		*mine[i] = pair[0];
		theirs[i] = pair[1];
		fcntl(pair[0], F_SETFL, O_NONBLOCK);
	}
	q->trace_fd = memfd_create("hilrig-bench-trace", MFD_CLOEXEC);
	theirs[4] = q->trace_fd;
	return q->trace_fd < 0 ? -errno : 0;
}

int hil_qemu_spawn(struct hil_qemu *q, const struct hil_board_image *image,
		   const char *share, const char *arguments)
{
	int theirs[5] = { -1, -1, -1, -1, -1 };
	pid_t parent = getpid();
	int ret;

	if (!is_installed()) {
		hil_error("QEMU is missing: install qemu-system-arm (" PROGRAM
			  ") or run ./run.sh, which does");
		return -ENOENT;
	}
	ret = make_streams(q, theirs);
	if (ret)
		goto out;
	q->pid = fork();
	if (q->pid == 0)
		run_child(theirs, parent, image,
			  (const char *const[]){ share, arguments });
	if (q->pid < 0) {
		ret = -errno;
		q->pid = 0;
		goto out;
	}
	q->pid_fd = (int)syscall(SYS_pidfd_open, q->pid, 0);
out:
	for (int i = 0; i < 4; i++)
		if (theirs[i] >= 0)
			close(theirs[i]);
	if (ret) {
		hil_error("cannot start " PROGRAM ": %s", strerror(-ret));
		hil_qemu_end(q);
	}
	return ret;
}

int hil_qemu_reap(struct hil_qemu *q, char *text)
{
	int status;

	if (q->pid == 0 || waitpid(q->pid, &status, WNOHANG) != q->pid)
		return 0;
	q->pid = 0;
	if (WIFSIGNALED(status))
		snprintf(text, 128, "QEMU was ended by signal %d (%s)",
			 WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		snprintf(text, 128, "QEMU exited with status %d",
			 WEXITSTATUS(status));
	return 1;
}

void hil_qemu_end(struct hil_qemu *q)
{
	int fds[] = { q->pid_fd,   q->qmp_fd,     q->qtest_fd,
		      q->agent_fd, q->console_fd, q->trace_fd };

	if (q->pid > 0) {
		kill(q->pid, SIGKILL);
		waitpid(q->pid, NULL, 0);
	}
	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	hil_qemu_init(q);
}
