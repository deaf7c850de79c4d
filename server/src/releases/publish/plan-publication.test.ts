import { describe, expect, it } from 'vitest';
import type { ReleaseRow, StoredPromotion } from '../registry/releases.ts';
import { planPublication } from './plan-publication.ts';

const description = (version: string, title = 'draw') => ({ name: 'draw', version, title });
const at = 'https://draw.example/1.0.0/';

const row = (version: string, fields: Partial<ReleaseRow> = {}): ReleaseRow => ({
  name: 'draw',
  version,
  baseUrl: `https://draw.example/${version}/`,
  description: description(version),
  removedAt: null,
  event: 1,
  ...fields,
});
/** What was promoted last. */
const promoted = (release: ReleaseRow, fields: Partial<StoredPromotion> = {}) => ({
  last: release,
  promotions: [
    {
      name: 'draw',
      version: release.version,
      isRollBack: false,
      contract: '3.0',
      way: 'command',
      at: new Date(0),
      ...fields,
    } as const,
  ],
});
/** Of each promotion its version and way. */
const history = (...rows: string[]) => {
  const all = rows.map((told) => {
    const [version = '', way = ''] = told.split(' ');
    return promoted(row(version), { way: way as StoredPromotion['way'] });
  });
  return { last: all.at(-1)?.last ?? null, promotions: all.flatMap(({ promotions }) => promotions) };
};
const never = { last: null, promotions: [] };

const publish = {
  // Only what is compared of it.
  release: description('1.0.0') as unknown as Parameters<typeof planPublication>[0]['release'],
  baseUrl: at,
  move: false,
  isHeld: false,
  promote: null,
  byStart: false,
};
const start = { ...publish, byStart: true };
type Present = Omit<Parameters<typeof planPublication>[1], 'wasCanary'> & { wasCanary?: boolean };
const nothing = { inserts: false, moves: false, promotes: false };

/** Or why not. */
function planned(...asked: Parameters<typeof planPublication>) {
  try {
    return planPublication(...asked);
  } catch (error) {
    return error;
  }
}

describe('planPublication', () => {
  it.each<[string, Parameters<typeof planPublication>[0], Present, object]>([
    ['a new remote', publish, { stored: null, ...never }, { inserts: true, promotes: true }],
    ['a new version', publish, { stored: null, ...promoted(row('0.9.0')) }, { inserts: true, promotes: true }],
    [
      'one that waits',
      { ...publish, promote: false },
      { stored: null, ...promoted(row('0.9.0')) },
      { inserts: true, promotes: false },
    ],
    ['the same again', publish, { stored: row('1.0.0'), ...promoted(row('1.0.0')) }, nothing],
    [
      'the same, which was rolled back',
      publish,
      { stored: row('1.0.0'), ...promoted(row('0.9.0'), { isRollBack: true }) },
      nothing,
    ],
    [
      'the same, promoted',
      { ...publish, promote: true },
      { stored: row('1.0.0'), ...promoted(row('0.9.0')) },
      { ...nothing, promotes: true },
    ],
    [
      'the one in force, promoted',
      { ...publish, promote: true },
      { stored: row('1.0.0'), ...promoted(row('1.0.0')) },
      nothing,
    ],
    [
      'another build of it',
      publish,
      { stored: row('1.0.0', { description: description('1.0.0', 'x') }), ...never },
      {
        problems: [
          { kind: 'version', text: expect.stringMatching(/^draw 1\.0\.0 was published already, as another build/) },
        ],
      },
    ],
    [
      'one from another origin',
      publish,
      { stored: null, ...promoted(row('0.9.0', { baseUrl: 'https://old.example/' })) },
      {
        problems: [{ kind: 'origin', text: expect.stringMatching(/from https:\/\/old\.example, .*one team.*--move/) }],
      },
    ],
    [
      'one that moves its remote',
      { ...publish, move: true },
      { stored: null, ...promoted(row('0.9.0', { baseUrl: 'https://old.example/' })) },
      { inserts: true, promotes: true },
    ],
    [
      'one whose name a team holds, from another origin than before',
      { ...publish, isHeld: true },
      { stored: null, ...promoted(row('0.9.0', { baseUrl: 'https://old.example/' })) },
      { inserts: true, promotes: true },
    ],
    [
      'the same from elsewhere',
      publish,
      { stored: row('1.0.0', { baseUrl: 'https://draw.example/old/' }), ...never },
      {
        problems: [
          { kind: 'origin', text: expect.stringMatching(/is served from https:\/\/draw\.example\/old\/.*--move/) },
        ],
      },
    ],
    [
      'the same, moved',
      { ...publish, move: true },
      { stored: row('1.0.0', { baseUrl: 'https://old.example/' }), ...never },
      { inserts: false, moves: true, promotes: false },
    ],
    [
      'a new build at a start',
      start,
      { stored: null, ...promoted(row('0.9.0'), { way: 'start' }) },
      { inserts: true, promotes: true },
    ],
    [
      '... over a roll-back',
      start,
      { stored: null, ...promoted(row('0.9.0'), { isRollBack: true }) },
      { inserts: true, promotes: true },
    ],
    [
      '... over another origin',
      start,
      { stored: null, ...promoted(row('2.0.0', { baseUrl: 'https://team.example/' })) },
      { problems: [{ kind: 'origin', text: expect.stringContaining('https://team.example') }] },
    ],
    [
      'an unchanged build at a start',
      start,
      { stored: row('1.0.0'), ...promoted(row('1.0.0'), { way: 'start' }) },
      nothing,
    ],
    ['... over a roll-back', start, { stored: row('1.0.0'), ...promoted(row('0.9.0'), { isRollBack: true }) }, nothing],
    [
      '... at another path',
      { ...start, baseUrl: 'https://draw.example/now/' },
      { stored: row('1.0.0'), ...promoted(row('1.0.0'), { way: 'start' }) },
      { ...nothing, moves: true },
    ],
    [
      'an older build at a start',
      start,
      { stored: row('1.0.0'), ...history('1.0.0 start', '1.1.0 start') },
      { ...nothing, promotes: true },
    ],
    [
      '... that an operator rolled forward',
      start,
      { stored: row('1.0.0'), ...history('1.0.0 start', '1.1.0 command') },
      nothing,
    ],
    [
      '... that was taken back before a start promoted another one',
      start,
      { stored: row('1.0.0'), ...history('0.9.0 start', '1.0.0 start', '0.9.0 team', '1.1.0 start') },
      nothing,
    ],
    ['... that was never promoted', start, { stored: row('1.0.0'), ...history('1.1.0 start') }, nothing],
    [
      '... that was a canary',
      start,
      { stored: row('1.0.0'), ...history('1.0.0 start', '1.1.0 start'), wasCanary: true },
      nothing,
    ],
    [
      '... that an operator promotes all the same',
      { ...publish, promote: true },
      { stored: row('1.0.0'), ...promoted(row('1.1.0')), wasCanary: true },
      { ...nothing, promotes: true },
    ],
  ])('%s', (_, publishing, present, plan) =>
    expect(planned(publishing, { wasCanary: false, ...present })).toMatchObject(plan),
  );
});
