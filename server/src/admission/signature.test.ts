import { SIGNATURE_WINDOW_MS } from '@fridge/shared-contracts/page';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkSignature, checkTimeliness, MOST_FIELDS, readForm, sign } from './signature.ts';

const key = '0123456789abcdef';
const fields = { time_stamp: '1690855200000', nonce: 'n-0000001', phone: '13800138000', name: '张 三&=+' };
const text = 'name张 三&=+noncen-0000001phone13800138000time_stamp1690855200000';

describe('sign', () => {
  it('is HMAC-SHA256 in hex over sorted keys and raw values', () => {
    expect(sign({ ...fields, token: 'ignored' }, { signer: 'hmac-sha256', key })).toBe(
      createHmac('sha256', key).update(text).digest('hex'),
    );
  });

  it('is AES-128-ECB/PKCS7 in base64: vector from openssl enc -aes-128-ecb -K 30313233343536373839616263646566', () => {
    expect(sign({ a: '1' }, { signer: 'aes-128-ecb', key })).toBe('AwGxgyH9HxlnGiaHNtwLPw==');
  });
});

describe('checkSignature', () => {
  const signing = { signer: 'hmac-sha256', keys: [key, 'a former key 0000'] } as const;
  const token = sign(fields, { signer: 'hmac-sha256', key });
  it('accepts its own signature', () => expect(() => checkSignature({ ...fields, token }, signing)).not.toThrow());
  it.each(signing.keys)('tells the key %j that it was made with', (used) => {
    const made = sign(fields, { signer: 'hmac-sha256', key: used });
    expect(checkSignature({ ...fields, token: made }, signing)).toBe(used);
  });
  it.each([
    ['no token', fields],
    ['an empty token', { ...fields, token: '' }],
    ['another value', { ...fields, phone: '13800138001', token }],
    ['an added field', { ...fields, extra: '1', token }],
    ['upper case hex', { ...fields, token: token.toUpperCase() }],
    [
      'a token made with another key',
      { ...fields, token: sign(fields, { signer: 'hmac-sha256', key: 'another key 0000' }) },
    ],
  ])('refuses %s', (_, form) => expect(() => checkSignature(form, signing)).toThrow('server.sign'));
});

describe('checkTimeliness', () => {
  const now = 1_690_855_200_000;
  it.each([now, now - SIGNATURE_WINDOW_MS, now + SIGNATURE_WINDOW_MS])('accepts %d', (stamp) => {
    expect(() => checkTimeliness({ time_stamp: String(stamp) }, now)).not.toThrow();
  });
  it.each([
    '',
    '1',
    'now',
    String(now - SIGNATURE_WINDOW_MS - 1),
    String(now + SIGNATURE_WINDOW_MS + 1),
    `${now}.0`,
    ` ${now}`,
    '1e12',
  ])('refuses %j', (stamp) => {
    expect(() => checkTimeliness({ time_stamp: stamp }, now)).toThrow('server.sign');
  });
});

it.each([
  ['', {}],
  ['a=1&b=%E5%BC%A0+%E4%B8%89&c=', { a: '1', b: '张 三', c: '' }],
  ['__proto__=x', Object.fromEntries([['__proto__', 'x']])],
])('readForm %j', (body, expected) => expect(Object.entries(readForm(body))).toEqual(Object.entries(expected)));

const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=1`).join('&');
it('readForm reads as many fields as a form may have', () =>
  expect(Object.keys(readForm(names(MOST_FIELDS)))).toHaveLength(MOST_FIELDS));

it.each(['a=1&a=1', 'a=%00', '%00=a'])('readForm refuses %j', (body) =>
  expect(() => readForm(body)).toThrow('server.param'),
);

it('readForm refuses more fields, empty ones included', () => {
  expect(() => readForm(names(MOST_FIELDS + 1))).toThrow('server.param');
  expect(() => readForm('&'.repeat(MOST_FIELDS))).toThrow('server.param');
});
