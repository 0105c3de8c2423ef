/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The readers: one known capture in every format gives the same edges, and
 * odd, damaged or hostile files give a message that says where.
 */
#include "tests/unit/test.h"

#include <errno.h>
#include <limits.h>

#include "daemon/link/record.h"
#include "rig/capture/reader.h"
#include "tests/unit/capture_files.h"

struct result {
	int opened, ran;
	struct hil_reader_info info;
	struct hil_fault fault;
	uint64_t edge[40000];
	size_t edges;
	struct hil_levels levels[16];
	size_t level_count;
	struct hil_gap gap[16];
	size_t gap_count;
	uint64_t covered;
};

static char folder[256];
static struct result *result; /* of the last read_capture() */

static const char *in_folder(const char *name)
{
	static char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static int take(void *context, uint8_t type, const void *payload, size_t length)
{
	struct result *r = context;
	struct hil_cover cover;

	switch (type) {
	case HIL_RECORD_EDGES:
		assert_true(r->edges + length / 8 <= 40000);
		memcpy(r->edge + r->edges, payload, length);
		r->edges += length / 8;
		break;
	case HIL_RECORD_LEVELS:
		assert_true(r->level_count < 16);
		memcpy(&r->levels[r->level_count++], payload, length);
		break;
	case HIL_RECORD_GAP:
		assert_true(r->gap_count < 16);
		memcpy(&r->gap[r->gap_count++], payload, length);
		break;
	case HIL_RECORD_COVER:
		memcpy(&cover, payload, length);
		assert_true(cover.samples >= r->covered);
		r->covered = cover.samples;
		break;
	default:
		fail();
	}
	return 0;
}

static int go_on(void *context)
{
	(void)context;
	return 0;
}

static void read_with(const struct hil_reader_options *o)
{
	struct hil_stream *stream = malloc(sizeof(*stream));
	struct hil_emit emit = { take, result };
	struct hil_reader *reader;

	assert_non_null(stream);
	memset(result, 0, sizeof(*result));
	result->ran = 1;
	result->opened = hil_reader_open(o, &reader, &result->fault);
	if (!result->opened) {
		result->info = *hil_reader_info(reader);
		assert_int_equal(hil_stream_init(stream, &emit,
						 result->info.unit,
						 &result->info.wanted),
				 0);
		result->ran = hil_reader_run(reader, stream, go_on, NULL,
					     &result->fault);
		hil_reader_close(reader);
	}
	free(stream);
	/* a failure has a sentence, success has none */
	assert_int_equal(result->opened || result->ran,
			 result->fault.text[0] != '\0');
}

static void read_capture(const char *name, const char *channels)
{
	read_with(&(struct hil_reader_options){ .path = in_folder(name),
						.channels = channels });
}

/* The known capture's edges on two channels, numbered from @first. */
static void assert_known(uint64_t scale, unsigned int first)
{
	size_t n = 0;

	if (result->opened || result->ran)
		fail_msg("%s", result->fault.text);
	assert_int_equal(result->level_count, 1);
	assert_int_equal(result->levels[0].sample, 0);
	assert_int_equal(result->gap_count, 0);
	for (size_t i = 1; i < KNOWN_SAMPLES; i++)
		for (unsigned int c = 0; c < 2; c++) {
			bool now = known_sample(i) >> c & 1;

			if (now == (known_sample(i - 1) >> c & 1))
				continue;
			assert_true(n < result->edges);
			assert_int_equal(
				result->edge[n],
				hil_edge_pack(i * scale, first + c, now));
			n++;
		}
	assert_int_equal(n, result->edges);
}

static void raw_of_every_unit_size_is_read(void **state)
{
	(void)state;
	for (unsigned int unit = 1; unit <= 16; unit++) {
		char channels[32];

		write_raw(in_folder("a.bin"), unit);
		snprintf(channels, sizeof(channels), "D%u,%u", 8 * unit - 8,
			 8 * unit - 7);
		read_with(&(struct hil_reader_options){
			.path = in_folder("a.bin"),
			.channels = channels,
			.samplerate_hz = KNOWN_RATE,
			.unit_bytes = unit });
		assert_known(1, 8 * unit - 8);
		assert_int_equal(result->covered, KNOWN_SAMPLES);
		assert_int_equal(result->info.samples, KNOWN_SAMPLES);
	}
}

static void sessions_of_both_versions_are_read(void **state)
{
	static const size_t chunks[] = { 37, 1000, 4096, KNOWN_SAMPLES };

	(void)state;
	for (unsigned int unit = 1; unit <= 16; unit *= 2)
		for (size_t i = 0; i < 5; i++) {
			write_sr(in_folder("a.sr"), i == 4 ? 1 : 2, unit,
				 chunks[i % 4]);
			read_capture("a.sr", "stimulus,probe");
			assert_known(1, 0);
			assert_int_equal(result->covered, KNOWN_SAMPLES);
			assert_int_equal(result->info.rate_num, KNOWN_RATE);
			assert_int_equal(result->info.samples, KNOWN_SAMPLES);
			assert_string_equal(result->info.format, "sr");
		}
}

static void vcd_uses_its_timescale(void **state)
{
	(void)state;
	/* a sample is 42 ns: no whole rate, so ns are the samples */
	write_vcd(in_folder("a.vcd"), 42);
	read_capture("a.vcd", "stimulus,probe");
	assert_known(42, 0);
	assert_int_equal(result->info.rate_num, 1000000000);
	assert_int_equal(result->info.rate_den, 1);
	assert_int_equal(result->covered, 42 * KNOWN_SAMPLES);
}

static void vcd_takes_a_rate_that_fits(void **state)
{
	struct hil_reader_options o = { .channels = "0,1",
					.samplerate_hz = 1000000 };

	(void)state;
	write_vcd(in_folder("a.vcd"), 1000);
	o.path = in_folder("a.vcd");
	read_with(&o);
	assert_known(1, 0);
	assert_int_equal(result->info.rate_num, 1000000);
	/* 1.1 MHz does not */
	o.samplerate_hz = 1100000;
	read_with(&o);
	assert_int_equal(result->ran, -EBADMSG);
	assert_non_null(strstr(result->fault.text, "leave out --samplerate"));
	/* nor anything above the timescale */
	o.samplerate_hz = 2000000000;
	read_with(&o);
	assert_int_equal(result->opened, -EINVAL);
}

static void csv_rows_are_samples(void **state)
{
	(void)state;
	write_csv_rows(in_folder("a.csv"));
	read_capture("a.csv", "stimulus,probe");
	assert_known(1, 0);
	assert_int_equal(result->info.rate_num, KNOWN_RATE);
	assert_int_equal(result->covered, KNOWN_SAMPLES);
}

static void csv_times_are_nanoseconds(void **state)
{
	struct hil_reader_options o = { .channels = "stimulus,probe",
					.samplerate_hz = 1000000 };

	(void)state;
	write_csv_times(in_folder("a.csv"));
	read_capture("a.csv", "stimulus,probe");
	assert_known(1000, 0);
	assert_int_equal(result->info.rate_num, 1000000000);
	o.path = in_folder("a.csv");
	read_with(&o);
	assert_known(1, 0);
	assert_int_equal(result->info.rate_num, 1000000);
}

/* A text file, its reading, and a part of what is said about it. */
static void assert_text(const char *name, const char *text,
			const char *channels, const char *message)
{
	write_file(in_folder(name), text, 0);
	read_capture(name, channels);
	if (!strstr(result->fault.text, message))
		fail_msg("'%s' in place of '%s'", result->fault.text, message);
	assert_true(result->opened < 0 || result->ran < 0);
}

#define VCD                                                                    \
	"$timescale 1 us $end $var wire 1 ! a $end "                           \
	"$var wire 1 \" b $end $enddefinitions $end\n"

static void unknown_levels_in_vcd_are_a_gap(void **state)
{
	(void)state;
	write_file(in_folder("x.vcd"),
		   VCD "#0 0! 0\"\n#10 1!\n#20 x!\n#25 1\"\n#30 1!\n#40 0!\n"
		       "#50\n",
		   0);
	read_capture("x.vcd", "a,b");
	assert_int_equal(result->ran, 0);
	/* a is unknown from 20 to 30; b's edge at 25 is inside */
	assert_int_equal(result->gap_count, 1);
	assert_int_equal(result->gap[0].first, 20);
	assert_int_equal(result->gap[0].end, 30);
	assert_int_equal(result->gap[0].reason, HIL_GAP_INSTRUMENT);
	assert_int_equal(result->level_count, 2);
	assert_int_equal(result->levels[1].sample, 30);
	assert_int_equal(result->levels[1].level[0], 3);
	assert_int_equal(result->edges, 2);
	assert_int_equal(result->edge[0], hil_edge_pack(10, 0, true));
	assert_int_equal(result->edge[1], hil_edge_pack(40, 0, false));
	assert_int_equal(result->covered, 50);
	/* b alone was always seen */
	read_capture("x.vcd", "b");
	assert_int_equal(result->gap_count, 0);
	assert_int_equal(result->edges, 1);
}

static void vcd_vectors_are_bits(void **state)
{
	(void)state;
	write_file(in_folder("v.vcd"),
		   "$timescale 10 ns $end\n"
		   "$var reg 4 % bus [7:4] $end\n$var wire 1 & clk $end\n"
		   "$var real 64 R temp $end\n$enddefinitions $end\n"
		   "#0\n$dumpvars b0 % 0& r1.5 R $end\n"
		   "#3 b1001 %\n#5 b101 % 1&\n#7 bx01 %\n#9 r2.5 R\n#11\n",
		   0);
	read_capture("v.vcd", "bus[7],bus[4],clk");
	assert_int_equal(result->ran, 0);
	assert_int_equal(result->info.rate_num, 100000000);
	/* bus[7] is channel 0, bus[4] is 3, clk is 4; 101 is 0101 */
	assert_int_equal(result->edges, 4);
	assert_int_equal(result->edge[0], hil_edge_pack(3, 0, true));
	assert_int_equal(result->edge[1], hil_edge_pack(3, 3, true));
	assert_int_equal(result->edge[2], hil_edge_pack(5, 0, false));
	assert_int_equal(result->edge[3], hil_edge_pack(5, 4, true));
	/* x is extended to the left: bus[7] is unknown from 7 to the end */
	assert_int_equal(result->gap_count, 1);
	assert_int_equal(result->gap[0].first, 7);
	assert_int_equal(result->gap[0].end, 11);
	assert_int_equal(result->covered, 11);
}

static void bad_vcd_says_where(void **state)
{
	(void)state;
	assert_text("b.vcd", "$timescale 1 us $end\n$var wire 1 ! a", NULL,
		    "the file ends within a declaration");
	assert_text("b.vcd", "$timescale 3 us $end", NULL, "1, 10 or 100");
	assert_text("b.vcd", "$timescale 1 week $end", NULL, "no unit");
	assert_text("b.vcd", "$version x $end\n$enddefinitions $end\n", NULL,
		    "no $timescale");
	assert_text("b.vcd", VCD "#10 0!\n#5 1!\n", "a", "line 3: time goes");
	assert_text("b.vcd", VCD "#10 0!\n#nine 1!\n", "a",
		    "line 3: a time is not a number");
	assert_text("b.vcd", VCD "#0 0!\n%\n", "a", "neither a time nor");
	assert_text("b.vcd", VCD, "a", "it holds no values");
	assert_text("b.vcd", VCD "#0 0! 0\"\n", "c", "there are a, b");
	assert_text("b.vcd", VCD "#99999999999999999999 0!\n", "a",
		    "not a number");
	assert_text("b.vcd", VCD "#99999999999999999 0!\n", "a", "too large");
	assert_text("b.vcd", "$var wire 4000000000 ! a $end", NULL,
		    "1 to 4096 bits");
}

static void damaged_vcd_delivers_what_is_sound(void **state)
{
	(void)state;
	assert_text("d.vcd", VCD "#0 0!\n#10 1!\n#20 0!\n#15 1!\n", "a",
		    "line 5");
	assert_int_equal(result->edges, 2);
	assert_int_equal(result->edge[1], hil_edge_pack(20, 0, false));
	assert_int_equal(result->covered, 21);
}

/* sigrok-cli 0.7.2 converting a stream: sigrok-cli -I binary -O csv, -O vcd */
static void a_line_for_the_rate_of_a_stream_is_understood(void **state)
{
	(void)state;
	write_file(in_folder("m.csv"),
		   "; Channels (2/2): 0, 1\nMETA samplerate: 1000000\n"
		   "logic,logic\n0,0\n1,0\n1,1\n",
		   0);
	read_capture("m.csv", "0,1");
	assert_int_equal(result->ran, 0);
	assert_int_equal(result->info.rate_num, 1000000);
	assert_int_equal(result->edges, 2);
	write_file(in_folder("m.vcd"),
		   "META samplerate: 1000000\n" VCD "#0 0!\n#10 1!\n", 0);
	read_capture("m.vcd", "a");
	assert_int_equal(result->ran, 0);
	assert_int_equal(result->edges, 1);
	assert_text("n.vcd", "META samplerate:", NULL,
		    "the file ends within a declaration");
}

static void sigrok_times_without_unit_are_understood(void **state)
{
	(void)state;
	/* sigrok-cli 0.5.2, 24 MHz: times add up 41 ns, beginning with one */
	write_file(in_folder("s.csv"),
		   "; Channels (2/8): D0, D1\n; Samplerate: 24 MHz\n"
		   "Time,D0,D1\n41,0,0\n82,1,0\n1025,0,1\n",
		   0);
	read_capture("s.csv", "D0,D1");
	assert_int_equal(result->ran, 0);
	assert_int_equal(result->info.rate_num, 24000000);
	assert_int_equal(result->edges, 3);
	assert_int_equal(result->edge[0], hil_edge_pack(1, 0, true));
	assert_int_equal(result->edge[1], hil_edge_pack(24, 0, false));
	assert_int_equal(result->edge[2], hil_edge_pack(24, 1, true));
}

static void saleae_times_may_begin_below_zero(void **state)
{
	(void)state;
	write_file(in_folder("n.csv"),
		   "Time[s], Channel 0, Channel 1\n"
		   "-0.000001000, 0, 1\n1.5e-06, 1, 1\n0.000002, 1, 0\n",
		   0);
	read_capture("n.csv", "Channel 0,Channel 1");
	assert_int_equal(result->ran, 0);
	assert_int_equal(result->edges, 2);
	assert_int_equal(result->edge[0], hil_edge_pack(2500, 0, true));
	assert_int_equal(result->edge[1], hil_edge_pack(3000, 1, false));
	assert_int_equal(result->covered, 3001);
}

static void csv_without_labels_has_numbered_channels(void **state)
{
	struct hil_reader_options o = { .channels = "1",
					.samplerate_hz = 1000 };

	(void)state;
	write_file(in_folder("p.csv"), "0;1\n0;0\n1;1\n", 0);
	o.path = in_folder("p.csv");
	read_with(&o);
	assert_int_equal(result->ran, 0);
	assert_int_equal(result->edges, 2);
	assert_int_equal(result->edge[0], hil_edge_pack(1, 1, false));
	assert_int_equal(result->edge[1], hil_edge_pack(2, 1, true));
}

static void bad_csv_says_where(void **state)
{
	(void)state;
	assert_text("b.csv", "a,b\n0,1\n0\n", NULL, "--samplerate");
	assert_text("b.csv", "; Samplerate: 1 kHz\na,b\n0,1\n0\n", "a",
		    "line 4: its columns");
	assert_int_equal(result->covered, 1);
	assert_text("b.csv", "; Samplerate: 1 kHz\na,b\n0,1\n2,1\n", "a",
		    "line 4: neither 0 nor 1: 2");
	assert_text("b.csv", "Time [s],a\n0,0\n0.5,1\n0.25,0\n", "a",
		    "line 4: time goes back");
	assert_text("b.csv", "Time [s],a\n0,0\nsoon,1\n", "a",
		    "line 3: not a time");
	assert_text("b.csv", "Time [s],a\n0,0\n1e60,1\n", "a",
		    "line 3: not a time");
	assert_text("b.csv", "Time [s],a\n", "a", "there are no rows");
	assert_text("b.csv", "Time [s],a\n0,0\n", "b", "there are a");
}

static void unknown_content_asks_for_a_format(void **state)
{
	(void)state;
	write_file(in_folder("u.dat"), "\1\2\3\4", 4);
	read_capture("u.dat", NULL);
	assert_int_equal(result->opened, -EBADMSG);
	assert_non_null(strstr(result->fault.text, "--format raw"));
	write_file(in_folder("u.bin"), "\1\2\3\4", 4);
	read_capture("u.bin", NULL);
	assert_int_equal(result->opened, -ENODATA);
	assert_non_null(strstr(result->fault.text, "--samplerate"));
	read_with(&(struct hil_reader_options){ .path = in_folder("u.bin"),
						.format = "wav" });
	assert_non_null(strstr(result->fault.text, "sr, vcd, csv and raw"));
	read_capture("missing.sr", NULL);
	assert_int_equal(result->opened, -ENOENT);
	read_capture(".", NULL);
	assert_non_null(strstr(result->fault.text, "not a regular file"));
	write_file(in_folder("e.csv"), " ", 1);
	read_capture("e.csv", NULL);
	assert_true(result->opened < 0);
}

static void half_a_sample_at_the_end_is_said(void **state)
{
	(void)state;
	write_file(in_folder("h.bin"), "\0\0\1\0\1", 5);
	read_with(&(struct hil_reader_options){ .path = in_folder("h.bin"),
						.samplerate_hz = 1000,
						.unit_bytes = 2 });
	assert_int_equal(result->ran, -EBADMSG);
	assert_non_null(strstr(result->fault.text, "within sample 2"));
	assert_int_equal(result->covered, 2);
	assert_int_equal(result->edges, 1);
}

#define DEVICE "[device 1]\ncapturefile=logic-1\nsamplerate=1 MHz\n"

static void assert_session(const char *metadata, const char *message)
{
	struct member members[] = { { "version", "2", 0 },
				    { "metadata", metadata, 0 },
				    { "logic-1-1", "\1\2\3\4\5\6\7\10", 8 },
				    { NULL, NULL, 0 } };

	write_archive(in_folder("m.sr"), members);
	read_capture("m.sr", NULL);
	if (message && !strstr(result->fault.text, message))
		fail_msg("'%s' in place of '%s'", result->fault.text, message);
	assert_int_equal(!message, !result->opened && !result->ran);
}

static void absurd_metadata_is_refused(void **state)
{
	(void)state;
	assert_session(DEVICE "unitsize=1\n", NULL);
	assert_session(DEVICE "total probes=3\n", NULL);
	assert_session(DEVICE "unitsize=2000000000\n", "line 4: unitsize");
	assert_session(DEVICE "unitsize=0\n", "unitsize");
	assert_session(DEVICE "unitsize=-1\n", "unitsize");
	assert_session(DEVICE "unitsize=18446744073709551617\n", "unitsize");
	assert_session(DEVICE "total probes=2000000000\n", "total probes");
	assert_session(DEVICE "unitsize=1\nprobe0=a\n", "probe0");
	assert_session(DEVICE "unitsize=1\nprobe9=a\n", "has only 8 bits");
	assert_session(DEVICE "unitsize=1\nprobe4000000000=a\n", "probe4");
	assert_session("[device 1]\nsamplerate=1 MHz\n", "no logic samples");
	assert_session("[device 1]\ncapturefile=logic-1\nunitsize=1\n",
		       "--samplerate");
	assert_session("[device 1]\ncapturefile=logic-1\nsamplerate=soon\n",
		       "samplerate");
	assert_session(DEVICE "what is this\n", "line 4 is not key=value");
	assert_session("[device 1]\ncapturefile=logic-2\nsamplerate=1 MHz\n",
		       "holds no samples");
	assert_session(DEVICE "unitsize=3\n", "within sample 2");
}

static void archives_that_are_no_sessions_are_refused(void **state)
{
	static const struct member none[] = { { "readme", "hello", 0 },
					      { NULL, NULL, 0 } };
	static const struct member version3[] = { { "version", "3", 0 },
						  { "metadata", DEVICE, 0 },
						  { NULL, NULL, 0 } };
	uint8_t cut[200];
	FILE *f;

	(void)state;
	write_archive(in_folder("z.sr"), none);
	read_capture("z.sr", NULL);
	assert_non_null(strstr(result->fault.text, "not a sigrok session"));
	write_archive(in_folder("z.sr"), version3);
	read_capture("z.sr", NULL);
	assert_non_null(strstr(result->fault.text, "session version '3'"));
	/* the list of members stands at the end: without it nothing is left */
	write_sr(in_folder("z.sr"), 2, 1, 4096);
	f = fopen(in_folder("z.sr"), "rb");
	assert_non_null(f);
	assert_int_equal(fread(cut, 1, sizeof(cut), f), sizeof(cut));
	fclose(f);
	write_file(in_folder("z.sr"), cut, sizeof(cut));
	read_capture("z.sr", NULL);
	assert_non_null(strstr(result->fault.text, "is the file complete"));
}

/* A byte of the second chunk is wrong: the first one is delivered. */
static void damaged_chunk_delivers_what_is_sound(void **state)
{
	long at;
	FILE *f;

	(void)state;
	write_sr(in_folder("c.sr"), 2, 1, 10000);
	f = fopen(in_folder("c.sr"), "r+b");
	assert_non_null(f);
	/* the data of the last member lies before the list of members, which
	 * takes about 55 bytes for each of the four, and an end of 22 */
	fseek(f, 0, SEEK_END);
	at = ftell(f) - 22 - 4 * 70 - 20;
	fseek(f, at, SEEK_SET);
	fputc(fgetc(f) ^ 0x55, f);
	fclose(f);
	read_capture("c.sr", "stimulus,probe");
	assert_int_equal(result->opened, 0);
	assert_int_equal(result->ran, -EBADMSG);
	assert_non_null(strstr(result->fault.text, "'logic-1-2' is damaged"));
	assert_true(result->covered >= 10000);
	assert_true(result->edges > 100);
}

static void a_missing_chunk_is_said(void **state)
{
	static const struct member members[] = { { "version", "2", 0 },
						 { "metadata",
						   DEVICE "unitsize=1\n", 0 },
						 { "logic-1-1", "abab", 0 },
						 { "logic-1-3", "abab", 0 },
						 { NULL, NULL, 0 } };

	(void)state;
	write_archive(in_folder("h.sr"), members);
	read_capture("h.sr", NULL);
	assert_int_equal(result->ran, -EBADMSG);
	assert_non_null(strstr(result->fault.text, "'logic-1-2' is missing"));
	assert_int_equal(result->covered, 4);
}

static void a_byte_order_mark_is_no_content(void **state)
{
	(void)state;
	write_file(in_folder("b.csv"),
		   "\xef\xbb\xbf; Samplerate: 1 MHz\nD0,D1\n0,0\n1,0\n1,1\n",
		   0);
	read_capture("b.csv", "D0,D1");
	assert_string_equal(result->fault.text, "");
	assert_int_equal(result->edges, 2);
}

static int make_folder(void **state)
{
	(void)state;
	result = malloc(sizeof(*result));
	test_folder_make(folder);
	return !result;
}

static int drop_folder(void **state)
{
	(void)state;
	free(result);
	test_folder_remove(folder);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(raw_of_every_unit_size_is_read),
		cmocka_unit_test(sessions_of_both_versions_are_read),
		cmocka_unit_test(vcd_uses_its_timescale),
		cmocka_unit_test(vcd_takes_a_rate_that_fits),
		cmocka_unit_test(csv_rows_are_samples),
		cmocka_unit_test(csv_times_are_nanoseconds),
		cmocka_unit_test(unknown_levels_in_vcd_are_a_gap),
		cmocka_unit_test(vcd_vectors_are_bits),
		cmocka_unit_test(bad_vcd_says_where),
		cmocka_unit_test(damaged_vcd_delivers_what_is_sound),
		cmocka_unit_test(a_line_for_the_rate_of_a_stream_is_understood),
		cmocka_unit_test(sigrok_times_without_unit_are_understood),
		cmocka_unit_test(saleae_times_may_begin_below_zero),
		cmocka_unit_test(csv_without_labels_has_numbered_channels),
		cmocka_unit_test(bad_csv_says_where),
		cmocka_unit_test(unknown_content_asks_for_a_format),
		cmocka_unit_test(half_a_sample_at_the_end_is_said),
		cmocka_unit_test(absurd_metadata_is_refused),
		cmocka_unit_test(archives_that_are_no_sessions_are_refused),
		cmocka_unit_test(damaged_chunk_delivers_what_is_sound),
		cmocka_unit_test(a_missing_chunk_is_said),
		cmocka_unit_test(a_byte_order_mark_is_no_content),
	};

	return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
