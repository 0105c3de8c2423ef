/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads settings; judges nothing. */
#include "daemon/facts.h"

#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "daemon/sysfs.h"

#define TEXT_MAX 1024
#define UNKNOWN  "unknown"

static void put_text(json_t *to, const char *key, const char *text)
{
	json_t *value = json_string(text);

	/* Not UTF-8: nothing that the kernel's own files should hold. */
	json_object_set_new(to, key, value ? value : json_string(UNKNOWN));
}

/* @empty stands for a file without text, UNKNOWN for no file. */
static void put_file(json_t *to, const char *key, const char *root,
		     const char *path, const char *empty)
{
	char text[TEXT_MAX];
	int n = hil_sysfs_text(root, text, sizeof(text), "%s", path);

	/* The kernel prints an unset mask as a null pointer. */
	if (n > 0 && !strcmp(text, "(null)"))
		n = 0;
	put_text(to, key, n < 0 ? UNKNOWN : n ? text : empty);
}

static void put_number(json_t *to, const char *key, const char *root,
		       const char *path)
{
	int64_t value;

	if (hil_sysfs_i64(root, &value, "%s", path))
		put_text(to, key, UNKNOWN);
	else
		json_object_set_new(to, key, json_integer(value));
}

static bool has_hypervisor_flag(const char *root)
{
	char text[8192];

	return hil_sysfs_text(root, text, sizeof(text), "/proc/cpuinfo") > 0 &&
	       strstr(text, " hypervisor");
}

/* Vendors that DMI names in virtual machines. */
static const char *const virtual_vendors[] = { "QEMU",         "VMware, Inc.",
					       "innotek GmbH", "Xen",
					       "Amazon EC2",   "Google",
					       "Red Hat",      NULL };

static void put_hypervisor(json_t *to, const char *root)
{
	const char *const *vendor = virtual_vendors;
	char text[TEXT_MAX];

	if (hil_sysfs_text(root, text, sizeof(text), "/sys/hypervisor/type") >
	    0) {
		put_text(to, "hypervisor", text);
		return;
	}
	/* The "virt" machine of QEMU and others has no more than this. */
	if (hil_sysfs_text(root, text, sizeof(text),
			   "/proc/device-tree/compatible") > 0 &&
	    !strcmp(text, "linux,dummy-virt")) {
		put_text(to, "hypervisor", "virt machine");
		return;
	}
	(void)hil_sysfs_text(root, text, sizeof(text),
			     "/sys/class/dmi/id/sys_vendor");
	for (; *vendor; vendor++) {
		if (!strcmp(text, *vendor)) {
			put_text(to, "hypervisor", text);
			return;
		}
	}
	put_text(to, "hypervisor",
		 has_hypervisor_flag(root) ? "yes (CPU flag)" : "none");
}

static void put_model(json_t *to, const char *root)
{
	char text[TEXT_MAX];

	if (hil_sysfs_text(root, text, sizeof(text),
			   "/proc/device-tree/model") > 0)
		put_text(to, "model", text);
	else
		put_file(to, "model", root, "/sys/class/dmi/id/product_name",
			 UNKNOWN);
}

static void put_tick(json_t *to, const char *root)
{
	int hz = hil_facts_tick_hz(root);

	json_object_set_new(to, "tick_hz",
			    hz ? json_integer(hz) : json_string(UNKNOWN));
}

json_t *hil_facts_constant(const char *root)
{
	json_t *to = json_object();
	struct utsname name;
	char text[TEXT_MAX];
	int64_t realtime = 0;

	if (!to || uname(&name)) {
		json_decref(to);
		return NULL;
	}
	put_text(to, "sysname", name.sysname);
	put_text(to, "nodename", name.nodename);
	put_text(to, "release", name.release);
	put_text(to, "version", name.version);
	put_text(to, "machine", name.machine);
	snprintf(text, sizeof(text), "%s %s", name.release, name.version);
	put_text(to, "kernel", text);
	(void)hil_sysfs_i64(root, &realtime, "/sys/kernel/realtime");
	json_object_set_new(
		to, "preempt_rt",
		json_boolean(realtime == 1 ||
			     (!*root && strstr(name.version, "PREEMPT_RT"))));
	put_file(to, "cmdline", root, "/proc/cmdline", "");
	put_file(to, "isolated", root, "/sys/devices/system/cpu/isolated",
		 "none");
	put_file(to, "nohz_full", root, "/sys/devices/system/cpu/nohz_full",
		 "none");
	put_hypervisor(to, root);
	put_model(to, root);
	put_tick(to, root);
	return to;
}

static void put_idle_states(json_t *to, const char *root, int cpu)
{
	char text[TEXT_MAX] = "none";
	char name[64];
	int64_t us, off;
	size_t used = 0;
	int state;

	for (state = 0; state < 16 && used < sizeof(text); state++) {
		const char *dir = "/sys/devices/system/cpu";

		if (hil_sysfs_text(root, name, sizeof(name),
				   "%s/cpu%d/cpuidle/state%d/name", dir, cpu,
				   state) <= 0 ||
		    hil_sysfs_i64(root, &us, "%s/cpu%d/cpuidle/state%d/latency",
				  dir, cpu, state) ||
		    hil_sysfs_i64(root, &off,
				  "%s/cpu%d/cpuidle/state%d/disable", dir, cpu,
				  state))
			break;
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "%s%s %lldus%s", used ? ", " : "",
					 name, (long long)us,
					 off ? " off" : "");
	}
	put_text(to, "idle_states", text);
}

static void put_fair_server(json_t *to, const char *root, int cpu)
{
	const char *dir = "/sys/kernel/debug/sched/fair_server";
	int64_t runtime, period;
	char text[64];

	if (hil_sysfs_i64(root, &runtime, "%s/cpu%d/runtime", dir, cpu) ||
	    hil_sysfs_i64(root, &period, "%s/cpu%d/period", dir, cpu)) {
		put_text(to, "fair_server", UNKNOWN);
		return;
	}
	snprintf(text, sizeof(text), "%lld/%lld ns", (long long)runtime,
		 (long long)period);
	put_text(to, "fair_server", text);
}

json_t *hil_facts_changing(const char *root, int cpu)
{
	json_t *to = json_object();
	char path[128];

	if (!to)
		return NULL;
	snprintf(path, sizeof(path),
		 "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", cpu);
	if (hil_sysfs_exists(root, "%s", path))
		put_file(to, "governor", root, path, UNKNOWN);
	else
		put_text(to, "governor", "none");
	put_idle_states(to, root, cpu);
	put_file(to, "clocksource", root,
		 "/sys/devices/system/clocksource/clocksource0/"
		 "current_clocksource",
		 UNKNOWN);
	put_number(to, "sched_rt_runtime_us", root,
		   "/proc/sys/kernel/sched_rt_runtime_us");
	put_number(to, "sched_rt_period_us", root,
		   "/proc/sys/kernel/sched_rt_period_us");
	put_fair_server(to, root, cpu);
	put_file(to, "smt", root, "/sys/devices/system/cpu/smt/control",
		 UNKNOWN);
	put_file(to, "online", root, "/sys/devices/system/cpu/online", UNKNOWN);
	return to;
}

json_t *hil_facts_temperature_mc(const char *root)
{
	int64_t hottest = -1, mc;
	int zone;

	for (zone = 0; zone < 32; zone++)
		if (!hil_sysfs_i64(root, &mc,
				   "/sys/class/thermal/thermal_zone%d/temp",
				   zone) &&
		    mc > hottest)
			hottest = mc;
	return hottest < 0 ? json_null() : json_integer(hottest);
}

int hil_facts_default_cpu(const char *root)
{
	cpu_set_t allowed, isolated, both;
	char text[TEXT_MAX];

	if (sched_getaffinity(0, sizeof(allowed), &allowed))
		return 0;
	if (hil_sysfs_text(root, text, sizeof(text),
			   "/sys/devices/system/cpu/isolated") > 0 &&
	    hil_cpu_list_parse(text, &isolated) > 0) {
		CPU_AND(&both, &allowed, &isolated);
		/* An isolated CPU is usually not in our mask: that is fine,
		 * root may go there. */
		return hil_cpu_list_first(CPU_COUNT(&both) ? &both : &isolated);
	}
	return hil_cpu_list_first(&allowed);
}
