import { makeTeamKey, type TeamSigner } from '@fridge/server/testing/teams';
import { startTestServer, type TestServer } from '@fridge/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

let server: TestServer;
let keys: [TeamSigner, TeamSigner, TeamSigner];
beforeAll(async () => {
  server = await startTestServer();
  keys = await Promise.all([makeTeamKey(), makeTeamKey(), makeTeamKey()]);
});
afterAll(() => server.close());

const run = (...args: string[]) => runCli(['team', ...args], { env: { STATE_DIR: server.folder } });
const ops = (...args: string[]) => runCli(args, { env: { STATE_DIR: server.folder } });

describe('ops team', () => {
  it('adds a team, shows it and writes down who and why', async () => {
    expect((await run('list')).output).toBe('There is no team.');
    const fields = [
      '--remotes',
      'picnic, picnic-rules',
      '--origin',
      'https://picnic.example',
      '--key',
      keys[0].publicKey,
    ];
    expect(await run('add', 'picnic', ...fields, '--as', '王梅', '--why', 'a summer')).toEqual({
      code: 0,
      output: [
        'picnic',
        '  remote   picnic: pages get no release',
        '  remote   picnic-rules: pages get no release',
        '  origin   https://picnic.example',
        '  backend  none',
        `  key      ${keys[0].keyId}`,
      ].join('\n'),
    });
    expect((await run('list')).output).toMatch(
      /^picnic +picnic, picnic-rules +https:\/\/picnic\.example +- +[\da-f]{16}$/m,
    );
    expect((await ops('config', 'history', 'teams')).output).toMatch(/王梅 +command .* a summer +teams\.picnic/);
  });

  it('changes what is given and leaves the rest', async () => {
    const changed = await run('set', 'picnic', '--origin', 'none', '--backend', 'https://api.picnic.example');
    expect(changed.output).toContain('  origin   none: it uploads its releases\n  backend  https://api.picnic.example');
    expect(changed.output).toContain('remote   picnic-rules');
    expect((await run('set', 'picnic', '--backend', 'none')).output).toContain('  backend  none');
  });

  it('takes no name and no origin away that it does not name, unless it is asked to', async () => {
    await run('set', 'picnic', '--origin', 'https://picnic.example');
    const others = ['--remotes', 'picnic,picnic-votes', '--origin', 'https://cdn.picnic.example'];
    expect(await run('set', 'picnic', ...others)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/picnic would lose picnic-rules, https:\/\/picnic\.example\..*--replace/),
    });
    expect((await run('show', 'picnic')).output).toContain('remote   picnic-rules');
    expect((await run('set', 'picnic', ...others, '--replace')).output).not.toMatch(/picnic-rules|https:\/\/picnic/);
    expect((await run('set', 'picnic', '--remotes', 'picnic,picnic-rules', '--replace')).code).toBe(0);
  });

  it('adds a second key for a rotation, and revokes the first for good', async () => {
    const [first, second, third] = keys;
    expect((await run('key', 'add', 'picnic', second.publicKey)).code).toBe(0);
    expect(await run('key', 'add', 'picnic', third.publicKey)).toMatchObject({
      code: 1,
      output: expect.stringContaining('at most 2 keys'),
    });
    expect((await run('key', 'revoke', 'picnic', first.keyId)).output).toMatch(
      /^The key [\da-f]{16} counts no longer\.\n/,
    );
    expect(await run('key', 'add', 'picnic', first.publicKey)).toMatchObject({
      code: 1,
      output: expect.stringContaining('was revoked, which is final'),
    });
    expect(await run('key', 'revoke', 'picnic', first.keyId)).toMatchObject({
      code: 1,
      output: `picnic has no key ${first.keyId}. There: ${second.keyId}.`,
    });
    const history = await ops('config', 'history', 'teams', '--json');
    const [latest] = (JSON.parse(history.output) as { versions: { serial: number }[] }).versions;
    expect((await ops('config', 'revert', 'teams', String((latest?.serial ?? 0) - 1))).code).toBe(0);
    expect((await run('show', 'picnic')).output).toContain(`  key      ${first.keyId} (revoked)`);
    expect((await run('key', 'add', 'picnic', third.publicKey)).output).not.toContain(first.keyId);
  });

  it.each<[string, () => string[], RegExp]>([
    [
      'a name of another team',
      () => ['add', 'other', '--remotes', 'fair,picnic'],
      /teams\.other\.remotes: picnic is the team picnic's already/,
    ],
    ['a name twice', () => ['add', 'other', '--remotes', 'fair,fair'], /fair is named twice/],
    [
      'a key of another team',
      () => ['add', 'other', '--key', keys[1].publicKey],
      /teams\.other\.keys: [\da-f]{16} is the team picnic's already/,
    ],
    ['a key that is none', () => ['add', 'other', '--key', 'ssh-ed25519'], /43 characters/],
    ['a team that is there', () => ['add', 'picnic'], /There is a team picnic\. .*team set picnic/],
    ['a name that is none', () => ['add', 'Other'], /small letters/],
    ['a name that records leave out', () => ['add', 'prototype'], /other names than .*prototype/],
    ['a remote that is none', () => ['add', 'other', '--remotes', 'host'], /small letters/],
    ['an origin with a path', () => ['add', 'other', '--origin', 'https://a.example/b'], /an origin such as/],
    ['an origin that ends a policy', () => ['add', 'other', '--origin', 'https://a;b.example'], /an origin such as/],
    ['an origin for all names', () => ['add', 'other', '--origin', 'https://*.example'], /an origin such as/],
    ['a backend of another scheme', () => ['add', 'other', '--backend', 'ftp://a.example'], /http or https/],
    ['nothing to change', () => ['set', 'picnic'], /--remotes, --origin or --backend/],
    ['an unknown team', () => ['show', 'picnik'], /no team picnik\. There: picnic\. Did you mean picnic\?/],
    ['an unknown key', () => ['key', 'revoke', 'picnic', '00'], /has no key 00/],
  ])('refuses %s', async (_, args, problem) => {
    expect(await run(...args())).toMatchObject({ code: 1, output: expect.stringMatching(problem) });
  });

  it('has no key under an id that is another one', async () => {
    const team = { remotes: [], origins: [], keys: [{ id: '0'.repeat(16), publicKey: keys[2].publicKey }] };
    const { configuration } = server.services;
    const change = configuration.change('teams', { by: 'a', why: '', way: 'command' }, () =>
      JSON.stringify({ teams: { forged: team } }),
    );
    await expect(change).rejects.toThrow("0000000000000000 isn't the id of its public key");
  });

  it('removes a team', async () => {
    expect((await run('remove', 'picnic')).output).toBe(
      'picnic is removed, and its keys count no longer. Pages go on getting the releases of picnic, picnic-rules.',
    );
    expect((await run('list')).output).toBe('There is no team.');
  });
});
