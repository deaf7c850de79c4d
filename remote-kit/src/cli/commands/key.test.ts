import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { readTeamKey } from '../team-key.ts';
import { runIn } from '../testing/run-in.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remote-kit-key-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const settings = { team: 'picnic', api: 'http://localhost:4180', host: 'http://localhost:4170', origin: null };
  await writeFile(join(folder, 'remote-kit.json'), JSON.stringify(settings));
  const routes = [{ path: '/outing', screen: 'src/screen.tsx' }];
  const release = { name: 'outing', version: '1.0.0', contract: '3.0', routes };
  await writeFile(join(folder, 'release.config.ts'), `export const release = ${JSON.stringify(release)};`);
});

const run = (...args: string[]) => runIn(folder, ...args);

const privateKey = (file = 'key.pem') => readFile(join(folder, '.remote-kit', file), 'utf8');

it("makes a key that is the owner's alone, and the operators' command", async () => {
  const { code, text } = await run('key');
  expect(code).toBe(0);
  const pem = await privateKey();
  expect(text).not.toContain(pem.split('\n')[1]);
  expect((await stat(join(folder, '.remote-kit/key.pem'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, '.remote-kit/.gitignore'), 'utf8')).toBe('*\n');
  const { publicKey, id } = await readTeamKey(folder, {});
  expect(text).toContain(id);
  expect(text).toContain(`npm run ops -- team add picnic --remotes outing --key ${publicKey}`);
  expect(text).toContain('they add --backend and its address');
  const imported = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  const text32 = Buffer.from('message');
  expect(verify(null, text32, imported, sign(null, text32, createPrivateKey(pem)))).toBe(true);
});

it('overwrites no key, and rotates beside it', async () => {
  await run('key');
  const first = await privateKey();
  const again = await run('key');
  expect(again.code).toBe(1);
  expect(again.text).toContain('npx remote-kit key --rotate');
  const { id } = await readTeamKey(folder, {});
  const rotated = await run('key', '--rotate');
  expect(rotated.code).toBe(0);
  expect(rotated.text).toContain(`team key revoke picnic ${id}`);
  const next = await privateKey('key.next.pem');
  expect((await run('key', '--rotate')).text).toContain('was there already');
  expect(await privateKey('key.next.pem')).toBe(next);
  expect(await privateKey()).toBe(first);
});

it('needs a key to rotate', async () => {
  expect(await run('key', '--rotate')).toMatchObject({ code: 2, text: expect.stringContaining('make a key by') });
});

it('names what is missing outside of a remote', async () => {
  await rm(join(folder, 'remote-kit.json'));
  expect(await run('key')).toMatchObject({ code: 2, text: expect.stringContaining('has no remote-kit.json') });
  await writeFile(join(folder, 'remote-kit.json'), '{ "team": "Picnic", "api": "localhost", "origin": 3 }');
  const { text } = await run('key');
  for (const field of ['team', 'api', 'host', 'origin']) expect(text).toContain(`remote-kit.json, ${field}: `);
});

it('reads the key of CI as text or as a path, and repeats neither', async () => {
  await run('key');
  const pem = await privateKey();
  const { id } = await readTeamKey(folder, {});
  expect((await readTeamKey('/nowhere', { REMOTE_KIT_KEY: pem })).id).toBe(id);
  expect((await readTeamKey('/nowhere', { REMOTE_KIT_KEY: pem.replaceAll('\n', '\\n') })).id).toBe(id);
  expect((await readTeamKey('/nowhere', { REMOTE_KIT_KEY: join(folder, '.remote-kit/key.pem') })).id).toBe(id);
  const broken = pem.replace('MC4C', 'XXXX');
  await expect(readTeamKey('/nowhere', { REMOTE_KIT_KEY: broken })).rejects.toThrow(
    /^REMOTE_KIT_KEY holds no private key/,
  );
  await expect(readTeamKey('/nowhere', { REMOTE_KIT_KEY: 'MC4CAQAwBQYDK2Vw' })).rejects.toThrow(
    /^The file that REMOTE_KIT_KEY names isn't there/,
  );
  const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecPem = String(other.export({ type: 'pkcs8', format: 'pem' }));
  await expect(readTeamKey('/nowhere', { REMOTE_KIT_KEY: ecPem })).rejects.toThrow('holds no Ed25519 key');
});
