import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contractText } from '@fridge/shared-contracts';
import { answerCode, clockHeaders } from '@fridge/shared-contracts/page';
import { kitText, type Release, releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { KEY_FILE, readTeamKey, type TeamKey, writeNewKey } from '../team-key.ts';
import { startPublishingServer } from '../testing/publishing-server.ts';
import { runIn } from '../testing/run-in.ts';

const VERSION = '1.0.0+0a1b2c3d';

let folder = '';
let key: TeamKey;
let server: Awaited<ReturnType<typeof startPublishingServer>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remote-kit-publish-'));
  await writeNewKey(folder, KEY_FILE);
  key = await readTeamKey(folder, {});
  server = await startPublishingServer(key.publicKey);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const write = async (path: string, content: string | Buffer) => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
};
const settings = (fields: object = {}) =>
  write(
    'remote-kit.json',
    JSON.stringify({ team: 'outdoors', api: server.url, host: 'http://host.example', origin: null, ...fields }),
  );

const contents: Readonly<Record<string, Buffer>> = {
  'remoteEntry-a.js': Buffer.from('export {};'),
  'assets/screen.js': Buffer.alloc(300_000, 'x'),
  'assets/style.css': Buffer.from('.a{}'),
  'mf-manifest.json': Buffer.from('{}'),
  'assets/hall.svg': Buffer.from('<svg/>'),
};
const fileOf = (file: string) => {
  const content = contents[file] ?? Buffer.alloc(0);
  return { file, bytes: content.length, integrity: `sha384-${createHash('sha384').update(content).digest('base64')}` };
};
const release: Release = v.parse(releaseSchema, {
  kit: kitText,
  name: 'picnic',
  version: VERSION,
  contract: contractText,
  title: 'a',
  description: 'b',
  entry: 'remoteEntry-a.js',
  scripts: [fileOf('remoteEntry-a.js'), fileOf('assets/screen.js')],
  styles: [fileOf('assets/style.css')],
  assets: [fileOf('mf-manifest.json')],
  picture: fileOf('assets/hall.svg'),
  routes: [{ path: '/picnic', title: 'a', window: null, tone: null, scripts: ['remoteEntry-a.js'] }],
  bridge: [],
  requires: [],
  calls: [],
  publicParameters: [],
});
const releaseText = `${JSON.stringify(release, null, 2)}\n`;

beforeEach(async () => {
  server.seen.length = 0;
  await settings();
  await write(
    'release.config.ts',
    `export const release = { name: 'picnic', version: '1.0.0', contract: '3.0', routes: [{ path: '/picnic', screen: 'src/screen.tsx' }] };`,
  );
  await write('src/screen.tsx', 'export default {};');
  for (const [file, content] of Object.entries(contents)) await write(`dist/${file}`, content);
  await write('dist/release.json', releaseText);
});

const run = (...args: string[]) => runIn(folder, ...args);

const published = (fields: object = {}) => ({
  code: answerCode.success,
  data: {
    name: 'picnic',
    version: VERSION,
    outcome: 'published',
    promoted: true,
    inForce: VERSION,
    pinned: false,
    baseUrl: 'http://releases.example/picnic/1/',
    files: 5,
    bytes: 300_032,
    ...fields,
  },
});
const refusal = (code: number, ...problems: string[]) => ({ code, msg: problems[0] ?? '', data: { problems } });

describe('publish', () => {
  it('uploads every file that the release names, signed, and says what users get', async () => {
    server.reply(published());
    const { code, out, err } = await run('publish', '--why', 'first');
    expect([code, err]).toEqual([0, `Asking ${server.url} to publish picnic ${VERSION} …`]);
    expect(out).toContain(`picnic ${VERSION} is published: 5 files, 300.0 KB`);
    expect(out).toContain(
      'Users get it with the next page that they open.\nIf it turns out wrong: npx remote-kit rollback',
    );
    const [seen] = server.seen;
    expect(seen).toMatchObject({
      action: 'publish',
      keyId: key.id,
      claims: { iss: 'outdoors', aud: server.url },
      body: {
        kit: kitText,
        release: releaseText,
        baseUrl: null,
        promote: null,
        canary: null,
        replaceCanary: false,
        dryRun: false,
        why: 'first',
      },
    });
    expect(seen && Object.fromEntries(seen.files)).toEqual(contents);
  });

  it('sends no file where they are served by the team', async () => {
    await settings({ origin: 'https://static.example/picnic' });
    server.reply(published(), published(), published());
    await run('publish');
    await run('publish', '--url', 'https://static.example/other', '--no-promote', '--drop-routes', '/old, /older');
    await run('publish', '--promote', '--dry-run');
    const address = `https://static.example/picnic/${encodeURIComponent(VERSION)}/`;
    expect(server.seen.map(({ body, files }) => [body, files.size])).toEqual([
      [expect.objectContaining({ baseUrl: address, promote: null, dryRun: false }), 0],
      [
        expect.objectContaining({
          baseUrl: 'https://static.example/other/',
          promote: false,
          dropRoutes: ['/old', '/older'],
        }),
        0,
      ],
      [expect.objectContaining({ baseUrl: address, promote: true, dryRun: true }), 0],
    ]);
  });

  it('makes it the canary, which no server gives to everybody', async () => {
    const canary = { release: VERSION, percent: 10, steps: { percent: 20, minutes: 30 } };
    const answer = published({ promoted: false, inForce: '0.9.0', canary });
    server.reply(answer, answer);
    const { code, out } = await run('publish', '--canary', '10', '--grow', '20', '--every', '30');
    expect(code).toBe(0);
    expect(out).toContain(`10 % of the users get ${VERSION}, 20 % more every 30 minutes; all others get 0.9.0.`);
    expect(out).toContain(`For more of them: npx remote-kit canary ${VERSION} 25\nFor all, and the canary ends: npx`);
    expect((await run('publish', '--canary', '10%', '--dry-run', '--replace-canary')).out).toContain(
      '10 % of the users would get',
    );
    expect(server.seen.map(({ body }) => body)).toEqual([
      expect.objectContaining({ promote: false, canary: { percent: 10, steps: { percent: 20, minutes: 30 } } }),
      expect.objectContaining({ promote: false, canary: { percent: 10 }, dryRun: true, replaceCanary: true }),
    ]);
    server.reply(published());
    expect((await run('publish', '--canary', '10')).out).toContain(
      'There is nothing beside which it would be a canary.\nUsers get it with the next page that they open.',
    );
  });

  it.each([
    [['--canary', '101'], 'It takes a whole number from 0 to 100'],
    [['--canary', '9.5'], 'It takes a whole number'],
    [['--canary', '10', '--grow', '10'], 'A timetable needs both'],
    [['--canary', '10', '--grow', '0', '--every', '10081'], 'a whole number from 1 to 100'],
    [['--canary', '10', '--no-promote'], 'cannot be used with option'],
    [['--grow', '10', '--every', '30'], '--grow, --every and --replace-canary go with --canary'],
    [['--drop-routes', 'old'], 'paths such as /picnic/old,/picnic/older'],
    [['--canry', '10'], 'Did you mean --canary?'],
    [['--url', 'static.example'], 'It takes an address of http or https'],
  ])('%j is wrong usage', async (args, message) => {
    expect(await run('publish', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(server.seen).toEqual([]);
  });

  it.each([
    [
      { outcome: 'unchanged', promoted: false },
      [],
      ['was published already, with the same bytes', 'Users get it already.'],
    ],
    [{ outcome: 'moved', promoted: false }, [], ['is now served from http://releases.example/picnic/1/']],
    [
      { promoted: false, inForce: '0.9.0' },
      [],
      [`Users get 0.9.0. To give them this one: npx remote-kit promote ${VERSION}`],
    ],
    [{ promoted: false, inForce: '0.9.0', pinned: true }, [], ['Users get 0.9.0, which operators pinned']],
    [{ promoted: false, inForce: null }, [], ['Users get no release of it.']],
    [
      { promoted: false, inForce: '0.9.0', preview: 'http://host.example/preview/a.b.c' },
      ['--no-promote'],
      ['To show it to reviewers, for a day: http://host.example/preview/a.b.c'],
    ],
    [{}, ['--dry-run'], ['can be published (5 files, 300.0 KB)', 'nothing was changed', 'Users would get it']],
  ])('tells %j', async (fields, args, lines) => {
    server.reply(published(fields));
    const { code, out } = await run('publish', ...args);
    expect(code).toBe(0);
    for (const line of lines) expect(out).toContain(line);
  });

  it('prints every reason of a refusal, and gives it as JSON', async () => {
    const reasons = ['assets/screen.js, line 3: unexpected token', "its call /team/other/x is another team's"];
    server.reply(refusal(answerCode.badInput, ...reasons), refusal(answerCode.badInput, ...reasons));
    const { code, out, err } = await run('publish');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`refuses to publish picnic ${VERSION}. Nothing was changed:\n- ${reasons.join('\n- ')}`);
    const json = await run('publish', '--json');
    expect(JSON.parse(json.out)).toEqual({ problems: reasons, exitCode: 1 });
  });

  it('says that the clock is off where a refusal may come of it', async () => {
    server.reply((response) =>
      response
        .setHeader(clockHeaders.real, Date.now() - 12 * 60_000)
        .end(JSON.stringify(refusal(answerCode.notAuthorized, 'The signature is from the future.'))),
    );
    const { err } = await run('publish');
    expect(err).toContain("- The clock of this machine is 12 min ahead of the server's");
  });

  it('refuses a build that is not what it says, before anything is sent', async () => {
    await write('dist/assets/screen.js', 'changed');
    await rm(join(folder, 'dist/assets/style.css'));
    await write(
      'release.config.ts',
      `export const release = { name: 'picnic', version: '1.1.0', contract: '3.0', routes: [{ path: '/picnic', screen: 'src/screen.tsx' }] };`,
    );
    const { code, err } = await run('publish');
    expect(code).toBe(1);
    for (const reason of [
      'dist holds picnic 1.0.0, and release.config.ts says picnic 1.1.0.',
      "dist/assets/screen.js isn't what release.json says.",
      "dist/assets/style.css isn't there, and release.json names it.",
      'Build again: npx remote-kit build.',
    ])
      expect(err).toContain(reason);
    expect(server.seen).toEqual([]);
  });

  it('refuses sources that changed after the build', async () => {
    const later = new Date(Date.now() + 60_000);
    await utimes(join(folder, 'src/screen.tsx'), later, later);
    expect(await run('publish')).toMatchObject({
      code: 1,
      err: expect.stringContaining('src/screen.tsx changed after'),
    });
  });

  it('needs a build', async () => {
    await write('dist/release.json', '{');
    expect(await run('publish')).toMatchObject({ code: 2, err: expect.stringContaining('Build again') });
    await rm(join(folder, 'dist'), { recursive: true });
    expect(await run('publish')).toMatchObject({ code: 2, err: expect.stringContaining('build the remote first') });
    expect(server.seen).toEqual([]);
  });

  it('never prints the private key', async () => {
    const pem = await readFile(join(folder, KEY_FILE), 'utf8');
    server.reply(published(), refusal(answerCode.notAuthorized, 'The key was revoked.'));
    const runs = [await run('publish', '--json'), await run('publish')];
    expect(JSON.stringify(runs)).not.toContain(pem.split('\n')[1]);
  });
});

describe('a way that breaks', () => {
  it('is tried again under another nonce', async () => {
    server.reply((_, request) => request.socket.destroy(), published({ outcome: 'unchanged' }));
    const { code, err } = await run('publish');
    expect([code, err]).toEqual([0, expect.stringContaining('Trying again.')]);
    const nonces = server.seen.map(({ claims }) => claims.jti);
    expect(new Set(nonces).size).toBe(2);
  });

  it('takes an answer that comes before all is sent', async () => {
    const hasty = createServer((_, response) => {
      response.end(JSON.stringify(refusal(answerCode.tooLarge, 'More than 50 MB.')));
    });
    await new Promise<void>((resolve) => hasty.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void hasty.close());
    const address = hasty.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { code, err } = await run('publish', '--api', `http://127.0.0.1:${port}`);
    expect([code, err]).toEqual([1, expect.stringContaining('- More than 50 MB.')]);
  });

  it.each([
    ['<html>', 200, 2, "doesn't answer as the product's API (HTTP 200)"],
    ['', 404, 2, "doesn't answer as the product's API (HTTP 404)"],
    ['{"code":0,"data":{}}', 200, 1, "in a form that this kit doesn't know"],
  ])('%s with status %i', async (text, status, exitCode, message) => {
    server.reply((response) => response.writeHead(status).end(text));
    expect(await run('promote', '1.0.0')).toMatchObject({ code: exitCode, err: expect.stringContaining(message) });
  });

  it('says that nothing answers', async () => {
    const { code, err } = await run('promote', '1.0.0', '--api', 'http://no-such-host.invalid');
    expect([code, err]).toEqual([3, expect.stringContaining("The name no-such-host.invalid can't be found")]);
  });
});

describe('promote and rollback', () => {
  it('say what users get, and the way back', async () => {
    server.reply(
      { code: 0, data: { name: 'picnic', from: '1.0.0', to: '1.1.0' } },
      { code: 0, data: { name: 'picnic', from: '1.1.0', to: '1.0.0' } },
      { code: 0, data: { name: 'picnic', from: '1.1.0', to: '1.1.0' } },
    );
    expect((await run('promote', '1.1.0', '--why', 'ready')).out).toBe(
      'Users get picnic 1.1.0 with the next page that they open; before, 1.0.0.\nBack to the one before: npx remote-kit rollback',
    );
    expect((await run('rollback')).out).toContain('Forward again: npx remote-kit promote 1.1.0');
    expect((await run('promote', '1.1.0')).out).toBe('Users get picnic 1.1.0 already.');
    expect(server.seen.map(({ action, body }) => [action, body])).toEqual([
      ['promote', { kit: kitText, name: 'picnic', version: '1.1.0', dropRoutes: [], why: 'ready' }],
      ['rollback', { kit: kitText, name: 'picnic', why: '', id: expect.any(String) }],
      ['promote', { kit: kitText, name: 'picnic', version: '1.1.0', dropRoutes: [], why: '' }],
    ]);
  });
});
