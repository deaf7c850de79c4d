import { createCipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readPageContext } from '@fridge/shared-contracts/page';
import { activityContextOf, createReportLink } from './report-link.ts';

const KEY = '0123456789abcdef';
const FORMER_KEY = 'fedcba9876543210';

/** As the app's report card does it, by another implementation than the one under test. */
function encrypt(text: string, key = KEY): string {
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(key), null);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64url');
}

const linkOf = (query: Record<string, string>) => createReportLink(readPageContext({ query }), [KEY, FORMER_KEY]);
const card = {
  source: 'meijuReport',
  ac: 'F1001',
  at: 'report.token',
  userId: encrypt('U1001'),
  sn8: encrypt('0000A001'),
};

describe('a shared browser link', () => {
  it('names its user and carries the token', async () => {
    expect(await linkOf({ wxToken: 'w', userId: 'U1001', fridgeId: 'F1001', sn8: '0000A001' })()).toEqual({
      userId: 'U1001',
      accessToken: 'w',
      sn8: '0000A001',
      fridgeId: 'F1001',
    });
  });

  it.each([{ wxToken: 'w' }, { userId: 'U1001' }, { at: 't', ac: 'F1001', userId: 'U1001' }])(
    'gives no access with %j',
    async (query) => {
      expect(await linkOf(query)()).toBeNull();
    },
  );
});

describe('a link of the report card', () => {
  it('is decrypted', async () => {
    expect(await linkOf(card)()).toEqual({
      userId: 'U1001',
      accessToken: 'report.token',
      sn8: '0000A001',
      fridgeId: 'F1001',
    });
  });

  it('opens if it was made with the key of before', async () => {
    const former = { ...card, userId: encrypt('U1001', FORMER_KEY), sn8: encrypt('0000A001', FORMER_KEY) };
    expect(await linkOf(former)()).toMatchObject({ userId: 'U1001', sn8: '0000A001' });
    expect(await linkOf({ ...former, sn8: card.sn8 })()).toBeNull(); // made with two keys
  });

  it.each(['', 'F1002'])('may also name the fridge %j', async (fridgeId) => {
    expect(await linkOf({ ...card, fridgeId })()).toMatchObject({ fridgeId: fridgeId || 'F1001' });
  });

  it.each([
    ['another key', { userId: encrypt('U1001', 'another-key-0123') }],
    ['no ciphertext', { userId: 'U1001' }],
    ['a cut ciphertext', { userId: card.userId.slice(0, -4) }],
    ['a user that is none', { userId: encrypt('张三 <b>') }],
    ['an empty user', { userId: encrypt('') }],
    ['a model that is none', { sn8: 'zzzz' }],
    ['no token', { at: '' }],
    ['no user', { userId: '' }],
  ])('gives no access with %s', async (_name, change) => expect(await linkOf({ ...card, ...change })()).toBeNull());

  it('needs no model', async () =>
    expect(await linkOf({ ...card, sn8: '' })()).toMatchObject({ userId: 'U1001', sn8: '' }));
});

describe('what an activity sees', () => {
  it('has no token, but whether there is report access', () => {
    const context = activityContextOf(readPageContext({ query: { wxToken: 'w', userId: 'U1001', at: 'x', ac: 'y' } }));
    expect(context).toMatchObject({ reportAccess: true, userId: 'U1001' });
    expect(Object.keys(context)).not.toEqual(expect.arrayContaining(['wxToken']));
    expect(JSON.stringify(context)).not.toMatch(/"(?:wxToken|at|ac)"/);
    expect(activityContextOf(readPageContext({ query: {} })).reportAccess).toBe(false);
  });

  it('has no ciphertext, but the fridge of the link', () => {
    expect(activityContextOf(readPageContext({ query: card }))).toMatchObject({
      reportAccess: true,
      userId: '',
      sn8: '',
      fridgeId: 'F1001',
    });
  });
});
