import { createCipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decryptAes, encryptAes } from './aes.ts';

const KEY = '0123456789abcdef';

// By an implementation other than the one under test.
function byNode(text: string) {
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(KEY), null);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
}

describe.each(['', 'U1001', '冰箱🧊', 'x'.repeat(100), '\u0000'])('%j', (text) => {
  it('is encrypted as node:crypto does', () => expect(encryptAes(text, KEY)).toBe(byNode(text).toString('base64')));
  it('is decrypted from base64 and from base64url', () => {
    expect(decryptAes(byNode(text).toString('base64'), KEY)).toBe(text);
    expect(decryptAes(byNode(text).toString('base64url'), KEY)).toBe(text);
  });
});

it.each([
  '',
  'A',
  'U1001',
  '!!!!',
  byNode('U1001').toString('base64').slice(4),
  'AAAAAAAAAAAAAAAAAAAAAA',
  byNode('U1001').toString('hex'),
])('decrypts nothing from %j', (ciphertext) => expect(decryptAes(ciphertext, KEY)).toBeNull());

it('returns null with another key', () =>
  expect(decryptAes(byNode('U1001').toString('base64'), 'another-key-0123')).toBeNull());
