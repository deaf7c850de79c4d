import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askOperator } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let folder: string;
let file: string;
let server: TestServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'take-over-'));
  file = join(folder, 'remotes.json');
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const entry = (name: string, fields: object = {}) => ({
  enabled: true,
  pin: null,
  title: name,
  description: '',
  routes: [{ path: `/${name}` }],
  entry: `https://${name}.example/1.0.0/remoteEntry.js`,
  version: '1.0.0',
  ...fields,
});
const former = JSON.stringify({
  version: 1,
  remotes: {
    draw: entry('draw', { enabled: false, pin: '1.0.0' }),
    contest: entry('contest', { version: 'development', entry: 'http://localhost:4173/remoteEntry.js' }),
    broken: { enabled: true },
  },
});
const ask = async (command: string) => (await askOperator(join(server.folder, 'operator.sock'), { command }))[0];

it(
  'makes releases, promotions and a document of a registry of version 1, and refuses one later',
  { timeout: 60_000 },
  async () => {
    await writeFile(file, former);
    server = await startTestServer({ REGISTRY_FILE: file });
    expect(await ask('registry.list')).toMatchObject({
      data: {
        remotes: [
          { name: 'draw', state: 'off', release: '1.0.0', version: '1.0.0', problems: [] },
          {
            name: 'contest',
            state: 'on',
            release: 'latest',
            entry: { entry: 'http://localhost:4173/remoteEntry.js' },
          },
        ],
      },
    });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      serial: 2,
      version: 2,
      remotes: { draw: { enabled: false, release: '1.0.0' }, contest: { enabled: true, release: 'latest' } },
    });
    expect(await readFile(`${file}.earlier`, 'utf8')).toContain('"broken"');

    await writeFile(file, former);
    await expect
      .poll(() => ask('config.list'), { timeout: 10_000 })
      .toMatchObject({
        data: [
          { name: 'registry', fileRefused: expect.stringContaining('this is a registry of version 1') },
          {},
          {},
          {},
          {},
        ],
      });
    expect(await ask('registry.list')).toMatchObject({ data: { remotes: [{ name: 'draw', state: 'off' }, {}] } });
  },
);
