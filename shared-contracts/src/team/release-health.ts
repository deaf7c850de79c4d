import * as v from 'valibot';
import { boolean, number, text, wholeNumber } from '../contract/fields.ts';

/** Days that what became of releases on page views is kept. */
export const VIEWS_KEPT_DAYS = 14;

/** The last so many hours, a day unless told otherwise. */
export const healthHoursSchema = v.optional(wholeNumber(1, VIEWS_KEPT_DAYS * 24), 24);

/** Where it is known. */
const measured = v.nullable(number);

/**
 * Of page views with a signed id, for each release that pages got, those in force first. `failed`: views with a failure
 * of it, `failures` by their first; `load` in milliseconds, `lcp`, `inp` and `cls` at the 75th percentile, where pages
 * measured them.
 */
export const releaseHealthSchema = v.object({
  name: text,
  hours: number,
  /** The newest views alone were read. */
  truncated: boolean,
  releases: v.array(
    v.object({
      version: text,
      state: v.picklist(['stable', 'canary', 'earlier']),
      /** Of a canary. */
      percent: measured,
      views: number,
      visitors: number,
      opens: number,
      failed: number,
      failures: v.array(v.object({ phase: text, reason: text, views: number })),
      load: v.nullable(v.object({ p50: number, p75: number, p95: number })),
      lcp: measured,
      inp: measured,
      cls: measured,
    }),
  ),
});
export type ReleaseHealth = v.InferOutput<typeof releaseHealthSchema>;
