import { SEGMENT_DEGREES, segments, turned } from '../wheel/stop-angle.ts';

/** The segment under the pointer of a wheel that is turned so far. */
export function segmentAt(degrees: number): number {
  return Math.round(turned(-degrees) / SEGMENT_DEGREES) % segments.length;
}
