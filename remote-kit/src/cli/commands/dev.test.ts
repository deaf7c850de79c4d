import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../run-cli.ts';
import { commands } from './commands.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remote-kit-dev-'));
  await mkdir(join(folder, 'src'));
  const release = {
    name: 'outing',
    version: '1.0.0',
    contract: '3.0',
    routes: [
      { path: '/outing', screen: 'src/screen.tsx' },
      { path: '/outing/rule', screen: 'src/screen.tsx' },
    ],
  };
  await writeFile(join(folder, 'release.config.ts'), `export const release = ${JSON.stringify(release)};`);
  const settings = { team: 'picnic', api: 'http://localhost:1', host: 'http://localhost:1', origin: null };
  await writeFile(join(folder, 'remote-kit.json'), JSON.stringify(settings));
});
// Vite ends while it still writes its cache.
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }));

/** @param printed of each line, until it wants the command to stop */
async function run(args: string[], printed: (line: string, stop: () => void) => void = () => undefined) {
  const stopping = new AbortController();
  const lines: string[] = [];
  const print = (line: string) => {
    lines.push(line);
    printed(line, () => stopping.abort());
  };
  const code = await runCli(commands, ['dev', ...args], {
    env: {},
    workingDirectory: folder,
    signal: stopping.signal,
    out: print,
    err: print,
  });
  return { code, text: lines.join('\n') };
}

it('serves the remote alone until it is stopped, and says where each route is', async () => {
  let answered: Promise<Response> | undefined;
  const { code, text } = await run([], (line, stop) => {
    const [url] = /http:\S+\/outing$/.exec(line) ?? [];
    if (url === undefined) return;
    answered = fetch(url, { headers: { accept: 'text/html' } });
    answered.then(stop, stop);
  });
  expect(code).toBe(0);
  expect(await answered).toMatchObject({ status: 200 });
  expect(text).toMatch(/outing 1\.0\.0 runs alone[\s\S]*:51\d\d\/outing\/rule/);
});

it('names a port that is taken', async () => {
  const other = createServer().listen(0, 'localhost');
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const { code, text } = await run(['--port', port]);
  other.close();
  expect(code).toBe(3);
  expect(text).toContain(`Port ${port} is already in use`);
});

it.each(['x', '70000', '-1'])('takes no port "%s"', async (port) => {
  expect(await run([`--port=${port}`])).toMatchObject({ code: 2, text: expect.stringContaining('It takes a port') });
});

it.each(['x', 'ftp://host.example'])('takes no host "%s"', async (host) => {
  expect(await run(['--host', host])).toMatchObject({ code: 2, text: expect.stringContaining('It takes an origin') });
});

it('says that a host is away, or is none, and that a key is missing', async () => {
  expect(await run(['--host', 'http://127.0.0.1:1'])).toMatchObject({
    code: 3,
    text: expect.stringContaining('The connection to 127.0.0.1:1 broke'),
  });
  const other = createServer((_, response) => void response.end('<p>elsewhere</p>')).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  expect(await run(['--host', origin])).toMatchObject({ code: 2, text: expect.stringContaining('is no host') });
  other.close();
  expect(await run(['--host', 'http://localhost:1'])).toMatchObject({
    code: 2,
    text: expect.stringContaining('make a key by "npx remote-kit key"'),
  });
});
