/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the options of a run mean together, and the ledger's configuration as
 * JSON. Reading single options is options.c's matter.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/board_command.h"
#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/suggest.h"
#include "daemon/base/time.h"
#include "daemon/shm/event.h"
#include "rig/capture/child.h"
#include "rig/run/effects.h"
#include "rig/run/options.h"
#include "rig/run/stimulus.h"
#include "rig/store/run_path.h"

static const char *const role_names[] = { "stimulus", "probe", "heartbeat" };

static char *role_field(struct hil_channel_roles *roles, const char *name)
{
	if (!strcmp(name, "stimulus"))
		return roles->stimulus;
	if (!strcmp(name, "probe"))
		return roles->probe;
	if (!strcmp(name, "heartbeat"))
		return roles->heartbeat;
	return NULL;
}

static int set_role(struct hil_channel_roles *roles, char *word)
{
	char *equals = strchr(word, '=');
	const char *near;
	char *field;

	if (!equals || equals == word) {
		hil_error("channels: \"%s\" is not CHANNEL=ROLE", word);
		return -EINVAL;
	}
	*equals = '\0';
	field = role_field(roles, equals + 1);
	if (!field) {
		near = hil_suggest(equals + 1, role_names, 3);
		hil_error("channels: unknown role \"%s\"%s%s%s", equals + 1,
			  near ? ", did you mean \"" : "", near ? near : "",
			  near ? "\"?"
			       : "; roles are stimulus, probe, heartbeat");
		return -EINVAL;
	}
	if (*field) {
		hil_error("channels: role \"%s\" is given twice", equals + 1);
		return -EINVAL;
	}
	if (strlen(word) >= sizeof(roles->stimulus)) {
		hil_error("channels: name \"%s\" is longer than %zu bytes",
			  word, sizeof(roles->stimulus) - 1);
		return -EINVAL;
	}
	strcpy(field, word);
	return 0;
}

int hil_channel_roles_parse(const char *text, struct hil_channel_roles *roles)
{
	char *copy, *word, *rest = NULL;
	int ret = 0;

	memset(roles, 0, sizeof(*roles));
	copy = strdup(text);
	if (!copy)
		return -ENOMEM;
	for (word = strtok_r(copy, ",", &rest); word && !ret;
	     word = strtok_r(NULL, ",", &rest))
		ret = set_role(roles, word);
	free(copy);
	if (ret)
		return ret;
	if (!*roles->stimulus || !*roles->probe) {
		hil_error("channels: \"%s\" names no %s; an example is "
			  "D0=stimulus,D1=probe",
			  text, *roles->stimulus ? "probe" : "stimulus");
		return -EINVAL;
	}
	if (!strcmp(roles->stimulus, roles->probe)) {
		hil_error("channels: \"%s\" is stimulus and probe at once",
			  roles->probe);
		return -EINVAL;
	}
	return 0;
}

static bool is_sound(const struct hil_run_options *o)
{
	return o->analyzer && hil_capture_is_sound(o->analyzer);
}

/* The sample rate that is asked for, 0 when only the device knows. */
static uint64_t wanted_rate(const struct hil_run_options *o)
{
	const char *key = is_sound(o) ? "rate=" : ":samplerate=";
	const char *at;
	char text[32];
	uint64_t hz;
	size_t len;

	if (o->samplerate_hz)
		return o->samplerate_hz;
	at = o->analyzer ? strstr(o->analyzer, key) : NULL;
	if (!at)
		return 0;
	at += strlen(key);
	len = strcspn(at, is_sound(o) ? ":," : ":");
	if (len == 0 || len >= sizeof(text))
		return 0;
	memcpy(text, at, len);
	text[len] = '\0';
	return hil_number_rate(text, &hz) ? 0 : hz;
}

/* Fewer samples than these in half a period cannot show the stimulus. */
#define SAMPLES_PER_LEVEL_MIN      2.0
#define SAMPLES_PER_LEVEL_OF_SOUND 8.0 /* rig/audio/crossing.h */

static int check_period(const struct hil_run_options *o)
{
	uint64_t rate = wanted_rate(o);
	int64_t shortest_ns = hil_stimulus_bounds(o).min_ns;
	double samples = (double)shortest_ns * 1e-9 * (double)rate / 2.0;
	double least = is_sound(o) ? SAMPLES_PER_LEVEL_OF_SOUND
				   : SAMPLES_PER_LEVEL_MIN;
	char text[32];

	if (!rate || samples >= least)
		return 0;
	hil_error("period %s is shorter than samples at %llu Hz can show: a "
		  "level lasts %.2g samples, at least %.0f are needed",
		  hil_duration_format(shortest_ns, text, sizeof(text)),
		  (unsigned long long)rate, samples, least);
	return -EINVAL;
}

static int check_volts(const struct hil_run_options *o)
{
	double high = o->given.high_volts ? o->high_volts : o->line_volts;

	if (!strcmp(o->generator, "manual"))
		return 0;
	if (!o->given.line_volts) {
		hil_error("line voltage is not given: say what the board's "
			  "line stands, line_volts = VOLTS in [rig] or "
			  "--line-volts; many module lines are 1.8 V");
		return -EINVAL;
	}
	if (high > o->line_volts) {
		hil_error("high level %.3g V is above the line's %.3g V", high,
			  o->line_volts);
		return -EINVAL;
	}
	if (o->low_volts >= high) {
		hil_error("low level %.3g V is not below the high level %.3g V",
			  o->low_volts, high);
		return -EINVAL;
	}
	return 0;
}

/* Words that go through the shells of board.exec as they are. */
static int check_word(const char *name, const char *word)
{
	if (!word || hil_board_word_ok(word))
		return 0;
	hil_error("board.%s = \"%s\": only letters, digits and ._:/+,- may "
		  "stand there",
		  name, word);
	return -EINVAL;
}

static int check_words(const struct hil_run_options *o)
{
	const char *const word[][2] = {
		{ "chip", o->chip },
		{ "line", o->line },
		{ "spare", o->spare },
		{ "probe", o->probe },
		{ "readback", o->readback },
		{ "cpus", o->cpus },
		{ "hilrigd", o->hilrigd },
		{ "cpu_dma_latency", o->cpu_dma_latency },
	};
	int ret = 0;

	for (size_t i = 0; !ret && i < sizeof(word) / sizeof(word[0]); i++)
		ret = check_word(word[i][0], word[i][1]);
	return ret;
}

static int check_lines(const struct hil_run_options *o)
{
	if (strcmp(o->line, o->spare) && strcmp(o->line, o->probe) &&
	    strcmp(o->spare, o->probe))
		return 0;
	hil_error("board lines must differ: line %s, spare %s, probe %s",
		  o->line, o->spare, o->probe);
	return -EINVAL;
}

/* The next edge must find the IST waiting again. */
static int check_seed(const struct hil_run_options *o)
{
	if (!o->seed_delay_ns && !o->seed_every)
		return 0;
	if (!o->seed_delay_ns || !o->seed_every) {
		hil_error("--seed-delay TIME and --seed-every N go together: "
			  "each N-th answer waits for TIME");
		return -EINVAL;
	}
	if (o->board != HIL_BOARD_EXEC) {
		hil_error("--seed-delay needs hilrigd on the board: with board "
			  "= none nobody can delay an answer");
		return -EINVAL;
	}
	if (o->seed_delay_ns <= hil_stimulus_bounds(o).min_ns / 2)
		return 0;
	hil_error("--seed-delay is more than half the time from edge to edge: "
		  "the next edge would be late too");
	return -EINVAL;
}

static int check_name(const char *name)
{
	if (hil_run_name_ok(name))
		return 0;
	hil_error("cannot name a run \"%s\": 1 to 64 letters, digits, dots, "
		  "underscores and hyphens, no dot first",
		  name);
	return -EINVAL;
}

int hil_run_options_check(const struct hil_run_options *o)
{
	struct hil_channel_roles roles;
	struct hil_pattern pattern;
	int ret;

	if (!o->analyzer) {
		hil_error("no analyzer is named: give --config FILE of a rig, "
			  "or --analyzer DRIVER; without hardware, `hilrig "
			  "bench start` makes a virtual rig and its config");
		return -EINVAL;
	}
	ret = check_name(o->name);
	if (!ret)
		ret = hil_channel_roles_parse(o->channels, &roles);
	if (!ret)
		ret = check_volts(o);
	if (!ret)
		ret = hil_stimulus_pattern(o, &pattern);
	if (!ret)
		ret = check_period(o);
	if (!ret)
		ret = check_seed(o);
	if (!ret && o->board == HIL_BOARD_EXEC)
		ret = check_words(o);
	if (!ret && o->board == HIL_BOARD_EXEC)
		ret = check_lines(o);
	if (!ret && o->board == HIL_BOARD_EXEC && o->edge == HIL_SELECT_BOTH) {
		hil_error("edge = both needs board = none: hilrigd answers one "
			  "direction");
		ret = -EINVAL;
	}
	return ret;
}

static json_t *seed_to_json(const struct hil_ledger_config *c)
{
	return json_pack("{s:I,s:I}", "delay_ns", (json_int_t)c->seed_delay_ns,
			 "every", (json_int_t)c->seed_every);
}

/* Runs of older programs have none. */
static int seed_from_json(json_t *json, struct hil_ledger_config *c)
{
	json_int_t delay, every;

	if (!json)
		return 0;
	if (json_unpack(json, "{s:I,s:I}", "delay_ns", &delay, "every",
			&every) ||
	    delay < 0 || delay > HIL_SEED_DELAY_MAX_NS || every < 0 ||
	    !delay != !every)
		return -EBADMSG;
	c->seed_delay_ns = delay;
	c->seed_every = (uint64_t)every;
	return 0;
}

static json_t *heartbeat_to_json(const struct hil_ledger_config *c)
{
	if (!c->heartbeat)
		return json_null();
	return json_pack("{s:i,s:I}", "channel", (int)c->heartbeat_channel,
			 "period_ns", (json_int_t)c->heartbeat_ns);
}

/* Runs of older programs have none. */
static int heartbeat_from_json(json_t *json, struct hil_ledger_config *c)
{
	json_int_t period;
	int channel;

	if (!json || json_is_null(json))
		return 0;
	if (json_unpack(json, "{s:i,s:I}", "channel", &channel, "period_ns",
			&period) ||
	    channel < 0 || channel > (int)HIL_EDGE_CHANNEL_MAX || period < 0)
		return -EBADMSG;
	c->heartbeat = true;
	c->heartbeat_channel = (unsigned int)channel;
	c->heartbeat_ns = period;
	return 0;
}

json_t *hil_ledger_config_to_json(const struct hil_ledger_config *c)
{
	return json_pack("{s:i,s:i,s:i,s:i,s:i,s:i,s:b,s:b,s:I,s:I,s:I,s:I,s:o,"
			 "s:o,s:o,s:I}",
			 "line", (int)c->line, "stimulus_channel",
			 (int)c->stimulus_channel, "probe_channel",
			 (int)c->probe_channel, "stimulus_edge",
			 (int)c->stimulus_edge, "probe_edge",
			 (int)c->probe_edge, "probe_mode", (int)c->probe_mode,
			 "board", c->board, "irregular", c->irregular,
			 "limit_ns", (json_int_t)c->limit_ns, "max_latency_ns",
			 (json_int_t)c->max_latency_ns, "bounce_ns",
			 (json_int_t)c->bounce_ns, "edges_limit",
			 (json_int_t)c->edges_limit, "calibration",
			 hil_effects_to_json(&c->calibration), "seed",
			 seed_to_json(c), "heartbeat", heartbeat_to_json(c),
			 "period_ns", (json_int_t)c->period_ns);
}

int hil_ledger_config_from_json(json_t *json, struct hil_ledger_config *c)
{
	json_int_t limit, max_latency, bounce, edges, period = 0;
	int line, stimulus, probe, s_edge, p_edge, mode, board, irregular = 0;

	if (json_unpack(json,
			"{s:i,s:i,s:i,s:i,s:i,s:i,s:b,s?b,s:I,s:I,s:I,s:I,s?I}",
			"line", &line, "stimulus_channel", &stimulus,
			"probe_channel", &probe, "stimulus_edge", &s_edge,
			"probe_edge", &p_edge, "probe_mode", &mode, "board",
			&board, "irregular", &irregular, "limit_ns", &limit,
			"max_latency_ns", &max_latency, "bounce_ns", &bounce,
			"edges_limit", &edges, "period_ns", &period))
		return -EBADMSG;
	if (line < 0 || line > UINT16_MAX || stimulus < 0 ||
	    stimulus > (int)HIL_EDGE_CHANNEL_MAX || probe < 0 ||
	    probe > (int)HIL_EDGE_CHANNEL_MAX || s_edge < 0 ||
	    s_edge > HIL_SELECT_BOTH || p_edge < 0 ||
	    p_edge > HIL_SELECT_BOTH || mode < 0 || mode > HIL_PROBE_PULSE ||
	    limit < 0 || max_latency < 0 || bounce < 0 || edges < 0 ||
	    period < 0)
		return -EBADMSG;
	*c = (struct hil_ledger_config){
		.line = (uint16_t)line,
		.stimulus_channel = (unsigned int)stimulus,
		.probe_channel = (unsigned int)probe,
		.stimulus_edge = (enum hil_edge_select)s_edge,
		.probe_edge = (enum hil_edge_select)p_edge,
		.probe_mode = (enum hil_probe_mode)mode,
		.board = board,
		.limit_ns = limit,
		.max_latency_ns = max_latency,
		.bounce_ns = bounce,
		.edges_limit = (uint64_t)edges,
		.irregular = irregular,
		.period_ns = period,
	};
	if (seed_from_json(json_object_get(json, "seed"), c) ||
	    heartbeat_from_json(json_object_get(json, "heartbeat"), c))
		return -EBADMSG;
	return hil_effects_from_json(json_object_get(json, "calibration"),
				     &c->calibration);
}
