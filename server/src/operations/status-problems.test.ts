import { expect, it } from 'vitest';
import { problemsOf, takenBack } from './status-commands.ts';

const GIB = 1024 ** 3;
const fine = {
  instance: 'north-1',
  database: {
    kind: 'postgresql',
    reachable: true,
    bytes: GIB,
    oldestTransactionSeconds: 60,
    migrations: { applied: 1, pending: [] },
  },
  disk: [{ holds: 'uploads', folder: '/data', freeBytes: 0.05 * GIB, totalBytes: GIB }],
  review: null,
  uploadedReleases: null,
  upkeep: [{ job: 'nonces', doneSecondsAgo: 30, failedSecondsAgo: 31, failures: 7 }],
  configuration: [{ document: 'draw', serial: 4, newest: 4 }],
} satisfies Parameters<typeof problemsOf>[0];
const [disk, job, document] = [fine.disk[0], fine.upkeep[0], fine.configuration[0]];

it('finds nothing where all is well, and where nothing is known', () => {
  expect(problemsOf(fine)).toEqual([]);
  expect(problemsOf({ ...fine, configuration: [{ document: 'draw', serial: 4, newest: null }] })).toEqual([]);
});

it.each([
  [{ database: { kind: 'pglite' as const, reachable: false } }, "database: it doesn't answer"],
  [{ database: { ...fine.database, oldestTransactionSeconds: 61 } }, 'database: a transaction has been open for 61 s'],
  [
    { database: { ...fine.database, migrations: { applied: 0, pending: ['first'] } } },
    "database: migrations aren't applied: first",
  ],
  [{ disk: [{ ...disk, freeBytes: 1 }] }, 'disk: less than 5 % is free for uploads (/data)'],
  [{ upkeep: [{ ...job, failedSecondsAgo: 29 }] }, 'upkeep: the last run of nonces failed, 7 in all'],
  [{ upkeep: [{ ...job, doneSecondsAgo: null }] }, 'upkeep: the last run of nonces failed, 7 in all'],
  [{ configuration: [{ ...document, newest: 5 }] }, 'configuration: draw 4 is in force, the newest is 5'],
])('%j', (facts, problem) => expect(problemsOf({ ...fine, ...facts } as typeof fine)).toEqual([problem]));

const HOUR_MS = 3_600_000;
it.each([
  ['of an hour ago', 1, null, ['draw: its canary was taken back: 1.5.0 failed']],
  ['of the day before', 25, null, []],
  ['where another one runs', 1, {}, []],
])('names a canary that was taken back, %s', (_, hours, canary, problems) => {
  const event = { at: new Date(0), about: ['registry', 'draw'], why: '1.5.0 failed' };
  expect(takenBack([{ name: 'draw', canary }], [event], hours * HOUR_MS)).toEqual(problems);
});
