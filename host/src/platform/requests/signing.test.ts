import { createCipheriv, createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NONCE, saltOf, signedText } from '@fridge/shared-contracts/page';
import { authorizationHeader, loadSigner, signFields } from './signing.ts';

const KEY = 'fridge-demo-key-2023';
const cases: Record<string, Record<string, string>> = {
  'plain fields': { userId: 'u1', phone: '13800000000', time_stamp: '1690855200000', nonce: '00ff' },
  'unsorted fields': { b: '2', a: '1', A: '0', _: '3' },
  'Chinese and an emoji': { address: '江苏省南京市 1 号', name: '冰箱🧊' },
  'what a form would encode': { text: 'a+b c&d=e%20', json: '{"x":1}' },
  'exactly one AES block': { k: '123456789012345' },
  nothing: {},
};

// Computed by an implementation other than the one under test.
const byNode = {
  'hmac-sha256': (text: string) => createHmac('sha256', KEY).update(text, 'utf8').digest('hex'),
  'aes-128-ecb': (text: string) => {
    const cipher = createCipheriv('aes-128-ecb', Buffer.from(KEY).subarray(0, 16), null);
    return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
  },
};

describe.each(['hmac-sha256', 'aes-128-ecb'] as const)('%s', (signer) => {
  it.each(Object.entries(cases))('signs %s as node:crypto does', async (_name, fields) => {
    const sign = await loadSigner({ signer, key: KEY });
    expect(await sign(signedText(fields))).toBe(byNode[signer](signedText(fields)));
  });
});

describe('HMAC', () => {
  const hmac = { signer: 'hmac-sha256', key: KEY } as const;
  const loadHmac = vi.fn();
  beforeEach(() => {
    vi.resetModules();
    loadHmac.mockReset();
    vi.doMock('../../lib/hmac.ts', async (original) => loadHmac() ?? original());
  });
  afterEach(() => {
    vi.doUnmock('../../lib/hmac.ts');
    vi.unstubAllGlobals();
  });

  it("is the engine's own where it has one: nothing is loaded", async () => {
    const fresh = await import('./signing.ts');
    await fresh.signFields(hmac, { a: '1' }, 1);
    expect(loadHmac).not.toHaveBeenCalled();
  });

  const onPlainHttp = () => vi.stubGlobal('crypto', {});

  it.each(Object.entries(cases))('signs %s by late code on plain http', async (_name, fields) => {
    onPlainHttp();
    const fresh = await import('./signing.ts');
    const sign = await fresh.loadSigner(hmac);
    expect(await sign(signedText(fields))).toBe(byNode['hmac-sha256'](signedText(fields)));
    expect(loadHmac).toHaveBeenCalledOnce();
  });

  it('fails where that code does not come, asked for once by each call', async () => {
    onPlainHttp();
    loadHmac.mockRejectedValue(new Error('not there'));
    const fresh = await import('./signing.ts');
    await expect(fresh.signFields(hmac, { a: '1' }, 1)).rejects.toThrow();
    expect(loadHmac).toHaveBeenCalledOnce();
  });
});

describe('fixed vectors', () => {
  const fields = {
    time_stamp: '1690855200000',
    nonce: '0123456789abcdef0123456789abcdef',
    userId: 'u1',
    token: 'is left out',
  };
  it.each([
    ['hmac-sha256', 'a675a1d8aa22d9f1f59efb980e23f185474e8dcddfd11dd83316862a281ba2b5'],
    [
      'aes-128-ecb',
      'FS7Ehsf4NkHxdKuIrD7XiaX3/z1mgB7jYAsXxoOrjZACHpQ7xEsZK2Tc+yaLqIJIYcUPb7nIWXPw4NVICzL5rpHIODfg6sAnWIos9skNppU=',
    ],
  ] as const)('%s', async (signer, token) => {
    const sign = await loadSigner({ signer, key: KEY });
    expect(await sign(signedText(fields))).toBe(token);
  });
});

describe('signFields', () => {
  const signing = { signer: 'hmac-sha256', key: KEY } as const;
  const stamp = 1_690_855_200_000;

  it('adds the time, a nonce and the token over all of them', async () => {
    const { token, ...fields } = await signFields(signing, { userId: 'u' }, stamp);
    expect(fields).toEqual({ userId: 'u', time_stamp: '1690855200000', nonce: expect.stringMatching(NONCE) });
    expect(token).toBe(byNode['hmac-sha256'](signedText(fields)));
  });

  it('never signs twice with one nonce', async () => {
    const [one, two] = await Promise.all([signFields(signing, {}, stamp), signFields(signing, {}, stamp)]);
    expect(one['nonce']).not.toBe(two['nonce']);
  });
});

describe('a nonce', () => {
  /** The first half of the bytes is the salt. */
  const fixSalt = () =>
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      if (bytes) new Uint8Array(bytes.buffer).fill(0xab);
      return bytes;
    });
  const fields = { desc: 'tips', cookName: '冰箱"desc' };
  const nonceOf = async (signer: 'hmac-sha256' | 'aes-128-ecb', given: Record<string, string>) => {
    const { nonce = '' } = await signFields({ signer, key: KEY }, given, 1_690_855_200_000);
    return nonce;
  };

  it('is half random and half bound to where each value ends', async () => {
    fixSalt();
    const text = '["abababababababa",["cookName","冰箱\\"desc"],["desc","tips"],["time_stamp","1690855200000"]]';
    const hash = byNode['hmac-sha256'](text);
    const nonce = await nonceOf('hmac-sha256', fields);
    expect(nonce).toBe(`abababab-abab-8aba-8${hash.slice(0, 3)}-${hash.slice(3, 15)}`);
    expect([NONCE.test(nonce), saltOf(nonce)]).toEqual([true, 'abababababababa']);
  });

  it('differs for the same text in other fields', async () => {
    fixSalt();
    const [one, other] = [{ a: '1b2' }, { a: '1', b: '2' }];
    expect(signedText(one)).toBe(signedText(other));
    expect(await nonceOf('hmac-sha256', one)).not.toBe(await nonceOf('hmac-sha256', other));
  });

  it('is unbound for AES, whose blocks could be rearranged anyway', async () => {
    const nonce = await nonceOf('aes-128-ecb', fields);
    expect([NONCE.test(nonce), saltOf(nonce)]).toEqual([true, null]);
  });

  it.each([
    ['abababab-abab-8aba-8123-456789abcdef', 'abababababababa'],
    ['abababab-abab-8aba-9123-456789abcdef', null],
    ['abababab-abab-8aba-b123-456789abcdef', null],
    ['abababab-abab-4aba-8123-456789abcdef', null],
  ])('%s has the salt %s', (nonce, salt) => expect(saltOf(nonce)).toBe(salt));
});

it.each([
  ['u1', 't1', 'dTE6dDE='],
  ['用户', 't', Buffer.from('用户:t', 'utf8').toString('base64')],
])('authorizes %s', (userId, accessToken, encoded) =>
  expect(authorizationHeader({ userId, accessToken })).toBe(`Basic ${encoded}`),
);
