/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where between two samples do edges fall? If they fall everywhere alike, what
 * sampling does to them averages out. If they always fall at the same place
 * (the stimulus is locked to the analyzer's clock) it is a fixed error of up
 * to half a sample that no number of edges takes away. The data decide.
 *
 * A straight line through the sample indices of edges, over the whole run, says
 * when each was due, to a small part of a sample; its fractional part is the
 * phase. What the residuals have beyond those of plain sampling (1/12) is
 * jitter or drift of the edges, which spreads the phase. Of many edges an even
 * choice is kept, so memory is flat.
 *
 * Source: B. Widrow, I. Kollar, Quantization Noise (2008), chapter 4 and 6:
 * the mean error of a quantiser is the average of its sawtooth over the
 * distribution of the phase.
 */
#ifndef HIL_CALIBRATION_PHASE_H
#define HIL_CALIBRATION_PHASE_H

#include <stddef.h>
#include <stdint.h>

#define HIL_PHASE_BINS  64
#define HIL_PHASE_KEPT  1024
#define HIL_PHASE_FIRST 64 /* edges that tell the period */

struct hil_phase {
	size_t kept;
	uint64_t edge[HIL_PHASE_KEPT];   /* sample indices */
	uint64_t number[HIL_PHASE_KEPT]; /* in periods from the first edge */
	uint64_t stride;                 /* one of so many edges is kept */
	uint64_t seen;                   /* edges since one was kept */
	double period_samples;           /* 0: not yet known */
};

/** hil_phase_init() - no edge yet */
void hil_phase_init(struct hil_phase *p);

/**
 * hil_phase_add() - one more edge
 * @sample: its sample index, above that of the edge before
 *
 * Context: any but RT; amortised O(1).
 */
void hil_phase_add(struct hil_phase *p, uint64_t sample);

/**
 * hil_phase_fixed() - largest error of a mean that sampling leaves
 *
 * Call it once, at the end.
 * Context: any but RT; O(kept + bins^2).
 * Return: in samples: 0 all phases alike, 0.5 always the same phase or too few
 * edges to tell.
 */
double hil_phase_fixed(struct hil_phase *p);

#endif
