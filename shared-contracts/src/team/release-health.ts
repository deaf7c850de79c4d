import * as v from 'valibot';
import { boolean, number, text, wholeNumber } from '../contract/fields.ts';
import { table } from './table.ts';

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
      failures: v.array(
        v.object({
          phase: text,
          reason: text,
          views: number,
          /** `src/screens/spots/spots-screen.tsx:12:5`; without a map, of the built file. */
          at: v.nullish(text, null),
          message: v.nullish(text, null),
          browsers: v.optional(v.array(text), []),
        }),
      ),
      load: v.nullable(v.object({ p50: number, p75: number, p95: number })),
      lcp: measured,
      inp: measured,
      cls: measured,
    }),
  ),
});
export type ReleaseHealth = v.InferOutput<typeof releaseHealthSchema>;

/** For people at a terminal: operators, and teams of their own remotes. */
export function healthLines({ name, hours, truncated, releases }: ReleaseHealth): string[] {
  const last = hours === 1 ? 'the last hour' : `the last ${hours} hours`;
  const seen = releases.reduce((sum, { views }) => sum + views, 0);
  const scope = truncated ? `the newest ${seen} page views of ${last}` : last;
  if (releases.length === 0) return [`${name} has no release that pages get, and none was seen in ${last}.`];
  const rows = releases.map((release) => ({
    release: release.version,
    pages: pagesOf(release),
    visitors: release.visitors,
    opens: release.opens,
    failed: release.failed,
    rate: release.views === 0 ? '-' : `${((100 * release.failed) / release.views).toFixed(1)} %`,
    'load p50/p75/p95 ms':
      release.load === null ? '-' : `${release.load.p50} / ${release.load.p75} / ${release.load.p95}`,
    'LCP ms': release.lcp ?? '-',
    'INP ms': release.inp ?? '-',
    CLS: release.cls ?? '-',
  }));
  const failures = releases.flatMap(({ version, failures: of }) =>
    of.map(({ phase, reason, views, at, message, browsers }) => ({
      release: version,
      phase,
      reason,
      views,
      at: at ?? '-',
      message: message ?? '-',
      browsers: browsers.join(', ') || '-',
    })),
  );
  return [
    `${name} on pages, ${scope}:`,
    table(rows),
    ...(seen === 0 ? ['No page has shown it.'] : []),
    ...(failures.length === 0 ? [] : ['', 'Failures, by the first of each page view:', table(failures)]),
  ];
}

const pagesOf = ({ state, percent }: ReleaseHealth['releases'][number]): string =>
  state === 'canary' ? `canary ${percent} %` : state === 'stable' ? 'get it' : 'got it';
