import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../program/environment.ts';
import { demoKeys } from './key-variables.ts';

const keys = {
  CLOUD_KEY: 'a cloud key of the length that is asked for',
  SIGNING_KEY: 'a signing key of some length',
  REPORT_LINK_KEY: 'sixteen-letters!',
};
const origins = { PUBLIC_HOST_ORIGIN: 'https://host.example', PUBLIC_API_ORIGIN: 'https://api.example' };
const environmentOf = (given: Record<string, string>) => readEnvironment({ ...origins, ...given });
const former = { cloud: 'the cloud key of before and long enough', signing: 'the signing key of before' };

const folder = mkdtempSync(join(tmpdir(), 'keys-'));
afterAll(() => rmSync(folder, { recursive: true }));
function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
const privateSet = JSON.stringify({ keys: [await exportJWK(privateKey)] });
const keySet = file('jwks.json', JSON.stringify({ keys: [await exportJWK(publicKey)] }));

describe('key sets', () => {
  it('have no accepted keys by default', () =>
    expect(environmentOf(keys)).toMatchObject({
      ...keys,
      CLOUD_KEYS_ACCEPTED: [],
      SIGNING_KEYS_ACCEPTED: [],
      REPORT_LINK_KEYS_ACCEPTED: [],
    }));

  it("are the demonstration's with DEMO=1, where nothing else is given", () => {
    expect(environmentOf({ DEMO: '1' })).toMatchObject(demoKeys);
    const path = file('own-signing', `${keys.SIGNING_KEY}\n`);
    expect(environmentOf({ DEMO: '1', SIGNING_KEY_FILE: path })).toMatchObject({
      ...demoKeys,
      SIGNING_KEY: keys.SIGNING_KEY,
    });
  });

  it.each([
    ['one', former.signing, [former.signing]],
    ['several', `${former.signing}, a third signing key`, [former.signing, 'a third signing key']],
    ['one a line', `${former.signing}\nwith, a comma in the key\n`, [former.signing, 'with, a comma in the key']],
    ['one a line, of Windows', `${former.signing}\r\na third signing key\r\n`, [former.signing, 'a third signing key']],
  ])('accept %s', (_, text, expected) => {
    expect(environmentOf({ ...keys, SIGNING_KEYS_ACCEPTED: text }).SIGNING_KEYS_ACCEPTED).toEqual(expected);
  });

  it.each([
    ['a key, with a comma in it', ['a key, with a comma in it']],
    [`${former.signing}\na third signing key\n`, [former.signing, 'a third signing key']],
  ])('have one key a line in a file: %j', (text, expected) => {
    const SIGNING_KEYS_ACCEPTED_FILE = file('accepted', text);
    expect(environmentOf({ ...keys, SIGNING_KEYS_ACCEPTED_FILE }).SIGNING_KEYS_ACCEPTED).toEqual(expected);
  });

  it.each([
    ['https://cloud.example/jwks.json'],
    ['http://localhost:9000/jwks'],
    ['http://127.0.0.1:9000/jwks'],
    ['http://[::1]:9000/jwks'],
    [keySet],
  ])('need no cloud key with the set %s', (source) => {
    const { CLOUD_KEY: _, ...others } = keys;
    expect(environmentOf({ ...others, CLOUD_JWKS: source })).toMatchObject({ CLOUD_KEY: '', CLOUD_JWKS: source });
    expect(environmentOf({ ...others, CLOUD_JWKS: source, CLOUD_KEYS_ACCEPTED: former.cloud })).toMatchObject({
      CLOUD_KEYS_ACCEPTED: [former.cloud],
    });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['a short cloud key', { CLOUD_KEY: 'x'.repeat(31) }, /^ {2}CLOUD_KEY: at least 32 characters/m],
    ['a short signing key', { SIGNING_KEY: 'x'.repeat(15) }, /SIGNING_KEY: at least 16 characters$/m],
    ['a short link key', { REPORT_LINK_KEY: 'x'.repeat(15) }, /REPORT_LINK_KEY: 16 characters of ASCII$/m],
    ['a long link key', { REPORT_LINK_KEY: 'x'.repeat(17) }, /REPORT_LINK_KEY: 16 characters of ASCII$/m],
    ['a link key of more bytes', { REPORT_LINK_KEY: '密'.repeat(16) }, /REPORT_LINK_KEY: 16 characters of ASCII$/m],
    ['white space around a key', { SIGNING_KEY: `${keys.SIGNING_KEY} ` }, /SIGNING_KEY: no white space around it$/m],
    ['a key of two lines', { SIGNING_KEY: `${keys.SIGNING_KEY}\nmore` }, /SIGNING_KEY: one line$/m],
    ['a cloud key of two lines', { CLOUD_KEY: `${keys.CLOUD_KEY}\nmore` }, /CLOUD_KEY: one line$/m],
    ['a short accepted key', { SIGNING_KEYS_ACCEPTED: `${former.signing},short` }, /ACCEPTED\.1: at least 16/],
    ['a short accepted cloud key', { CLOUD_KEYS_ACCEPTED: 'x'.repeat(31) }, /ACCEPTED\.0: at least 32/],
    ['a long accepted link key', { REPORT_LINK_KEYS_ACCEPTED: 'x'.repeat(17) }, /ACCEPTED\.0: 16 characters/],
    ['an empty entry', { SIGNING_KEYS_ACCEPTED: `${former.signing},,` }, /SIGNING_KEYS_ACCEPTED\.1: empty$/m],
    ['an empty line', { SIGNING_KEYS_ACCEPTED: `${former.signing}\n\nmore than enough` }, /ACCEPTED\.1: empty$/m],
    ['a key twice', { SIGNING_KEYS_ACCEPTED: `${former.signing},${former.signing}` }, /ACCEPTED: the same key twice$/m],
    ['the current one accepted', { SIGNING_KEYS_ACCEPTED: keys.SIGNING_KEY }, /ACCEPTED: holds SIGNING_KEY itself$/m],
    [
      'a public cloud key',
      { CLOUD_KEY: 'x'.repeat(32), SIGNING_KEY: 'x'.repeat(32) },
      /CLOUD_KEY: it is a signing key/,
    ],
    [
      'a public accepted cloud key',
      { CLOUD_KEYS_ACCEPTED: former.cloud, SIGNING_KEYS_ACCEPTED: former.cloud },
      /CLOUD_KEYS_ACCEPTED: holds a signing key/,
    ],
    [
      'a set on plain http',
      { CLOUD_JWKS: 'http://cloud.example/jwks' },
      /CLOUD_JWKS: an https address, or the absolute/,
    ],
    ['a set in a relative file', { CLOUD_JWKS: 'jwks.json' }, /CLOUD_JWKS: an https address, or the absolute/],
    [
      'a set that is gone',
      { CLOUD_JWKS: '/none/jwks.json' },
      /CLOUD_JWKS: \/none\/jwks\.json can't be read \(ENOENT\)$/m,
    ],
  ])('refuse %s, without its value', (_, change, complaint) => {
    const read = () => environmentOf({ ...keys, ...change });
    expect(read).toThrow(complaint);
    for (const value of Object.values(change).filter((text) => !/jwks/.test(text)))
      expect(read).not.toThrow(new RegExp(`[:,] ?${value.slice(0, 12)}`));
  });

  it.each([
    ['half a file', '{ "keys": ['],
    ['no key', '{ "keys": [] }'],
    ['a secret', '{ "keys": [{ "kty": "oct", "k": "c2VjcmV0" }] }'],
    ['a private key', privateSet],
    ['another document', '[]'],
  ])('refuse a set with %s', (_, content) =>
    expect(() => environmentOf({ ...keys, CLOUD_JWKS: file('bad.json', content) })).toThrow(
      /CLOUD_JWKS: its file is not a JSON Web Key Set of public keys$/m,
    ),
  );
});

describe('secrets in files', () => {
  it('lose the line break at their end', () => {
    const files = Object.entries(keys).map(([name, key]) => [`${name}_FILE`, file(name, `${key}\n`)]);
    const url = file('url', 'postgres://user:secret@localhost/x\r\n');
    expect(environmentOf({ ...Object.fromEntries(files), DATABASE_URL_FILE: url })).toMatchObject({
      ...keys,
      DATABASE_URL: 'postgres://user:secret@localhost/x',
    });
  });

  it('may be links, as containers mount them', () => {
    symlinkSync(file('target', keys.SIGNING_KEY), join(folder, 'link'));
    const { SIGNING_KEY: key, ...others } = keys;
    expect(environmentOf({ ...others, SIGNING_KEY_FILE: join(folder, 'link') }).SIGNING_KEY).toBe(key);
  });

  it('are named when they can not be read, all at once, and not called missing too', () => {
    mkdirSync(join(folder, 'directory'));
    const read = () =>
      environmentOf({
        CLOUD_KEY: keys.CLOUD_KEY,
        CLOUD_KEY_FILE: file('both', keys.CLOUD_KEY),
        CLOUD_KEYS_ACCEPTED_FILE: file('large', 'x'.repeat(65_537)),
        SIGNING_KEY_FILE: '/none/signing',
        SIGNING_KEYS_ACCEPTED_FILE: file('blank', '\n \n'),
        REPORT_LINK_KEY_FILE: join(folder, 'directory'),
        OPERATIONS_TOKEN_FILE: 'the-token-itself-by-mistake',
      });
    expect(read).toThrow(
      [
        'CLOUD_KEY_FILE: CLOUD_KEY is set too: set one of them',
        `CLOUD_KEYS_ACCEPTED_FILE: ${folder}/large can't be read (more than 65536 bytes)`,
        "SIGNING_KEY_FILE: /none/signing can't be read (ENOENT)",
        `SIGNING_KEYS_ACCEPTED_FILE: ${folder}/blank can't be read (empty)`,
        `REPORT_LINK_KEY_FILE: ${folder}/directory can't be read (not a file)`,
        'OPERATIONS_TOKEN_FILE: the absolute path of a file',
      ]
        .map((line) => `  ${line}`)
        .join('\n'),
    );
    expect(read).not.toThrow(/required|the-token-itself/);
  });

  it('are judged like the variables', () =>
    expect(() => environmentOf({ ...keys, SIGNING_KEYS_ACCEPTED_FILE: file('short', 'short\n') })).toThrow(
      'SIGNING_KEYS_ACCEPTED.0: at least 16 characters',
    ));
});
