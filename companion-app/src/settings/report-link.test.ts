import { createDecipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptParameter, reportLinkParameters } from './host-address.ts';

const key = '0123456789abcdef';

function decrypt(parameter: string): string {
  const decipher = createDecipheriv('aes-128-ecb', key, null);
  return Buffer.concat([decipher.update(Buffer.from(parameter, 'base64url')), decipher.final()]).toString();
}

describe('encryptParameter', () => {
  it.each(['U1001', '0000A001', '', 'sixteen letters!', 'more than sixteen letters, so two blocks', '林'])('%j can be decrypted with the key', (text) => {
    const encrypted = encryptParameter(text, key);
    expect(encrypted).toMatch(/^[\w-]+$/);
    expect(decrypt(encrypted)).toBe(text);
  });
});

it('makes the parameters of a report link', () => {
  const link = reportLinkParameters({ userId: 'someone', sn8: '0000A001', fridgeId: 'f', token: 't' }, key);
  expect({ ...link, userId: decrypt(link['userId'] ?? ''), sn8: decrypt(link['sn8'] ?? '') }).toEqual({
    source: 'meijuReport', ac: 'f', at: 't', userId: 'someone', sn8: '0000A001',
  });
});
