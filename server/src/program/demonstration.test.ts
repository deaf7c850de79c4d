import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { demoHouseholds } from '../demo/demo-households.ts';
import { bundledServer, startServerProcess } from '../testing/server-process.ts';
import { testEnvironment } from '../testing/test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'fridge-demonstration-'));
const bundle = await bundledServer();
/** Beside the bundle, where it finds its packages. */
const without = join(dirname(bundle), '..', `without-demonstration-${process.pid}`);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(without, { recursive: true, force: true });
});

it("loads the demonstration's code with DEMO=1 alone", { timeout: 120_000 }, async () => {
  cpSync(dirname(bundle), without, { recursive: true });
  const phone = demoHouseholds[0]?.phone ?? 'no household';
  const chunks = readdirSync(without, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .filter((file) => readFileSync(join(without, file), 'utf8').includes(phone));
  expect(chunks).toHaveLength(1);
  for (const chunk of chunks) rmSync(join(without, chunk));

  const start = (DEMO: '0' | '1') =>
    startServerProcess(testEnvironment(join(folder, DEMO), { DEMO }), join(without, 'main.js'));
  const server = await start('0');
  expect((await fetch(`${server.url}/demo/login`, { method: 'POST' })).status).toBe(404);
  expect(await server.end('SIGTERM')).toBe(0);
  await expect(start('1')).rejects.toMatchObject({ exitCode: 1, message: expect.stringContaining('MODULE_NOT_FOUND') });
});
