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
  changedBy: 'wang',
  why: '',
  way: 'command',
  changedAt: new Date(0),
  ...fields,
});
const promoted = (release: ReleaseRow, fields: Partial<StoredPromotion> = {}) => ({
  release,
  promotion: {
    name: 'draw',
    version: release.version,
    kind: 'publish',
    contract: '3.0',
    way: 'command',
    ...fields,
  } as const,
});

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
const startRow = (version: string, fields: Partial<ReleaseRow> = {}) =>
  row(version, { way: 'start', changedBy: 'start', ...fields });
type Present = Omit<Parameters<typeof planPublication>[1], 'isWithheld'> & { isWithheld?: boolean };
const nothing = { inserts: false, moves: false, promotion: null };

describe('planPublication', () => {
  it.each<[string, Parameters<typeof planPublication>[0], Present, object]>([
    ['a new remote', publish, { stored: null, last: null }, { inserts: true, promotion: 'publish' }],
    ['a new version', publish, { stored: null, last: promoted(row('0.9.0')) }, { inserts: true, promotion: 'publish' }],
    [
      'one that waits',
      { ...publish, promote: false },
      { stored: null, last: promoted(row('0.9.0')) },
      { inserts: true, promotion: null },
    ],
    ['the same again', publish, { stored: row('1.0.0'), last: promoted(row('1.0.0')) }, nothing],
    [
      'the same, which was rolled back',
      publish,
      { stored: row('1.0.0'), last: promoted(row('0.9.0'), { kind: 'rollback' }) },
      nothing,
    ],
    [
      'the same, promoted',
      { ...publish, promote: true },
      { stored: row('1.0.0'), last: promoted(row('0.9.0')) },
      { ...nothing, promotion: 'promote' },
    ],
    [
      'the one in force, promoted',
      { ...publish, promote: true },
      { stored: row('1.0.0'), last: promoted(row('1.0.0')) },
      nothing,
    ],
    [
      'another build of it',
      publish,
      { stored: row('1.0.0', { description: description('1.0.0', 'x') }), last: null },
      {
        refused: {
          kind: 'version',
          text: expect.stringMatching(/^draw 1\.0\.0 was published already, as another build/),
        },
      },
    ],
    [
      'one from another origin',
      publish,
      { stored: null, last: promoted(row('0.9.0', { baseUrl: 'https://old.example/' })) },
      { refused: { kind: 'origin', text: expect.stringMatching(/from https:\/\/old\.example, .*one team.*--move/) } },
    ],
    [
      'one that moves its remote',
      { ...publish, move: true },
      { stored: null, last: promoted(row('0.9.0', { baseUrl: 'https://old.example/' })) },
      { inserts: true, promotion: 'publish' },
    ],
    [
      'one whose name a team holds, from another origin than before',
      { ...publish, isHeld: true },
      { stored: null, last: promoted(row('0.9.0', { baseUrl: 'https://old.example/' })) },
      { inserts: true, promotion: 'publish' },
    ],
    [
      'the same from elsewhere',
      publish,
      { stored: row('1.0.0', { baseUrl: 'https://draw.example/old/' }), last: null },
      {
        refused: {
          kind: 'origin',
          text: expect.stringMatching(/is served from https:\/\/draw\.example\/old\/.*--move/),
        },
      },
    ],
    [
      'the same, moved',
      { ...publish, move: true },
      { stored: row('1.0.0', { baseUrl: 'https://old.example/' }), last: null },
      { inserts: false, moves: true, promotion: null },
    ],
    [
      'a new build at a start',
      start,
      { stored: null, last: promoted(startRow('0.9.0'), { way: 'start' }) },
      { inserts: true, promotion: 'publish' },
    ],
    [
      '... over a roll-back',
      start,
      { stored: null, last: promoted(startRow('0.9.0'), { kind: 'rollback' }) },
      { inserts: true, promotion: 'publish' },
    ],
    [
      '... whose port is another',
      { ...start, baseUrl: 'http://localhost:5172/1.0.0/' },
      { stored: null, last: promoted(startRow('0.9.0', { baseUrl: 'http://localhost:4172/0.9.0/' })) },
      { inserts: true },
    ],
    [
      '... over another origin',
      start,
      { stored: null, last: promoted(row('2.0.0', { baseUrl: 'https://team.example/' })) },
      { refused: { kind: 'origin', text: expect.stringContaining('https://team.example') } },
    ],
    [
      'an unchanged build at a start',
      start,
      { stored: startRow('1.0.0'), last: promoted(startRow('1.0.0'), { way: 'start' }) },
      nothing,
    ],
    [
      '... over a roll-back',
      start,
      { stored: startRow('1.0.0'), last: promoted(startRow('0.9.0'), { kind: 'rollback' }) },
      nothing,
    ],
    [
      '... on another port',
      { ...start, baseUrl: 'http://localhost:5172/1.0.0/' },
      { stored: startRow('1.0.0'), last: promoted(startRow('1.0.0'), { way: 'start' }) },
      { ...nothing, moves: true },
    ],
    [
      'an older build at a start',
      start,
      { stored: startRow('1.0.0'), last: promoted(startRow('1.1.0'), { way: 'start' }) },
      { ...nothing, promotion: 'promote' },
    ],
    [
      '... that an operator rolled forward',
      start,
      { stored: startRow('1.0.0'), last: promoted(startRow('1.1.0')) },
      nothing,
    ],
    [
      '... that was withheld since',
      start,
      { stored: startRow('1.0.0'), last: promoted(startRow('1.1.0'), { way: 'start' }), isWithheld: true },
      nothing,
    ],
    [
      '... that an operator promotes all the same',
      { ...publish, promote: true },
      { stored: row('1.0.0'), last: promoted(row('1.1.0')), isWithheld: true },
      { ...nothing, promotion: 'promote' },
    ],
  ])('%s', (_, publishing, present, plan) =>
    expect(planPublication(publishing, { isWithheld: false, ...present })).toMatchObject(plan),
  );
});
