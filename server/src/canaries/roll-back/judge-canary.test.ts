import { describe, expect, it } from 'vitest';
import { evidenceOfWorse, MARGIN, type Outcomes } from './failure-evidence.ts';
import {
  type CanarySample,
  judgeCanary,
  LEAST_VISITORS,
  MOST_FALSE_ROLL_BACKS,
  NETWORKS_LEFT_OUT,
} from './judge-canary.ts';

const of = (visitors: number, failed: number): Outcomes => ({ visitors, failed });
/** Of visitors in many networks. */
const sample = (canary: Outcomes, stable: Outcomes, over: Partial<CanarySample> = {}): CanarySample => ({
  canary,
  stable,
  mostFailing: Array.from({ length: NETWORKS_LEFT_OUT }, () => ({ canary: of(1, 1), stable: of(0, 0) })),
  networks: 50,
  ...over,
});
const taken = (canary: Outcomes, stable: Outcomes, over: Partial<CanarySample> = {}) => {
  const verdict = judgeCanary(sample(canary, stable, over));
  return verdict.takeBack ? (verdict.byHalf ? 'taken back by half' : 'taken back') : verdict.because;
};

describe('a canary', () => {
  it.each([
    ['fails always, too few yet', of(LEAST_VISITORS - 1, LEAST_VISITORS - 1), of(180, 0), 'fewVisitors'],
    ['fails always', of(20, 20), of(180, 0), 'taken back'],
    ['fails always, and stable has few visitors', of(20, 20), of(20, 1), 'taken back'],
    ['fails for half', of(20, 10), of(180, 2), 'taken back'],
    ['fails for one in five', of(80, 16), of(720, 7), 'taken back'],
    ['fails for one in ten, too few yet', of(30, 3), of(270, 3), 'notShown'],
    ['fails for one in ten', of(400, 40), of(3_600, 36), 'taken back'],
    ['never fails', of(1_000, 0), of(9_000, 90), 'notShown'],
    ['fails as stable does', of(1_000, 50), of(9_000, 450), 'notShown'],
    ['is worse by the margin', of(10_000, 300), of(90_000, 900), 'notShown'],
    ['is worse by a hair, of very many', of(1_000_000, 31_000), of(9_000_000, 180_000), 'notShown'],
    [
      'is worse by a little more than the margin, of very many',
      of(1_000_000, 45_000),
      of(9_000_000, 180_000),
      'taken back',
    ],
    ['fails for all as stable does', of(500, 500), of(4_500, 4_500), 'notShown'],
    ['fails for all, and stable for most', of(500, 500), of(4_500, 3_600), 'taken back'],
  ])('that %s', (_, canary, stable, expected) => expect(taken(canary, stable)).toBe(expected));

  it.each([
    ['fails for all', of(23, 23), of(0, 0), 'taken back by half'],
    ['fails for nearly all', of(40, 36), of(3, 1), 'taken back by half'],
    ['fails for three in four', of(120, 90), of(0, 0), 'taken back by half'],
    ['fails for half, which nothing shows to be its fault', of(10_000, 5_000), of(0, 0), 'notShown'],
    ['fails for all, as the few of stable do', of(60, 60), of(19, 19), 'notShown'],
    ['is at 100 %, and fine', of(10_000, 200), of(0, 0), 'notShown'],
  ])('without a sample of stable that %s', (_, canary, stable, expected) =>
    expect(taken(canary, stable)).toBe(expected),
  );
});

describe('networks', () => {
  const hostile = (canary: Outcomes, stable = of(0, 0)) => ({ canary, stable });
  it.each([
    ['one with all failures', [hostile(of(500, 500))], of(700, 502), of(1_800, 18), 50, 'fewNetworks'],
    [
      'three, with visitors of stable as many as there should be',
      Array.from({ length: 3 }, () => hostile(of(300, 300), of(2_700, 0))),
      of(1_100, 902),
      of(9_900, 18),
      50,
      'fewNetworks',
    ],
    ['one with most failures, of many that all fail', [hostile(of(30, 30))], of(60, 60), of(540, 5), 50, 'taken back'],
    [
      'an office, and a few others who fail too',
      [hostile(of(18, 18), of(160, 0))],
      of(26, 26),
      of(240, 2),
      9,
      'taken back',
    ],
    [
      'no others: the site is used from one place',
      [hostile(of(20, 20), of(180, 1))],
      of(20, 20),
      of(180, 1),
      1,
      'taken back',
    ],
  ])('%s', (_, mostFailing, canary, stable, networks, expected) =>
    expect(taken(canary, stable, { mostFailing, networks })).toBe(expected),
  );
});

/** Equal in each run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Rates = { canary: number; stable: number; percent: number };

/** Looks after each visitor of the canary. @returns its visitors when it is taken back; `null`: not within `most` */
function visitorsUntilTaken({ canary, stable, percent }: Rates, most: number, random: () => number): number | null {
  const seen = { canary: of(0, 0), stable: of(0, 0) };
  while (seen.canary.visitors < most) {
    const kind = random() * 100 < percent ? 'canary' : 'stable';
    seen[kind].visitors += 1;
    if (random() < (kind === 'canary' ? canary : stable)) seen[kind].failed += 1;
    if (kind === 'canary' && judgeCanary(sample(seen.canary, seen.stable, { mostFailing: [] })).takeBack)
      return seen.canary.visitors;
  }
  return null;
}

function simulate(rates: Rates, { runs, most }: { runs: number; most: number }) {
  const random = seededRandom(418);
  const ends = Array.from({ length: runs }, () => visitorsUntilTaken(rates, most, random));
  const counts = ends.filter((end) => end !== null).toSorted((one, other) => one - other);
  const at = (share: number) =>
    ends.length * share <= counts.length ? counts[Math.ceil(ends.length * share) - 1] : null;
  return { share: counts.length / runs, median: at(0.5), nine: at(0.9) };
}

describe('looked at after each of its visitors', () => {
  it.each([
    ['is as good as stable', { canary: 0.02, stable: 0.02, percent: 10 }],
    ['is as good as a stable that often fails', { canary: 0.2, stable: 0.2, percent: 10 }],
    ['is worse by just the margin', { canary: 0.01 + MARGIN, stable: 0.01, percent: 10 }],
  ])('a canary that %s stays', (_, rates) => {
    expect(simulate(rates, { runs: 100, most: 200 }).share).toBeLessThanOrEqual(MOST_FALSE_ROLL_BACKS);
  });

  it.each([
    ['always', { canary: 1, stable: 0.01, percent: 10 }, LEAST_VISITORS, LEAST_VISITORS],
    ['always, at 1 %', { canary: 1, stable: 0.01, percent: 1 }, LEAST_VISITORS, LEAST_VISITORS],
    ['always, at 100 %', { canary: 1, stable: 0.01, percent: 100 }, LEAST_VISITORS, LEAST_VISITORS],
    ['for half', { canary: 0.5, stable: 0.01, percent: 10 }, LEAST_VISITORS, 25],
    ['for ten in a hundred more', { canary: 0.11, stable: 0.01, percent: 10 }, 200, 400],
    ['for ten in a hundred more, at 50 %', { canary: 0.11, stable: 0.01, percent: 50 }, 300, 600],
  ])('a canary that fails %s is taken back', (_, rates, half, nineInTen) => {
    const { median, nine } = simulate(rates, { runs: 30, most: 800 });
    expect(median).toBeLessThanOrEqual(half);
    expect(nine).toBeLessThanOrEqual(nineInTen);
  });
});

it('finds no evidence in nothing', () => {
  expect(evidenceOfWorse(of(0, 0), of(0, 0))).toBeCloseTo(0);
  expect(evidenceOfWorse(of(50, 50), of(0, 0))).toBeLessThan(0);
  expect(evidenceOfWorse(of(0, 0), of(50, 50))).toBeLessThanOrEqual(0);
});
