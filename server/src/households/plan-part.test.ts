import { describe, expect, it } from 'vitest';
import type { FieldsOf, HouseholdRow } from './household-rows.ts';
import { planPart, type Stored } from './plan-part.ts';

const account = (userId: string, phone?: string | null, more: Partial<FieldsOf<'account'>> = {}): HouseholdRow => ({
  kind: 'account',
  fields: { userId, ...(phone !== undefined && { phone }), ...more },
});
const home = (homeId: string, userId: string): HouseholdRow => ({ kind: 'home', fields: { homeId, userId } });
const fridge = (fridgeId: string, fields: Partial<FieldsOf<'fridge'>> = {}): HouseholdRow => ({
  kind: 'fridge',
  fields: { fridgeId, ...fields },
});
const config = (sn: string, fields: Partial<FieldsOf<'deviceConfig'>> = {}): HouseholdRow => ({
  kind: 'deviceConfig',
  fields: { sn, ...fields },
});

const person = { nickName: '', headImgUrl: '', grid: '', supply: '', realNameVerified: false };
const cold = { sn8: '0000A001', spec: '', name: '' };
/** Two households; the third account has no phone. */
const stored = (): Stored => ({
  account: new Map([
    ['U1', { ...person, userId: 'U1', phone: '1' }],
    ['U2', { ...person, userId: 'U2', phone: '2' }],
    ['U3', { ...person, userId: 'U3', phone: null }],
  ]),
  home: new Map([
    ['H1', { homeId: 'H1', userId: 'U1' }],
    ['H2', { homeId: 'H2', userId: 'U2' }],
  ]),
  fridge: new Map([['F1', { ...cold, fridgeId: 'F1', homeId: 'H1' }]]),
  deviceConfig: new Map([['0B001', { sn: '0B001', highBrand: 1, devType: '' }]]),
});
const plan = (...rows: HouseholdRow[]) => planPart(rows, stored());

describe('outcomes', () => {
  it.each<[string, HouseholdRow[], unknown[]]>([
    [
      'the same again',
      [account('U1', '1'), home('H1', 'U1'), fridge('F1', { homeId: 'H1' })],
      Array(3).fill('unchanged'),
    ],
    [
      'a new household, each before what it needs',
      [fridge('F9', { homeId: 'H9', sn8: '' }), home('H9', 'U9'), account('U9', '9')],
      Array(3).fill('added'),
    ],
    ['a new household without a phone', [account('U9', null)], ['added']],
    ['a changed field', [account('U1', '1', { grid: 'jiangsu' }), fridge('F1', { name: 'x' })], ['changed', 'changed']],
    ['left-out fields', [account('U1'), fridge('F1'), config('0B001')], Array(3).fill('unchanged')],
    [
      'a new account that names no phone',
      [account('U9')],
      [{ reason: 'account.phone: missing, and the account is new' }],
    ],
    [
      'a new fridge that names no home',
      [fridge('F9', { sn8: '' })],
      [{ reason: 'fridge.homeId: missing, and the fridge is new' }],
    ],
    [
      'a new fridge that names no sn8',
      [fridge('F9', { homeId: 'H1' })],
      [{ reason: 'fridge.sn8: missing, and the fridge is new' }],
    ],
    ['a home whose account is missing', [home('H9', 'U9')], ['waiting']],
    ['a fridge whose home waits', [home('H9', 'U9'), fridge('F9', { homeId: 'H9', sn8: '' })], ['waiting', 'waiting']],
    ['a known fridge that moves to an unknown home', [fridge('F1', { homeId: 'H9' })], ['waiting']],
    [
      'a fridge without home, twice',
      [fridge('F1', { homeId: null }), fridge('F1', { homeId: null })],
      ['removed', 'unchanged'],
    ],
    [
      'a device configuration',
      [config('0C001', { devType: 'sub' }), config('0B001', { highBrand: 0 })],
      ['added', 'changed'],
    ],
    [
      'several rows of one id',
      [account('U9', '9'), account('U9', '9', { grid: 'a' }), account('U9', '9')],
      ['added', 'changed', 'unchanged'],
    ],
  ])('of %s', (_, rows, outcomes) => expect(plan(...rows).outcomes).toEqual(outcomes));

  it('counts what a dry run assumes as there', () => {
    const rows = [home('H9', 'U9'), fridge('F9', { homeId: 'H8', sn8: '' })];
    const assumed = { accounts: new Set(['U9']), homes: new Set(['H8']) };
    expect(planPart(rows, stored(), assumed).outcomes).toEqual(['added', 'added']);
  });
});

describe('phones', () => {
  const phonesOf = ({ write, phoneGivenUp, phonesMoved }: ReturnType<typeof planPart>) => ({
    phones: Object.fromEntries(write.account.map(({ userId, phone }) => [userId, phone])),
    givenUp: phoneGivenUp,
    phonesMoved,
  });

  it.each<[string, HouseholdRow[], ReturnType<typeof phonesOf>]>([
    [
      'moves to the account that names it',
      [account('U3', '1')],
      { phones: { U1: null, U3: '1' }, givenUp: ['U1'], phonesMoved: 1 },
    ],
    [
      'moves to a new account',
      [account('U9', '1')],
      { phones: { U1: null, U9: '1' }, givenUp: ['U1'], phonesMoved: 1 },
    ],
    [
      'is exchanged',
      [account('U1', '2'), account('U2', '1')],
      { phones: { U1: '2', U2: '1' }, givenUp: ['U1', 'U2'], phonesMoved: 1 },
    ],
    [
      'is given up before another takes it',
      [account('U1', '9'), account('U2', '1')],
      { phones: { U1: '9', U2: '1' }, givenUp: ['U1', 'U2'], phonesMoved: 0 },
    ],
    [
      'is given up after another took it',
      [account('U2', '1'), account('U1', '9')],
      { phones: { U1: '9', U2: '1' }, givenUp: ['U1', 'U2'], phonesMoved: 1 },
    ],
    ["is nobody's", [account('U1', null)], { phones: { U1: null }, givenUp: ['U1'], phonesMoved: 0 }],
    [
      "of two accounts is the later one's",
      [account('U9', '1'), account('U8', '1')],
      { phones: { U1: null, U9: null, U8: '1' }, givenUp: ['U1'], phonesMoved: 2 },
    ],
    ['comes back', [account('U3', '1'), account('U1', '1')], { phones: {}, givenUp: [], phonesMoved: 2 }],
  ])('%s', (_, rows, expected) => expect(phonesOf(plan(...rows))).toEqual(expected));
});

describe('what is written', () => {
  it('is only what differs', () => {
    expect(plan(account('U1', '1'), home('H1', 'U2'), fridge('F1'), config('0B001'))).toMatchObject({
      write: { account: [], home: [{ homeId: 'H1', userId: 'U2' }], fridge: [], deviceConfig: [] },
      unbound: [],
    });
  });

  it('moves a fridge, and keeps its other fields', () => {
    expect(plan(fridge('F1', { homeId: 'H2' })).write.fridge).toEqual([{ ...cold, fridgeId: 'F1', homeId: 'H2' }]);
  });

  it('removes a fridge that has no home, and nothing that never was', () => {
    expect(plan(fridge('F1', { homeId: null }), fridge('F9', { homeId: null })).unbound).toEqual(['F1']);
    const back = plan(fridge('F1', { homeId: null }), fridge('F1', { homeId: 'H2', sn8: 'new' }));
    expect(back).toMatchObject({ unbound: [], write: { fridge: [{ homeId: 'H2', sn8: 'new' }] } });
  });
});
