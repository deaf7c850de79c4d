import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCall } from '@fridge/shared-contracts';
import * as v from 'valibot';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { kitFile } from '../kit-files.ts';
import { createFakeHost, sessions } from '../testing/index.ts';
import { askBackend } from './ask-backend.ts';
import { serveBackend } from './serve-backend.ts';

const near = defineCall({
  path: '/team/outdoors/near',
  required: ['city'],
  access: 'household',
  data: v.object({ text: v.string() }),
});

let folder = '';
let server: ViteDevServer;
let origin = '';

const backendOf = (answer: string) => `
import { answer, answerCall, refuse, teamBackend } from '@fridge/remote-kit/fastify';
import Fastify from 'fastify';
export async function createBackend(options) {
  const app = Fastify();
  await app.register(async (scope) => {
    await scope.register(teamBackend, options);
    const near = { path: '/team/outdoors/near', required: ['city'], optional: [], files: [], access: 'household' };
    answerCall(scope, near, ({ fields, identity }) => ${answer});
  });
  return app;
}`;
const save = (answer: string) => writeFile(join(folder, 'backend/server.ts'), backendOf(answer));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remote-kit-backend-'));
  await symlink(kitFile('../node_modules'), join(folder, 'node_modules'), 'junction');
  await mkdir(join(folder, 'backend'));
  await save("answer({ text: fields.city + ' ' + identity.userId + ' ' + identity.fridges.length })");
  server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [serveBackend(folder, 'outdoors')],
    server: { host: 'localhost', port: 0, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  await server.listen();
  origin = new URL(server.resolvedUrls?.local[0] ?? '').origin;
});
const { fetch } = globalThis;
// The page's own origin.
beforeEach(() => void vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, origin), init)));
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const ask = (session: keyof typeof sessions, call = near) => {
  const { host } = createFakeHost({ session: sessions[session] });
  return askBackend(call, { host })({ city: '南京' } as never, {});
};

it("answers a team's call by its backend, to the visitor whom the page shows", async () => {
  expect(await ask('user')).toEqual({ ok: true, data: { text: '南京 a-user 1' } });
  expect(await ask('noFridge')).toEqual({ ok: true, data: { text: '南京 a-user 0' } });
  expect(await ask('guest')).toMatchObject({ ok: false, reason: 'refused', code: 401 });
});

it('answers from the sources as they are saved', async () => {
  await save("refuse(204, '今天已经看过了')");
  await vi.waitFor(
    async () =>
      expect(await ask('user')).toEqual({ ok: false, reason: 'notice', code: 204, message: '今天已经看过了' }),
    5_000,
  );
});

it("tells a call that the backend lacks, and an answer that doesn't fit", async () => {
  expect(await ask('user', defineCall({ ...near, path: '/team/outdoors/far' }))).toMatchObject({ reason: 'malformed' });
  await vi.waitFor(async () => {
    await save('answer({ words: 1 })'); // again: watchers leave out what follows at once
    expect(await ask('user')).toMatchObject({ reason: 'malformed', code: 0 });
  }, 5_000);
});

it('is nothing for a remote without one', () =>
  expect(() => serveBackend(join(folder, 'backend'), 'outdoors')).toThrow('has no backend/server.ts'));
