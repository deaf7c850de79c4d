import { createDecipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  encryptParameter,
  hostPath,
  noExtras,
  readWebAddress,
  reportLinkParameters,
  resolveHostAddress,
  startsUnderNativeHeader,
} from './host-address.ts';

const host = 'http://localhost:4170/';

describe('resolveHostAddress', () => {
  it.each([
    ['/', 'http://localhost:4170/'],
    ['', 'http://localhost:4170/'],
    ['  /open  ', 'http://localhost:4170/open'],
    ['open', 'http://localhost:4170/open'],
    ['/open?fridgeId=F1&a=1', 'http://localhost:4170/open?fridgeId=F1&a=1'],
    ['/#/yearReport?brand=1', 'http://localhost:4170/#/yearReport?brand=1'],
    ['http://localhost:4170/rule', 'http://localhost:4170/rule'],
    ['http://localhost:4171/rule', null],
    ['//evil.example/open', null],
    ['javascript:alert(1)', null],
    ['http://localhost:4170@evil.example/', null],
    ['http://[', null],
  ])('%s -> %s', (input, address) => expect(resolveHostAddress(input, host)).toBe(address));

  it('adds the household without overwriting parameters, and omits empty values', () => {
    const context = { fridgeId: 'F2', homeId: 'H2', sn8: '' };
    expect(resolveHostAddress('/open?fridgeId=F1', host, { ...noExtras, context })).toBe(
      'http://localhost:4170/open?fridgeId=F1&homeId=H2',
    );
  });

  it('marks a banner and a card', () => {
    expect(resolveHostAddress('/', host, { meijuBanner: true, card: true, context: {} })).toBe(
      'http://localhost:4170/?meijuBanner=1&comeFrom=card',
    );
  });
});

describe('hostPath', () => {
  it.each([
    ['http://localhost:4170/', '/'],
    ['http://localhost:4170/a?b=1#/c', '/a?b=1#/c'],
  ])('%s -> %s', (address, path) => expect(hostPath(address)).toBe(path));
});

describe('startsUnderNativeHeader', () => {
  it.each([
    ['/', false],
    ['/?meijuBanner=1', true],
    ['/?meijuBanner=0', false],
    ['/#/yearReport?meijuBanner=1', true],
  ])('%s: %s', (path, under) => expect(startsUnderNativeHeader(new URL(path, host).href)).toBe(under));
});

describe('readWebAddress', () => {
  it.each([
    ['https://shop.example/a', 'https://shop.example/a'],
    ['/share', 'http://localhost:4170/share'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['file:///etc/passwd', null],
  ])('%s -> %s', (input, address) => expect(readWebAddress(input, host)).toBe(address));
});

const key = '0123456789abcdef';

function decrypt(parameter: string): string {
  const decipher = createDecipheriv('aes-128-ecb', key, null);
  return Buffer.concat([decipher.update(Buffer.from(parameter, 'base64url')), decipher.final()]).toString();
}

describe('encryptParameter', () => {
  it.each(['U1001', '0000A001', '', 'sixteen letters!', 'more than sixteen letters, so two blocks', '林'])(
    '%j can be decrypted with the key',
    (text) => {
      const encrypted = encryptParameter(text, key);
      expect(encrypted).toMatch(/^[\w-]+$/);
      expect(decrypt(encrypted)).toBe(text);
    },
  );
});

it('makes the parameters of a report link', () => {
  const link = reportLinkParameters({ userId: 'someone', sn8: '0000A001', fridgeId: 'f', token: 't' }, key);
  expect({ ...link, userId: decrypt(link['userId'] ?? ''), sn8: decrypt(link['sn8'] ?? '') }).toEqual({
    source: 'meijuReport',
    ac: 'f',
    at: 't',
    userId: 'someone',
    sn8: '0000A001',
  });
});
