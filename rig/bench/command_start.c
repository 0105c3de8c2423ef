/* SPDX-License-Identifier: GPL-3.0-or-later */
/* start: takes the name, cleans up, makes the server, waits for its word. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/bench/command.h"
#include "rig/bench/qemu.h"
#include "rig/bench/server.h"

struct start {
	char *name, *board, *arguments, *faults;
	bool json, no_rt;
	int64_t timeout_ns;
};

static const struct hil_option table[] = {
	HIL_COMMAND_NAME_OPTION(struct start, name),
	HIL_COMMAND_JSON_OPTION(struct start, json),
	{ .name = "board",
	  .type = HIL_OPTION_STRING,
	  .offset = offsetof(struct start, board),
	  .set_offset = -1,
	  .argument = "FILE",
	  .help = "board.conf of another image than the one beside this "
		  "program" },
	{ .name = "append",
	  .type = HIL_OPTION_STRING,
	  .offset = offsetof(struct start, arguments),
	  .set_offset = -1,
	  .argument = "WORDS",
	  .help = "more of the board's kernel command line" },
	{ .name = "fault",
	  .type = HIL_OPTION_STRING,
	  .offset = offsetof(struct start, faults),
	  .set_offset = -1,
	  .argument = "KIND[=VALUE][@SECONDS]",
	  .help = "a fault from the start; 'fault -h' lists them" },
	{ .name = "timeout",
	  .letter = 't',
	  .type = HIL_OPTION_DURATION,
	  .unit = "s",
	  .initial = "120s",
	  .min = 1e9,
	  .max = 3600e9,
	  .bare_ns = HIL_NS_PER_S,
	  .offset = offsetof(struct start, timeout_ns),
	  .set_offset = -1,
	  .argument = "TIME",
	  .help = "for the board to come up" },
	{ .name = "no-rt",
	  .type = HIL_OPTION_FLAG,
	  .offset = offsetof(struct start, no_rt),
	  .set_offset = -1,
	  .help = "leave priorities and CPUs of this machine as they are" },
	{ .name = NULL },
};

static const char usage[] =
	"usage: hilrig bench start [options] [FAULT...]\n"
	"Boots a virtual board with a generator and an analyzer, in the "
	"background,\nand writes the config that 'hilrig run --config' "
	"takes.\n";

static int add_fault(struct hil_bench_options *o, const char *text)
{
	char problem[128];

	if (o->fault_count == HIL_BENCH_FAULTS) {
		hil_error("at most %d faults can be given", HIL_BENCH_FAULTS);
		return -E2BIG;
	}
	if (hil_fault_parse(text, &o->faults[o->fault_count], problem,
			    sizeof(problem))) {
		hil_error("%s", problem);
		return -EINVAL;
	}
	o->fault_count++;
	return 0;
}

static int add_list(struct hil_bench_options *o, char *list)
{
	char *rest = NULL;
	int ret = 0;

	for (char *word = list ? strtok_r(list, ",", &rest) : NULL;
	     word && !ret; word = strtok_r(NULL, ",", &rest))
		ret = add_fault(o, word);
	return ret;
}

static int take_faults(struct hil_bench_options *o, char *list, int count,
		       char **words)
{
	int ret = add_list(o, list);

	for (int i = 0; i < count && !ret; i++)
		ret = add_list(o, words[i]);
	return ret;
}

/* The option may be given again and again: each becomes an operand. */
static int free_faults(int argc, char **argv)
{
	static const char option[] = "--fault";
	size_t size = sizeof(option) - 1;
	int kept = 1;

	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], option, size) == 0 && argv[i][size] == '=')
			argv[kept++] = argv[i] + size + 1;
		else if (strcmp(argv[i], option) != 0 || i + 1 == argc)
			argv[kept++] = argv[i];
	}
	return kept;
}

/* Under the root's lock: two starts of one name cannot both win. */
static int take_folder(struct hil_bench *b, int root, const char *name)
{
	int ret = hil_bench_is_alive(root, name);

	if (ret == 1) {
		hil_error("the bench '%s' is running already: 'hilrig bench "
			  "stop --name %s' ends it",
			  name, name);
		return -EBUSY;
	}
	ret = ret == -ENOENT ? 0 : ret ? ret : hil_bench_end(root, name);
	if (!ret && mkdirat(root, name, 0700))
		ret = -errno;
	if (!ret) {
		b->folder =
			openat(root, name,
			       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		b->lock_fd = b->folder < 0 ? -errno : hil_bench_lock(b->folder);
		ret = b->lock_fd < 0 ? b->lock_fd : 0;
	}
	if (ret)
		hil_error("cannot make the folder of the bench '%s': %s", name,
			  strerror(-ret));
	return ret;
}

/* The server belongs to nobody's terminal and is nobody's child. */
static int spawn_server(struct hil_bench *b, int root, int report[2])
{
	pid_t pid;

	fflush(NULL);
	if (pipe2(report, O_CLOEXEC) || (pid = fork()) < 0)
		return -errno;
	if (pid > 0) {
		close(report[1]);
		waitpid(pid, NULL, 0);
		return 0;
	}
	close(report[0]);
	setsid();
	pid = fork();
	if (pid == 0)
		_exit(hil_server_run(b, root, report[1]) ? 1 : 0);
	_exit(pid < 0);
}

/* Return: 0 ready; -EIO not, the messages are printed. */
static int read_report(int fd)
{
	FILE *file = fdopen(fd, "r");
	char *line = NULL;
	size_t size = 0;
	int ret = -EIO, messages = 0;

	while (file && getline(&line, &size, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == HIL_SERVER_READY)
			ret = 0;
		else if (line[0] == 'W')
			hil_warning("%s", line + 1);
		else
			hil_error("%s", line + 1);
		messages++;
	}
	if (ret && messages == 0)
		hil_error("the bench's server ended without a word");
	free(line);
	if (file)
		fclose(file);
	return ret;
}

static int start(struct hil_bench_options *o)
{
	struct hil_bench *b = calloc(1, sizeof(*b));
	int report[2], ret = -ENOMEM, root = -1;

	/* The server outlives the caller and must not hold what it lent us,
	 * a lock for instance. */
	close_range(3, ~0U, 0);
	if (!b)
		goto out;
	b->options = o;
	ret = root = hil_bench_root_open(b->path);
	if (root < 0)
		goto out;
	snprintf(b->path + strlen(b->path), sizeof(b->path) - strlen(b->path),
		 "/%s", o->name);
	flock(root, LOCK_EX);
	ret = take_folder(b, root, o->name);
	flock(root, LOCK_UN);
	if (ret)
		goto out;
	ret = spawn_server(b, root, report);
	if (ret)
		hil_error("cannot start the bench's server: %s",
			  strerror(-ret));
	else
		ret = read_report(report[0]);
out:
	free(b); /* the descriptors end with the process */
	if (root >= 0)
		close(root);
	return ret;
}

static int say_started(struct start *s)
{
	char *status[] = { (char[]){ "status" }, (char[]){ "--name" }, s->name,
			   (char[]){ "--json" }, NULL };

	return hil_command_status(s->json ? 4 : 3, status);
}

static int check_arguments(const char *arguments)
{
	if (!arguments || strlen(arguments) <= HIL_QEMU_ARGUMENTS)
		return 0;
	hil_error("--append: %zu bytes are too many for the board's kernel, "
		  "%d are possible",
		  strlen(arguments), HIL_QEMU_ARGUMENTS);
	return -E2BIG;
}

int hil_command_start(int argc, char **argv)
{
	struct hil_bench_options o = { .name = "" };
	struct start s = { .name = NULL };
	int first, ret;

	argc = free_faults(argc, argv);
	hil_options_init(table, &s);
	ret = hil_options_args(table, &s, argc, argv, usage, &first);
	if (!ret && !hil_command_name_ok(s.name))
		ret = -EINVAL;
	if (!ret)
		ret = check_arguments(s.arguments);
	if (!ret)
		ret = take_faults(&o, s.faults, argc - first, argv + first);
	if (!ret) {
		snprintf(o.name, sizeof(o.name), "%s", s.name);
		o.board = s.board;
		o.arguments = s.arguments;
		o.no_rt = s.no_rt;
		o.timeout_ns = s.timeout_ns;
		ret = start(&o);
		if (!ret)
			ret = say_started(&s);
	}
	hil_options_free(table, &s);
	return ret && ret != -ECANCELED ? 1 : 0;
}
