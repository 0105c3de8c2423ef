/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status, list and fault: questions to running benches. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/json_print.h"
#include "daemon/base/log.h"
#include "rig/bench/command.h"
#include "rig/bench/control.h"
#include "rig/bench/fault.h"
#include "rig/bench/place.h"

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static long long number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static void print_status(const json_t *s)
{
	const json_t *pids = json_object_get(s, "pids");
	const json_t *ports = json_object_get(s, "ports");
	const json_t *counters = json_object_get(s, "counters");

	printf("bench %s: %s%s%s\n", text_of(s, "name"), text_of(s, "state"),
	       *text_of(s, "text") ? ", " : "", text_of(s, "text"));
	printf("  config     %s\n", text_of(s, "config"));
	printf("  processes  server %lld, QEMU %lld\n",
	       number_of(pids, "server"), number_of(pids, "qemu"));
	printf("  ports      generator %lld, analyzer %lld, board's web page "
	       "%lld\n",
	       number_of(ports, "generator"), number_of(ports, "analyzer"),
	       number_of(ports, "web"));
	printf("  scheduling %s\n",
	       text_of(json_object_get(s, "scheduling"), "text"));
	printf("  edges      %lld sent, %lld skipped\n",
	       number_of(counters, "edges_sent"),
	       number_of(counters, "skipped"));
	printf("  host       %lld stalls, worst %.3f ms, %lld late stamps\n",
	       number_of(counters, "stalls"),
	       (double)number_of(counters, "worst_stall_ns") / 1e6,
	       number_of(counters, "late_stamps"));
}

int hil_command_status(int argc, char **argv)
{
	struct hil_command_options o;
	json_t *status;
	int ret;

	if (hil_command_parse(&o, argc, argv,
			      "usage: hilrig bench status [options]\n"
			      "Says how a running bench is.\n",
			      NULL, &ret))
		return ret;
	ret = hil_control_ask(o.name, json_pack("{s:s}", "command", "status"),
			      &status)
		      ? 1
		      : 0;
	if (!ret && o.json)
		ret = hil_json_print(json_incref(status), JSON_INDENT(2)) != 0;
	else if (!ret)
		print_status(status);
	json_decref(status);
	hil_command_options_free(&o);
	return ret;
}

static int add_bench(json_t *list, int root, const char *name, bool print)
{
	json_t *status = NULL;
	const char *state = "dead";

	if (hil_bench_is_alive(root, name) == 1 &&
	    hil_control_ask(name, json_pack("{s:s}", "command", "status"),
			    &status) == 0)
		state = text_of(status, "state");
	if (print)
		printf("%-16s %s\n", name, state);
	if (!status)
		status = json_pack("{s:s, s:s}", "name", name, "state", state);
	return json_array_append_new(list, status);
}

int hil_command_list(int argc, char **argv)
{
	struct hil_command_options o;
	char path[PATH_MAX];
	struct dirent *entry;
	json_t *list = json_array();
	int root, ret;
	DIR *folder = NULL;

	if (hil_command_parse(&o, argc, argv,
			      "usage: hilrig bench list [--json]\n"
			      "Lists all benches of this user.\n",
			      NULL, &ret))
		return ret;
	root = hil_bench_root_open(path);
	ret = root < 0;
	if (!ret)
		folder = fdopendir(dup(root));
	while (folder && (entry = readdir(folder)) != NULL)
		if (hil_bench_name_valid(entry->d_name))
			add_bench(list, root, entry->d_name, !o.json);
	if (!ret && o.json)
		ret = hil_json_print(json_incref(list), JSON_INDENT(2)) != 0;
	if (folder)
		closedir(folder);
	if (root >= 0)
		close(root);
	json_decref(list);
	hil_command_options_free(&o);
	return ret;
}

int hil_command_fault(int argc, char **argv)
{
	struct hil_command_options o;
	char text[2048];
	json_t *faults = json_array(), *answer;
	int first, ret;

	snprintf(text, sizeof(text),
		 "usage: hilrig bench fault [--name NAME] "
		 "KIND[=VALUE][@SECONDS]...\n"
		 "Makes a fault while the bench runs; STATE/truth.jsonl says "
		 "at which sample.\n%s",
		 hil_fault_help());
	if (hil_command_parse(&o, argc, argv, text, &first, &ret)) {
		json_decref(faults);
		return ret;
	}
	for (int i = first; i < argc; i++)
		json_array_append_new(faults, json_string(argv[i]));
	if (first == argc) {
		hil_error("no fault given; 'hilrig bench fault -h' lists them");
		json_decref(faults);
		ret = 1;
	} else {
		ret = hil_control_ask(o.name,
				      json_pack("{s:s, s:o}", "command",
						"fault", "faults", faults),
				      &answer)
			      ? 1
			      : 0;
		json_decref(answer);
	}
	hil_command_options_free(&o);
	return ret;
}
