import * as v from 'valibot';
import { type CommandTable, number, optionalNumber, positive, text } from '../operator/command-fields.ts';
import { remoteName } from '../registry/remote-fields.ts';

/** Of what became of releases on page views. */
export const VIEWS_KEPT_DAYS = 14;

export const healthCommands = {
  /**
   * Of page views with a signed id, for each release that pages got, those in force first. `failed`: views with a failure
   * of it, `failures` by their first; `load` in milliseconds, `lcp`, `inp` and `cls` at the 75th percentile, where pages
   * measured them.
   */
  'health.show': {
    fields: v.object({
      name: remoteName,
      hours: v.optional(v.pipe(positive, v.maxValue(VIEWS_KEPT_DAYS * 24)), 24),
    }),
    answer: v.object({
      name: text,
      hours: number,
      truncated: v.boolean(),
      releases: v.array(
        v.object({
          version: text,
          state: v.picklist(['stable', 'canary', 'earlier']),
          /** Of a canary. */
          percent: optionalNumber,
          views: number,
          visitors: number,
          opens: number,
          failed: number,
          failures: v.array(v.object({ phase: text, reason: text, views: number })),
          load: v.nullable(v.object({ p50: number, p75: number, p95: number })),
          lcp: optionalNumber,
          inp: optionalNumber,
          cls: optionalNumber,
        }),
      ),
    }),
  },
} as const satisfies CommandTable;

export type Health = v.InferOutput<(typeof healthCommands)['health.show']['answer']>;
