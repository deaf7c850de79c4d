import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { copy } from '../copy.ts';

/** `level`: `null` for "thanks". */
type Segment = { index: number; label: string; level: number | null };

/** Clockwise from the top of the resting wheel (copy deck 4.2). */
export const segments: readonly Segment[] = [
  { index: 0, label: copy['draw.segment.0'], level: 1 },
  { index: 1, label: copy['draw.segment.1'], level: 6 },
  { index: 2, label: copy['draw.segment.2'], level: 2 },
  { index: 3, label: copy['draw.segment.3'], level: null },
  { index: 4, label: copy['draw.segment.4'], level: 3 },
  { index: 5, label: copy['draw.segment.5'], level: 5 },
  { index: 6, label: copy['draw.segment.6'], level: 4 },
  { index: 7, label: copy['draw.segment.7'], level: null },
];

export const SEGMENT_DEGREES = 360 / drawTerms.segments;
