import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RuntimeSettings } from '@fridge/shared-contracts/host';
import { demonstrationWindows } from '@fridge/server/demo/demo-settings';
import { stateFolderAt } from '../workspace.ts';
import { freeHostPort, planPorts } from './ports.ts';
import { startServerWithSettings } from './server-with-settings.ts';

const FIRST_START = '2024-06-01T10:00:00+08:00';

/** A server that was first started with another clock; it keeps the settings it found at its start beside its data. */
const server = `
import { copyFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';
if (existsSync(process.env.SETTINGS_FILE)) copyFileSync(process.env.SETTINGS_FILE, process.env.SETTINGS_FILE + '.at-start');
createServer((request, response) => {
  response.setHeader('x-server-time', '1000');
  response.setHeader('x-business-time', '500');
  response.end(JSON.stringify({ code: 0, msg: '', data: { status: 'ok', businessStart: process.env.FIRST_START ?? null } }));
}).listen(process.env.PORT, process.env.HOST);`;

type ServerWithSettings = Awaited<ReturnType<typeof startServerWithSettings>>;

let folder: string;
let running: ServerWithSettings | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'server-'));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function start(firstStart: string | undefined, env: Record<string, string> = {}): Promise<ServerWithSettings> {
  const program = firstStart === undefined ? server : `process.env.FIRST_START = '${firstStart}';${server}`;
  running = await startServerWithSettings({
    env: { ...process.env, ...env },
    ports: planPorts(String(await freeHostPort())),
    state: stateFolderAt(folder),
    command: [process.execPath, '--input-type=module', '-e', program],
    showLog: false,
    print: () => undefined,
  });
  return running;
}

const written = async (file: string): Promise<RuntimeSettings> =>
  JSON.parse(await readFile(join(folder, 'run', file), 'utf8'));

describe('startServerWithSettings', () => {
  it.each([{}, { DEMO_CLOCK: '2025-01-01T00:00:00+08:00' }])(
    "opens windows from the server's very first start, with %j at this one",
    async (env) => {
      const { settings } = await start(FIRST_START, env);
      expect(settings().windows).toEqual(demonstrationWindows(Date.parse(FIRST_START)));
      expect((await written('settings.json')).windows).toEqual(demonstrationWindows(Date.parse(FIRST_START)));
    },
  );

  it('has the specified windows where business time is real time', async () => {
    expect((await start(undefined, { DEMO_CLOCK: '' })).settings().windows).toEqual(demonstrationWindows(null));
  });

  it("writes the operator's settings before the server starts", async () => {
    await writeFile(join(folder, 'settings.json'), '{"shopPage":"https://shop.example/"}');
    await start(FIRST_START);
    expect((await written('settings.json.at-start')).shopPage).toBe('https://shop.example/');
  });
});
