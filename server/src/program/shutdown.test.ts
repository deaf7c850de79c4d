import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { smallPicture } from '../testing/photos.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { startUploading } from '../testing/slow-upload.ts';
import { contestClock, testEnvironment } from '../testing/test-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'fridge-shutdown-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const household = { userId: 'U1001', phone: '13800001001', homeId: 'H1001', fridgeId: 'F1001' };
const incoming = () => readdir(join(folder, 'uploads', 'incoming'));
const start = (variables: Record<string, string>) =>
  startServerProcess(testEnvironment(folder, { ...contestClock, DEMO: '1', ...variables }));

/** HTTP status; `null` where no connection is accepted. */
const statusOf = ({ url }: ServerProcess, path: string) =>
  fetch(`${url}${path}`, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => null,
  );

/** What an answer says of its connection. */
async function connectionOf({ url }: ServerProcess) {
  const answer = await fetch(`${url}/live`);
  await answer.text();
  return answer.headers.get('connection');
}

async function upload(server: ServerProcess) {
  const uploading = await startUploading(household, server.url, await smallPicture());
  await vi.waitFor(async () => expect(await incoming()).toHaveLength(1), { timeout: 20_000 });
  return uploading;
}

it('after SIGTERM readiness goes first, then listeners, and an upload under way is finished', async () => {
  const server = await start({ SHUTDOWN_GRACE_MS: '4000' });
  const uploading = await upload(server);
  expect(await statusOf(server, '/ready')).toBe(200);
  expect(await connectionOf(server)).toBe('keep-alive');
  const ended = server.end('SIGTERM');
  await vi.waitFor(async () => expect(await statusOf(server, '/ready')).toBe(503), { interval: 20, timeout: 20_000 });
  // A proxy's connections run out while its requests are answered.
  expect(await connectionOf(server)).toBe('close');
  await vi.waitFor(async () => expect(await statusOf(server, '/live')).toBeNull(), { timeout: 20_000 });
  const { headers, answer } = await uploading.finish();
  expect(answer).toMatchObject({ code: 0, data: { imgUrl: expect.stringContaining('/uploads/') } });
  expect(headers.connection).toBe('close');
  expect(await ended).toBe(0);
  expect(await incoming()).toEqual([]);
});

it('cuts off what takes longer than the limit, leaves nothing of it, and exits with 1', async () => {
  const server = await start({ SHUTDOWN_LIMIT_MS: '300' });
  await upload(server);
  expect(await server.end('SIGTERM')).toBe(1);
  expect(await incoming()).toEqual([]);
});

it('a second signal ends it at once', async () => {
  const server = await start({ SHUTDOWN_GRACE_MS: '600000' });
  const ended = server.end('SIGTERM');
  await vi.waitFor(async () => expect(await statusOf(server, '/ready')).toBe(503), { interval: 20, timeout: 20_000 });
  process.kill(server.pid, 'SIGTERM');
  expect(await ended).toBe(1);
});
