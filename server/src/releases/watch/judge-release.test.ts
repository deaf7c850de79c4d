import { describe, expect, it } from 'vitest';
import { CLEARLY_WORSE, evidenceOfNotWorse, evidenceOfWorse, MARGIN, type Outcomes } from './failure-evidence.ts';
import {
  type BothOutcomes,
  judgeRelease,
  LEAST_VISITORS,
  MOST_FALSE_PROMOTIONS,
  MOST_FALSE_ROLL_BACKS,
  planStep,
} from './judge-release.ts';

const of = (visitors: number, failed: number): Outcomes => ({ visitors, failed });
const none = of(0, 0);
/** At most: of very many visitors several are in each. */
const MOST_NETWORKS = 2_000;
/** Visitors who met the same. */
const spread = (visitors: number, networkOf: (visitors: number) => BothOutcomes): BothOutcomes[] => {
  const networks = Math.min(visitors, MOST_NETWORKS);
  return Array.from({ length: networks }, () => networkOf(visitors / networks));
};
const eachInOwnNetwork = (canary: Outcomes, stable: Outcomes): BothOutcomes[] => [
  ...spread(canary.failed, (failed) => ({ canary: of(failed, failed), stable: none })),
  ...spread(canary.visitors - canary.failed, (fine) => ({ canary: of(fine, 0), stable: none })),
  ...spread(stable.failed, (failed) => ({ canary: none, stable: of(failed, failed) })),
  // Those of stable who met nothing speak for nothing: their networks are never left out.
  { canary: none, stable: of(stable.visitors - stable.failed, 0) },
];
const judged = (networks: readonly BothOutcomes[], isOfFewNetworks = false) => {
  const verdict = judgeRelease({ networks, isOfFewNetworks });
  if (verdict.kind === 'worse') return verdict.byHalf ? 'taken back by half' : 'taken back';
  return verdict.kind === 'notWorse' ? 'may grow' : verdict.kind;
};
const taken = (canary: Outcomes, stable: Outcomes) => judged(eachInOwnNetwork(canary, stable));

describe('a canary', () => {
  it.each([
    ['fails always, too few yet', of(LEAST_VISITORS - 1, LEAST_VISITORS - 1), of(180, 0), 'fewVisitors'],
    ['fails always', of(20, 20), of(180, 0), 'taken back'],
    ['fails always, and stable has few visitors', of(20, 20), of(20, 1), 'taken back'],
    ['fails for half', of(24, 12), of(216, 2), 'taken back'],
    ['fails for one in five', of(90, 18), of(810, 8), 'taken back'],
    ['fails for one in ten, too few yet', of(30, 3), of(270, 3), 'failsMore'],
    ['fails for one in ten', of(400, 40), of(3_600, 36), 'taken back'],
    ['never fails, too few yet', of(60, 0), of(540, 5), 'notShown'],
    ['never fails', of(80, 0), of(720, 7), 'may grow'],
    ['never fails, as stable', of(80, 0), of(80, 0), 'may grow'],
    ['fails as stable does, too few yet', of(100, 5), of(900, 45), 'notShown'],
    ['fails as stable does', of(1_000, 50), of(9_000, 450), 'may grow'],
    ['is worse by less than the margin', of(10_000, 250), of(90_000, 900), 'may grow'],
    ['is worse by a hair, of very many', of(1_000_000, 31_000), of(10_000_000, 100_000), 'failsMore'],
    [
      'is worse by a little more than the margin, of very many',
      of(1_000_000, 45_000),
      of(9_000_000, 180_000),
      'taken back',
    ],
    ['fails for all as stable does', of(500, 500), of(4_500, 4_500), 'failsMore'],
    ['fails for four in ten as stable does', of(5_000, 2_000), of(45_000, 18_000), 'may grow'],
    ['fails for most as stable does', of(5_000, 2_600), of(45_000, 23_400), 'failsMore'],
    ['fails for all, and stable for most', of(500, 500), of(4_500, 3_600), 'taken back'],
  ])('that %s', (_, canary, stable, expected) => expect(taken(canary, stable)).toBe(expected));

  it.each([
    ['fails for all', of(26, 26), none, 'taken back by half'],
    ['fails for nearly all', of(44, 40), of(3, 1), 'taken back by half'],
    ['fails for three in four', of(120, 90), none, 'taken back by half'],
    ['fails for half, which nothing shows to be its fault', of(10_000, 5_000), none, 'failsMore'],
    ['fails for all, as the few of stable do', of(60, 60), of(19, 19), 'failsMore'],
    ['fails for 45 in 100', of(100, 45), none, 'failsMore'],
    ['fails for 45 in 100, as the few of stable do', of(100, 45), of(4, 2), 'notShown'],
    ['is at 100 %, and fine', of(10_000, 150), none, 'may grow'],
    ['never fails', of(80, 0), none, 'may grow'],
    ['never fails, too few yet', of(50, 0), none, 'notShown'],
  ])('without a sample of stable that %s', (_, canary, stable, expected) =>
    expect(taken(canary, stable)).toBe(expected),
  );
});

describe('networks', () => {
  const network = (canary: Outcomes, stable = none): BothOutcomes => ({ canary, stable });
  const times = (count: number, each: BothOutcomes) => Array.from({ length: count }, () => each);

  it.each([
    ['three with all failures', times(3, network(of(20, 20))), of(200, 2), of(1_800, 18), 'fewNetworks'],
    [
      'three with all failures, and visitors of stable as many as there should be',
      times(3, network(of(20, 20), of(20, 0))),
      of(200, 2),
      of(1_800, 18),
      'fewNetworks',
    ],
    ['39 of 40 failures in three', times(3, network(of(13, 13))), of(1, 1), none, 'fewNetworks'],
    ['one with most failures, of many that all fail', [network(of(20, 20))], of(30, 30), of(540, 5), 'taken back'],
    ['an office, and a few others who fail too', [network(of(18, 18), of(20, 0))], of(8, 8), of(80, 2), 'taken back'],
    ['three in which it works, of few', times(3, network(of(20, 0))), of(20, 0), of(180, 2), 'fewNetworks'],
    ['three in which it works, of some', times(3, network(of(20, 0))), of(80, 0), of(720, 7), 'may grow'],
    ['three in which stable fails', times(3, network(none, of(20, 20))), of(500, 40), of(1_000, 10), 'fewNetworks'],
  ])('%s', (_, some, canary, stable, expected) =>
    expect(judged([...some, ...eachInOwnNetwork(canary, stable)])).toBe(expected),
  );

  it.each([
    ['fails', network(of(20, 20), of(180, 1)), 'taken back'],
    ['works', network(of(80, 0), of(720, 7)), 'may grow'],
  ])('no others, since the site is used from one place: one that %s', (_, only, expected) =>
    expect(judged([only], true)).toBe(expected),
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

/** Visitors of the canary when a verdict is first passed, each in a network of its own; `null`: not within `most`. */
function visitorsUntil(wanted: 'worse' | 'notWorse', rates: Rates, most: number, random: () => number): number | null {
  const fine = { visitors: 0, failed: 0 };
  const networks: BothOutcomes[] = [{ canary: none, stable: fine }];
  let visitors = 0;
  while (visitors < most) {
    const kind = random() * 100 < rates.percent ? 'canary' : 'stable';
    const isFailed = random() < rates[kind];
    if (kind === 'canary') {
      networks.push({ canary: of(1, isFailed ? 1 : 0), stable: none });
      visitors += 1;
      if (judgeRelease({ networks, isOfFewNetworks: false }).kind === wanted) return visitors;
    } else if (isFailed) networks.push({ canary: none, stable: of(1, 1) });
    else fine.visitors += 1;
  }
  return null;
}

function simulate(wanted: 'worse' | 'notWorse', rates: Rates, { runs, most }: { runs: number; most: number }) {
  const random = seededRandom(418);
  const ends = Array.from({ length: runs }, () => visitorsUntil(wanted, rates, most, random));
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
    expect(simulate('worse', rates, { runs: 100, most: 200 }).share).toBeLessThanOrEqual(MOST_FALSE_ROLL_BACKS);
  });

  it.each([
    ['always', { canary: 1, stable: 0.01, percent: 10 }, LEAST_VISITORS, LEAST_VISITORS],
    ['always, at 1 %', { canary: 1, stable: 0.01, percent: 1 }, LEAST_VISITORS, LEAST_VISITORS],
    ['always, at 100 %', { canary: 1, stable: 0.01, percent: 100 }, 26, 26],
    ['for half', { canary: 0.5, stable: 0.01, percent: 10 }, 25, 30],
    ['for ten in a hundred more', { canary: 0.11, stable: 0.01, percent: 10 }, 300, 500],
    ['for ten in a hundred more, at 50 %', { canary: 0.11, stable: 0.01, percent: 50 }, 400, 700],
  ])('a canary that fails %s is taken back', (_, rates, half, nineInTen) => {
    const { median, nine } = simulate('worse', rates, { runs: 30, most: 800 });
    expect(median).toBeLessThanOrEqual(half);
    expect(nine).toBeLessThanOrEqual(nineInTen);
  });

  it.each([
    ['clearly worse', { canary: 0.01 + CLEARLY_WORSE, stable: 0.01, percent: 10 }],
    ['clearly worse than a stable that often fails', { canary: 0.2 + CLEARLY_WORSE, stable: 0.2, percent: 50 }],
    ['clearly worse, beside no stable', { canary: CLEARLY_WORSE, stable: 0, percent: 100 }],
  ])('a canary that is %s does not grow', (_, rates) => {
    expect(simulate('notWorse', rates, { runs: 100, most: 200 }).share).toBeLessThanOrEqual(MOST_FALSE_PROMOTIONS);
  });

  it.each([
    ['never fails', { canary: 0, stable: 0, percent: 10 }, 80, 80],
    ['fails as stable does, for one in a hundred', { canary: 0.01, stable: 0.01, percent: 10 }, 100, 200],
    ['fails as stable does, for one in twenty', { canary: 0.05, stable: 0.05, percent: 10 }, 200, 400],
  ])('a canary that %s grows', (_, rates, half, nineInTen) => {
    const { median, nine } = simulate('notWorse', rates, { runs: 30, most: 800 });
    expect(median).toBeLessThanOrEqual(half);
    expect(nine).toBeLessThanOrEqual(nineInTen);
  });
});

it('finds no evidence in nothing', () => {
  expect(evidenceOfWorse(of(0, 0), of(0, 0))).toBeCloseTo(0);
  expect(evidenceOfWorse(of(50, 50), of(0, 0))).toBeLessThan(0);
  expect(evidenceOfWorse(of(0, 0), of(50, 50))).toBeLessThanOrEqual(0);
  expect(evidenceOfNotWorse(of(0, 0), of(0, 0))).toBeCloseTo(0);
  expect(evidenceOfNotWorse(of(50, 50), of(0, 0))).toBeLessThan(0);
  expect(evidenceOfNotWorse(of(50, 50), of(50, 50))).toBeLessThan(0);
});

const growing = (percent: number, steps = { percent: 10, minutes: 30 }) => ({ release: '1.5.0', percent, steps });
const minutes = (count: number) => count * 60_000;

describe('a timetable', () => {
  it.each([
    [0, 10, 'held at 0 % for 30 minutes: 10 % more'],
    [10, 20, 'held at 10 % for 30 minutes: 10 % more'],
    [90, 100, 'held at 90 % for 30 minutes: 10 % more'],
    [95, 100, 'held at 95 % for 30 minutes: 5 % more'],
  ])('leads from %d % to %d %', (percent, next, why) =>
    expect(planStep(growing(percent), minutes(30))).toMatchObject({ to: growing(next), why, dueForMs: 0 }),
  );

  it('takes one step, however long the canary was held, and says for how long it was due', () =>
    expect(planStep(growing(10), minutes(60 * 24 * 365))).toMatchObject({
      to: { percent: 20 },
      dueForMs: minutes(60 * 24 * 365 - 30),
    }));

  it('ends with a promotion, once all have had it for one interval', () =>
    expect(planStep(growing(100, { percent: 50, minutes: 1 }), minutes(1))).toMatchObject({
      to: 'promotion',
      why: 'held at 100 % for a minute: everybody gets it',
      dueForMs: 0,
    }));

  it.each([
    ['before its time', growing(10), minutes(30) - 1],
    ['before the promotion', growing(100), minutes(30) - 1],
    ['of a clock that was set back', growing(10), -minutes(600)],
    ['of no canary that grows', { release: '1.5.0', percent: 10 }, minutes(600)],
  ])('waits: %s', (_, each, heldMs) => expect(planStep(each, heldMs)).toBeNull());
});
