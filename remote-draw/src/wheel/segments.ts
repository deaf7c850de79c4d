import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { copy } from '../copy.ts';

/** One eighth of the wheel; `level` is null where the wheel says thanks. */
export type Segment = { index: number; label: string; level: number | null };

/** Segment 0 is at the top of the wheel at rest, the others follow clockwise (copy deck 4.2). */
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

/** Degrees that one segment spans. */
export const SEGMENT_DEGREES = 360 / drawTerms.segments;
