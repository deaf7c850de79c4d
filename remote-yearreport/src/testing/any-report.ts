import { type Report, reportSchema } from '@fridge/shared-contracts/activities/report';
import { reportOf } from './report-of.ts';

/** A small generator with a seed, so that a failure can be run again (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const hostile: readonly unknown[] = [
  null,
  undefined,
  '',
  ' ',
  0,
  -1,
  1,
  10,
  10.1,
  0.01,
  59.6,
  99.99,
  100_000,
  100_001,
  1e9,
  1e300,
  '7',
  '-3',
  '12.5%',
  'NaN',
  'null',
  'undefined',
  Number.NaN,
  Infinity,
  true,
  [],
  {},
  [null],
  [[1]],
  '2022-07-21',
  '2020-02-29 23:59:59',
  '2022-07-21T16:30:00Z',
  '07-21',
  '00:00',
  '24:00',
  '04:00',
  '07:30',
  '21:00',
  '23:59:59',
  '<b>x</b>',
  '<img src=x onerror=alert(1)>',
  '{n}',
  '\u0000',
  '👨‍👩‍👧'.repeat(40),
  '长'.repeat(3000),
  [{ userName: '小禾', headUrl: 'javascript:alert(1)' }, { userName: null }, 7, 'x'],
  Array.from({ length: 500 }, (_, at) => `词${at}`),
  ['', null, '<i></i>', '保鲜专家'],
];

/** A report of hostile fields, the same for the same seed. */
export function anyReport(seed: number): Report {
  const next = random(seed);
  return reportOf(
    Object.fromEntries(
      Object.keys(reportSchema.entries).map((field) => [field, hostile[Math.floor(next() * hostile.length)]]),
    ),
  );
}
