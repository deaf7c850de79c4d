import type { Vitals } from '@fridge/shared-contracts/page';
import type { Instruments } from './instruments.ts';

/** Seconds, and layout shift: around what counts as good and as poor (https://web.dev/articles/vitals). */
const PAGE_BUCKETS = {
  load: [0.25, 0.5, 1, 1.5, 2.5, 4, 6, 10, 20],
  lcp: [0.5, 1, 1.5, 2.5, 4, 6, 10, 20],
  inp: [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2],
  cls: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
};

/** Of a usage event; `other` unless known (`visits/counted-events.ts`). */
type ReleaseLabels = { remote: string; release: string };

/** What pages report of releases, and roll-backs by it. */
export function createReleaseMetrics({ counter, gauge, histogram }: Instruments) {
  const opens = counter(
    'fridge_opens_total',
    'Activities opened on pages, by remote and release; other: not registered, or an old release.',
    ['remote', 'release'],
  );
  const failures = counter(
    'fridge_failures_total',
    'Failures on pages by remote, release, phase and reason; other: not registered, or an old release.',
    ['remote', 'release', 'phase', 'reason'],
  );
  const rollBacks = counter(
    'fridge_rollbacks_total',
    'Canaries and promotions that this process took back by itself, by remote.',
    ['remote'],
  );
  const held = gauge(
    'fridge_canary_held_seconds',
    'For how long the next step of a canary with a timetable has been due, by remote; 0 while none is.',
    ['remote'],
  );
  const loads = histogram(
    'fridge_load_seconds',
    "From the navigation's start, or from the route change, until a release's first screen was drawn.",
    PAGE_BUCKETS.load,
    ['remote', 'release'],
  );
  const largestPaints = histogram(
    'fridge_largest_paint_seconds',
    'Largest Contentful Paint of pages that began with the release.',
    PAGE_BUCKETS.lcp,
    ['remote', 'release'],
  );
  const interactions = histogram(
    'fridge_interaction_seconds',
    'Interaction to Next Paint of the release that the page began with.',
    PAGE_BUCKETS.inp,
    ['remote', 'release'],
  );
  const layoutShifts = histogram(
    'fridge_layout_shift',
    'Cumulative Layout Shift of the release that the page began with.',
    PAGE_BUCKETS.cls,
    ['remote', 'release'],
  );
  const uncounted = counter(
    'fridge_events_uncounted_total',
    'Opens and failures kept but not counted: their page id is missing, forged, old or used up.',
  );
  return {
    opens,
    failures,
    uncounted,
    /** From none on: an increase is seen from the first roll-back. */
    canaryWatched: (remote: string) => rollBacks.inc({ remote }, 0),
    canaryTakenBack: (remote: string) => rollBacks.inc({ remote }),
    /** Of those that still are `canaryHeld` is called again. */
    noCanaryHeld: () => held.reset(),
    canaryHeld: (remote: string, ms: number) => held.set({ remote }, ms / 1_000),
    measured(labels: ReleaseLabels, { load, lcp, inp, cls }: Vitals) {
      if (load !== undefined) loads.observe(labels, load / 1_000);
      if (lcp !== undefined) largestPaints.observe(labels, lcp / 1_000);
      if (inp !== undefined) interactions.observe(labels, inp / 1_000);
      if (cls !== undefined) layoutShifts.observe(labels, cls);
    },
  };
}
