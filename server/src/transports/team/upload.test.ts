import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pageMarkers } from '@fridge/shared-contracts/page';
import { kitText, releaseHealthSchema, teamPaths } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { askOperator } from '../../testing/operator.ts';
import { describedFile, serveRelease, soundRelease } from '../../testing/release-origin.ts';
import { claimsFor, makeTeamKey, sendAsTeam, type TeamSigner, type Upload, uploadAsTeam } from '../../testing/teams.ts';
import { countUploaded } from '../../releases/file-store.ts';
import { servedFiles } from '../../releases/tables.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { releaseViews } from '../../visits/health/tables.ts';

vi.setConfig({ testTimeout: 30_000 });

const folder = mkdtempSync(join(tmpdir(), 'fridge-host-'));
const storage = memoryStorage();
let server: TestServer;
let key: TeamSigner;
let origin: string;
const by = { by: '王梅', why: 'a test' };
const ask = async (request: object) => (await askOperator(join(server.folder, 'operator.sock'), request))[0];

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), `<!doctype html><head></head>${pageMarkers.registry}`);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const variables = {
    LISTENERS: 'host,api,releases',
    HOST_FILES: folder,
    RELEASES_PORT: String(port),
    PUBLIC_RELEASES_ORIGIN: origin,
    UPLOAD_SILENCE_LIMIT_MS: '1000',
  };
  server = await startTestServer(variables, undefined, undefined, storage);
  key = await makeTeamKey();
  const team = { name: 'picnic', remotes: ['picnic'], origins: [], backend: null, key: key.publicKey };
  expect(await ask({ command: 'team add', ...team, ...by })).toMatchObject({ ok: true });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Each test has a version of its own. */
let version = '';
let tests = 0;
beforeEach(() => {
  tests += 1;
  version = `1.${tests}.0+abcd1234`;
});

/** @param text of the entry */
function build(
  text = 'export const entry = 1;',
  description: object = {},
): { release: string; files: Map<string, string> } {
  const { release, files } = soundRelease({
    description: {
      name: 'picnic',
      version,
      routes: [{ path: '/picnic' }],
      calls: ['/team/picnic/tips'],
      ...description,
    },
    contents: { 'remoteEntry-1.js': text },
  });
  return { release, files: new Map(Object.entries(files)) };
}

const publish = (upload: Upload, fields: object = {}) =>
  uploadAsTeam(server.url, { team: 'picnic', key }, upload, fields);
const at = (file: string) => `${origin}/picnic/${version}/${file}`;

/** Objects of releases: those that nothing uses, as of an upload that was refused at the last moment, go later. */
async function objectsKept(): Promise<number> {
  const used = await server.queries.selectDistinct({ hash: servedFiles.hash }).from(servedFiles);
  return used.length;
}

describe('a release that is uploaded', () => {
  it('is given to pages from the origin of uploaded releases', async () => {
    const upload = build();
    const answer = await publish(upload, { why: 'the first' });
    expect(answer).toMatchObject({
      code: 0,
      data: {
        name: 'picnic',
        version,
        outcome: 'published',
        promoted: true,
        inForce: version,
        baseUrl: at(''),
        files: 3,
      },
    });
    for (const [file, content] of upload.files) expect(await (await fetch(at(file))).text()).toBe(content);
    expect(await (await fetch(at('release.json'))).text()).toBe(upload.release);

    const host = `http://localhost:${server.ports.host}`;
    const registry: unknown = await (await fetch(`${host}/remotes.json`)).json();
    expect(registry).toMatchObject({ remotes: { picnic: { entry: at('remoteEntry-1.js') } } });
    const page = await fetch(`${host}/picnic`);
    expect(page.headers.get('content-security-policy')).toContain(`script-src 'self' ${origin}`);
    expect(await page.text()).toContain(`"href":"${at('remoteEntry-1.js')}"`);
  });

  it('keeps its source maps for its team, and serves them to nobody', async () => {
    const map = JSON.stringify({ version: 3, sources: ['src/spots.tsx'], names: [], mappings: 'AAAA,UAEI' });
    const file = 'assets/chunk-1.js.map';
    const { release, files } = build(undefined, { maps: [describedFile(file, map)] });
    files.set(file, map);
    expect(await publish({ release, files })).toMatchObject({ code: 0, data: { files: 3 } });
    expect((await fetch(at(file))).status).toBe(404);
    expect((await fetch(at('assets/chunk-1.js'))).status).toBe(200);
    const place = (column: number) => ({ file: 'assets/chunk-1.js', line: 1, column });
    const failed = (page: string, failedAs: object, of = version) =>
      server.queries.insert(releaseViews).values({
        page,
        remote: 'picnic',
        version: of,
        failedPhase: 'render',
        failedReason: 'threw',
        failedAs,
        firstAt: new Date(),
      });
    const thrown = { place: place(11), message: 'Error: no spots' };
    await failed('page 1', { ...thrown, browser: 'Safari 17' });
    await failed('page 2', { ...thrown, browser: 'Chrome 120' });
    await failed('page 3', { place: { ...place(5), file: 'assets/other.js' } });
    await failed('page 4', {});
    const { data } = await sendAsTeam(server.url, { team: 'picnic', key }, 'health', { name: 'picnic' });
    const { releases } = v.parse(releaseHealthSchema, data);
    const of = { phase: 'render', reason: 'threw' };
    const failures = releases.find((each) => each.version === version)?.failures;
    expect(failures).toEqual([
      { ...of, views: 2, at: 'src/spots.tsx:3:5', message: 'Error: no spots', browsers: ['Chrome 120', 'Safari 17'] },
      { ...of, views: 1, at: 'assets/other.js:1:5', message: null, browsers: [] },
      { ...of, views: 1, at: null, message: null, browsers: [] },
    ]);
  });

  it("may have source maps that do not come, and none that are nobody's, or another build's", async () => {
    const file = 'assets/chunk-1.js.map';
    const maps = [describedFile(file, '{}')];
    const refused = async ({ release, files }: ReturnType<typeof build>) =>
      (await publish({ release, files }, { dryRun: true })).data;
    const other = build(undefined, { maps });
    other.files.set(file, '[]');
    expect(await refused(other)).toMatchObject({ problems: [expect.stringContaining("isn't what release.json")] });
    const foreign = build(undefined, { maps: [describedFile('assets/secret.map', '{}')] });
    foreign.files.set('assets/secret.map', '{}');
    expect(await refused(foreign)).toMatchObject({ problems: [expect.stringContaining('belongs to none of its')] });
    expect(await publish(build(undefined, { maps }), { dryRun: true })).toMatchObject({ code: 0 });
  });

  it('is promoted by operators by its address', async () => {
    const before = server.services.registry.current().registry.remotes['picnic']?.version;
    expect(await publish(build(), { promote: false })).toMatchObject({ code: 0, data: { inForce: before } });
    const asked = { command: 'publish', address: at(''), promote: true, dryRun: false, move: false, ...by };
    expect(await ask(asked)).toMatchObject({ ok: true, data: { outcome: 'unchanged', inForce: version } });
  });

  it('is checked and kept nowhere by a dry run', async () => {
    const before = await objectsKept();
    const answer = await publish(build(), { dryRun: true });
    expect(answer).toMatchObject({ code: 0, data: { outcome: 'published', inForce: version } });
    expect(await objectsKept()).toBe(before);
    expect((await fetch(at('remoteEntry-1.js'))).status).toBe(404);
  });

  it('is unchanged the second time, and refused with other bytes', async () => {
    await publish(build());
    const before = await objectsKept();
    expect(await publish(build())).toMatchObject({ code: 0, data: { outcome: 'unchanged', promoted: false } });
    const { code, data } = await publish(build('export const other = 1;'));
    expect([code, data]).toEqual([
      409,
      {
        problems: [`picnic ${version} was published already, as another build. Give this one a version of its own.`],
        kit: kitText,
      },
    ]);
    expect(await objectsKept()).toBe(before);
    expect(await (await fetch(at('remoteEntry-1.js'))).text()).toBe('export const entry = 1;');
  });

  it('is stored anew where the store has lost a file', async () => {
    await publish(build());
    const before = await objectsKept();
    const lost = [...storage.contents.keys()].at(-2) ?? '';
    storage.contents.delete(lost);
    expect(await publish(build())).toMatchObject({ code: 0, data: { outcome: 'unchanged' } });
    expect(await objectsKept()).toBe(before);
  });

  it('comes once from two at once, and one of two builds is refused', async () => {
    const { releases: before } = await countUploaded(server.queries);
    const same = await Promise.all([publish(build()), publish(build())]);
    expect(same.map(({ data }) => Reflect.get(Object(data), 'outcome')).toSorted()).toEqual(['published', 'unchanged']);
    version = `${version}2`;
    const other = await Promise.all([publish(build('export const a = 1;')), publish(build('export const b = 1;'))]);
    expect(other.map(({ code }) => code).toSorted()).toEqual([0, 409]);
    expect(await countUploaded(server.queries)).toMatchObject({ releases: before + 2 });
  });

  it('moves between an origin of its team and the uploads', async () => {
    const description = { name: 'picnic', version, routes: [{ path: '/picnic' }], calls: ['/team/picnic/tips'] };
    const served = await serveRelease({ description });
    await ask({ command: 'team set', name: 'picnic', origins: [served.origin], ...by });
    const { release } = soundRelease({ description });
    const own = { release, baseUrl: served.address };
    const sent = { release, files: build().files };
    const outcomes = [
      await sendAsTeam(server.url, { team: 'picnic', key }, 'publish', own),
      await publish(sent),
      await sendAsTeam(server.url, { team: 'picnic', key }, 'publish', own),
    ];
    served.close();
    expect(outcomes.map(({ data }) => data)).toMatchObject([
      { outcome: 'published', baseUrl: served.address },
      { outcome: 'moved', baseUrl: at('') },
      { outcome: 'moved', baseUrl: served.address },
    ]);
    expect((await fetch(at('remoteEntry-1.js'))).status).toBe(200);
  });
});

describe('an upload that is refused', () => {
  it('brings files that release.json does not list, whatever their paths', async () => {
    const before = await objectsKept();
    const { release, files } = build();
    const more = [
      '../outside.js',
      '/etc/passwd',
      'assets/../../a.js',
      'a b.js',
      'a\\b.js',
      '图.png',
      'remoteEntry-2.js',
    ];
    const { code, data } = await publish({ release, files: [...files, ...more.map((file) => [file, 'x'] as const)] });
    expect(code).toBe(400);
    const rule = "isn't listed in release.json. Send the files that it lists alone.";
    expect(Reflect.get(Object(data), 'problems')).toEqual(
      more.map((file) => `${JSON.stringify(file)} ${rule}`).toSorted((left, right) => (left < right ? -1 : 1)),
    );
    expect(await objectsKept()).toBe(before);
  });

  it('gets every reason at once, and nothing is kept', async () => {
    const before = await objectsKept();
    const { release, files } = build('export const = 1;', { routes: [{ path: '/share' }], calls: ['/team/other/a'] });
    files.delete('assets/style-1.css');
    files.set('assets/chunk-1.js', 'export {}; // other bytes');
    const { code, data } = await publish({ release, files: [...files, ['more.js', ''], ['assets/chunk-1.js', '']] });
    expect(code).toBe(400);
    const problems: unknown = Reflect.get(Object(data), 'problems');
    for (const part of [
      'its call /team/other/a is another',
      'its route /share is a page of the host itself',
      '"more.js" isn\'t listed',
      '"assets/chunk-1.js" was sent twice',
      "assets/style-1.css is missing or can't be used: it isn't in the request",
      "assets/chunk-1.js isn't what release.json describes",
      'remoteEntry-1.js:1:14',
    ])
      expect(problems).toContainEqual(expect.stringContaining(part));
    expect(await objectsKept()).toBe(before);
  });

  it('has a script that pages would not run, by the type of its name', async () => {
    const { release, files } = build();
    const named = release.replaceAll('assets/chunk-1.js', 'assets/chunk-1.txt');
    files.set('assets/chunk-1.txt', files.get('assets/chunk-1.js') ?? '');
    files.delete('assets/chunk-1.js');
    const { data } = await publish({ release: named, files });
    const problem = expect.stringMatching(/chunk-1\.txt is .*content type is "text\/plain/);
    expect(Reflect.get(Object(data), 'problems')).toEqual([problem]);
  });

  it.each([
    ["an address that is not the team's", { baseUrl: 'https://picnic.example/' }, 'is no origin of picnic'],
    ['a kit of another major version', { kit: '2.0' }, "is of version 2.0 of remote-kit's API"],
  ])('has %s', async (_, fields, problem) => {
    const { data } = await publish(build(), fields);
    expect(Reflect.get(Object(data), 'problems')).toEqual([expect.stringContaining(problem)]);
  });

  it('is of a key that was revoked while its files were stored', async () => {
    const before = await objectsKept();
    const second = await makeTeamKey();
    await ask({ command: 'team key add', name: 'picnic', publicKey: second.publicKey, ...by });
    const revoked: unknown[] = [];
    storage.onWrite = async () =>
      revoked.push(await ask({ command: 'team key revoke', name: 'picnic', keyId: second.keyId, ...by }));
    const { code } = await uploadAsTeam(server.url, { team: 'picnic', key: second }, build());
    delete storage.onWrite;
    expect(revoked[0]).toMatchObject({ ok: true });
    expect(code).toBe(401);
    expect(await objectsKept()).toBe(before);
  });

  it('meets a store that fails, and succeeds when it is repeated', async () => {
    const before = await objectsKept();
    storage.fails = true;
    const { code } = await publish(build());
    storage.fails = false;
    expect(code).toBe(500);
    expect(await objectsKept()).toBe(before);
    expect(await publish(build())).toMatchObject({ code: 0, data: { outcome: 'published' } });
  });
});

/** Sends a signed request whose body the test writes itself. */
async function begin(headers: Record<string, string | number> = {}) {
  const body = JSON.stringify({ kit: kitText, release: build().release, baseUrl: null });
  const authorization = `Team ${await key.sign(claimsFor('picnic', 'publish', body))}`;
  const sent = send(`${server.url}${teamPaths.publish}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=b', ...headers },
  });
  const answer = new Promise<string>((resolve) => {
    sent.on('error', () => resolve('no answer'));
    sent.on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += String(chunk);
      resolve(text);
    });
  });
  const field = `--b\r\ncontent-disposition: form-data; name="request"\r\n\r\n${body}\r\n`;
  const file = '--b\r\ncontent-disposition: form-data; name="remoteEntry-1.js"; filename="a"\r\n\r\n';
  return { sent, answer, field, file };
}

describe('an upload that goes wrong on its way', () => {
  it('is cut off: nothing is kept, and it succeeds when it is repeated', async () => {
    const before = await objectsKept();
    const { sent, answer, field, file } = await begin();
    await new Promise((resolve) => sent.write(`${field}${file}export`, resolve));
    sent.destroy();
    await answer;
    expect(await objectsKept()).toBe(before);
    expect(await publish(build())).toMatchObject({ code: 0, data: { outcome: 'published' } });
  });

  it('drips', async () => {
    const { sent, answer, field, file } = await begin();
    sent.write(`${field}${file}export`);
    const drip = setInterval(() => sent.write('x'), 50);
    expect(await answer).toContain('The request came too slowly');
    clearInterval(drip);
    const lines = server.logged.map((line): unknown => JSON.parse(line));
    expect(lines.findLast((line) => Object(line).event === 'teamRequest')).toMatchObject({
      outcome: 'refused',
      team: 'picnic',
      keyId: key.keyId,
    });
  });

  it('is one of as many as its team may have, which leaves room for others', async () => {
    const other = await makeTeamKey();
    const fields = { remotes: ['garden'], origins: [], backend: null, key: other.publicKey };
    await ask({ command: 'team add', name: 'garden', ...fields, ...by });
    const held = await Promise.all(Array.from({ length: 4 }, () => begin()));
    for (const { sent, field, file } of held) sent.write(`${field}${file}export`);
    const more = setInterval(() => held.forEach(({ sent }) => sent.write(Buffer.alloc(64 * 1024))), 200);
    const counted = () => server.services.userCounts.uploadsUnderWay.of('team picnic');
    await expect.poll(counted).toBe(4);
    expect(await publish(build())).toMatchObject({ code: 429, msg: expect.stringMatching(/Too many releases/) });
    const refused = await Promise.all(Array.from({ length: 8 }, () => begin()));
    for (const { sent, field, file } of refused) sent.write(`${field}${file}export`);
    await sleep(300); // the server reads the rest of each for some seconds
    const others = build(undefined, { name: 'garden', routes: [{ path: '/garden' }], calls: [] });
    expect(await uploadAsTeam(server.url, { team: 'garden', key: other }, others)).toMatchObject({ code: 0 });
    clearInterval(more);
    [...held, ...refused].forEach(({ sent }) => sent.destroy());
    await expect.poll(counted).toBe(0);
    expect(await publish(build())).toMatchObject({ code: 0 });
  });

  it('stops in the middle', async () => {
    const { sent, answer, field, file } = await begin();
    sent.write(`${field}${file}export`);
    expect(await answer).toContain('The request came too slowly');
  });

  it('announces 200 MB', async () => {
    const { sent, answer } = await begin({ 'content-length': 200_000_000 });
    sent.write(Buffer.alloc(150_000_000));
    expect(await answer).toMatch(/^\{"code":413,.*at most 33\.6 MB in all/);
  });

  it('has 40 MB without announcing them', async () => {
    const { sent, answer, field, file } = await begin();
    sent.write(field + file);
    const part = Buffer.alloc(4_000_000, 'x');
    for (let index = 0; index < 10; index += 1) sent.write(part);
    sent.end('\r\n--b--\r\n');
    expect(await answer).toContain('"code":413');
  });

  it('has files before the request that signs them', async () => {
    const { sent, answer, field, file } = await begin();
    sent.end(`${file}export\r\n${field}--b--\r\n`);
    expect(await answer).toContain('has to come before the files');
  });

  it('has a file as a field', async () => {
    const { sent, answer, field } = await begin();
    sent.end(`${field}--b\r\ncontent-disposition: form-data; name="a.js"\r\n\r\nx\r\n--b--\r\n`);
    expect(await answer).toMatch(/^\{"code":400,.*is the only field/);
  });

  it('has a file without a name', async () => {
    const { sent, answer, field } = await begin();
    sent.end(`${field}--b\r\ncontent-disposition: form-data; filename="a"\r\n\r\nx\r\n--b--\r\n`);
    expect(await answer).toContain('A part has no name');
  });

  it.each([
    ['no boundary', { 'content-type': 'multipart/form-data' }, 'x', 'is no multipart body'],
    ['no part', {}, '--b--\r\n', 'has no field'],
    ['no end', {}, '--b\r\ncontent-disposition: form-data; name="request"\r\n\r\n{', 'is no multipart body'],
  ])('has %s', async (_, headers, body, problem) => {
    const { sent, answer } = await begin(headers);
    sent.end(body);
    expect(await answer).toContain(problem);
  });
});
