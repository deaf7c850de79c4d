import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerCode } from '@fridge/shared-contracts';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Reply, startPublishingServer } from '../cli/testing/publishing-server.ts';
import type { PreviewState } from './serve-preview.ts';
import { runInsideHost } from './run-inside-host.ts';

const host = 'https://host.example';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = { privateKey, publicKey: publicKey.export({ format: 'jwk' }).x ?? '', id: '0123456789abcdef' };

/** Builds `src/a.js`, and describes it by what stands in it: under vitest the federation plugin does nothing. */
const config = `import { readFileSync, writeFileSync } from 'node:fs';
const [, hash = ''] = /'(\\w+)'/.exec(readFileSync(new URL('src/a.js', import.meta.url), 'utf8')) ?? [];
export default {
  build: { rolldownOptions: { input: 'src/a.js', output: { entryFileNames: \`entry-\${hash}.js\` } } },
  plugins: [{ name: 'describe', writeBundle: ({ dir }) => writeFileSync(dir + '/release.json', JSON.stringify({ version: '1.4.0+' + hash })) }],
};`;

let folder = '';
let api: Awaited<ReturnType<typeof startPublishingServer>>;
let stopping: AbortController;
let running: Promise<void>;
let links: string[];
const printed: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inside-host-'));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'vite.config.ts'), config);
  await save('one');
  api = await startPublishingServer(key.publicKey);
  stopping = new AbortController();
  links = [];
  printed.length = 0;
});
afterEach(async () => {
  stopping.abort();
  await running.catch(() => undefined);
  await api.stop();
  await rm(folder, { recursive: true });
});

const save = (text: string, source = `console.log('${text}');`) => writeFile(join(folder, 'src/a.js'), source);
const made = (id = 'a', at = host) => ({
  code: answerCode.success,
  msg: '',
  data: { id, url: `${at}/preview/${id}`, expiresAt: 0 },
});
const refused = { code: answerCode.notYours, msg: '', data: { problems: ['Ask its operators.'] } };
const outOfService: Reply = (response) => void response.writeHead(503).end();

/** @returns the address of the builds, once the API was asked for the first time */
async function start(...replies: Reply[]): Promise<string> {
  const note = (line: string) => void printed.push(line);
  const shown = new Promise<void>((resolve) => {
    api.reply(...replies);
    running = runInsideHost({
      folder,
      name: 'picnic',
      host,
      port: undefined,
      connection: {
        settings: { team: 'picnic', api: api.url },
        key,
        progress: { step: note, note },
        signal: stopping.signal,
        pauses: [],
      },
      onLink(url) {
        links.push(url);
        resolve();
      },
    });
  });
  await Promise.race([shown, running]);
  return v.parse(v.object({ baseUrl: v.string() }), api.seen[0]?.body).baseUrl;
}

/** Reads what a page is told, until it is what the test waits for. */
async function told(baseUrl: string, step: PreviewState['step'], version: string | null): Promise<PreviewState> {
  const events = await fetch(`${baseUrl}@remote-kit/events`, { headers: { origin: host } });
  let text = '';
  for await (const part of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    const states = [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data = '']) => JSON.parse(data) as PreviewState); // of the kit
    const found = states.find((state) => state.step === step && state.version === version);
    if (found !== undefined) return found;
  }
  throw new Error('The server has ended.');
}
const get = (address: string, origin = host) => fetch(address, { headers: { origin } });

it('serves the build to pages of the host, and has it shown by a signed request', async () => {
  const baseUrl = await start(made());
  expect(links).toEqual([`${host}/preview/a`]);
  expect(api.seen).toMatchObject([
    { action: 'preview', body: { baseUrl, id: null, release: JSON.stringify({ version: '1.4.0+one' }) } },
  ]);
  for (const path of ['entry-one.js', '~2/entry-one.js', 'entry-one.js?again=1']) {
    const file = await get(baseUrl + path);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/javascript']);
    expect(file.headers.get('access-control-allow-origin')).toBe(host);
  }
  expect(
    (await get(`${baseUrl}entry-one.js`, 'https://other.example')).headers.get('access-control-allow-origin'),
  ).toBeNull();
  for (const path of ['none.js', '%2e%2e%2fkey.pem', '..%5ckey.pem', '%00', '%'])
    expect((await get(baseUrl + path)).status).toBe(404);
});

it('serves to the host by the name that its API has for it', async () => {
  const other = 'https://by-another-name.example';
  const baseUrl = await start(made('a', other));
  const allowed = async (origin: string) =>
    (await get(`${baseUrl}entry-one.js`, origin)).headers.get('access-control-allow-origin');
  expect([await allowed(other), await allowed(host)]).toEqual([other, null]);
});

it('answers to names of this machine alone', async () => {
  const { port } = new URL(await start(made()));
  const status = await new Promise((resolve, reject) => {
    request({ host: 'localhost', port, path: '/entry-one.js', headers: { host: `rebound.example:${port}` } })
      .on('response', (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(403);
});

it('gives pages a module that runs in browsers, and lets them ask before they reach this machine', async () => {
  const baseUrl = await start(made());
  const client = await (await get(`${baseUrl}@remote-kit/preview-client.js`)).text();
  expect(client).toMatch(/^const page = \{"registryElement":"remotes-registry"/);
  expect(client).not.toMatch(/\b(?:import|declare|interface)\s|: PreviewState/);
  const preflight = await fetch(baseUrl, { method: 'OPTIONS', headers: { origin: host } });
  expect(preflight.headers.get('access-control-allow-private-network')).toBe('true');
});

it('shows what is saved as the same preview, and keeps the files of the build before', async () => {
  const baseUrl = await start(made(), made());
  await save('two');
  await told(baseUrl, 'shown', '1.4.0-preview.two');
  expect(api.seen[1]).toMatchObject({ body: { id: 'a', baseUrl, release: expect.stringContaining('two') } });
  expect(links).toHaveLength(1);
  for (const file of ['entry-one.js', 'entry-two.js']) expect((await get(baseUrl + file)).status).toBe(200);
});

it('tells what is wrong with a build, and goes on with the one before', async () => {
  const baseUrl = await start(made(), made());
  await save('', 'const broken = ;');
  const { detail } = await told(baseUrl, 'failed', '1.4.0-preview.one');
  expect(detail).toContain('a.js');
  expect(printed.join('\n')).toContain('a.js');
  expect((await get(`${baseUrl}entry-one.js`)).status).toBe(200);
  await save('two');
  await told(baseUrl, 'shown', '1.4.0-preview.two');
});

it('tells that the host refuses a build or is away, and goes on with the next save', async () => {
  const baseUrl = await start(made(), refused, outOfService, made('b'));
  await save('two');
  expect((await told(baseUrl, 'refused', '1.4.0-preview.one')).detail).toContain('Ask its operators.');
  await save('three');
  expect((await told(baseUrl, 'unreachable', '1.4.0-preview.one')).detail).toContain('out of service');
  await save('four');
  await told(baseUrl, 'shown', '1.4.0-preview.four');
  // The host had ended the former one.
  expect(links).toEqual([`${host}/preview/a`, `${host}/preview/b`]);
});

it('ends with the reason when the host refuses at first, and leaves nothing behind', async () => {
  await expect(start(refused)).rejects.toMatchObject({ exitCode: 1, problems: ['Ask its operators.'] });
  expect((await readdir(folder)).toSorted()).toEqual(['src', 'vite.config.ts']);
});
