import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../operator/operator-socket.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const check = (content?: unknown) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return runCommand({ command: 'settings.check', text }, server.services);
};

it.each([
  ['{ "half": ', /^It isn't readable as JSON/],
  ['[]', /^A document is a JSON object/],
  [{ apiBase: 'ftp://x' }, /^apiBase: /],
  [{ signing: { key: 'secret' } }, /^signing\.key: keys come from the environment/],
  [{ tracking: { token: 'secret' } }, /^tracking\.token: keys come from the environment/],
])('refuses %j, as applying it would', async (content, problem) => {
  const { wrong, doubtful } = await check(content);
  expect(wrong).toEqual([expect.stringMatching(problem)]);
  expect(doubtful).toEqual([]);
  expect(wrong.join('')).not.toContain('secret');
});

it('names what is without effect, and what counts', async () =>
  expect(await check({ serial: 1, windows: { drwa: { end: null }, draw: { end: null } } })).toEqual({
    serial: null,
    wrong: [],
    doubtful: [expect.stringMatching(/^windows\.drwa: .*did you mean draw\?/)],
    set: ['windows.draw.end'],
  }));

it('checks what is in force without a text, and changes nothing', async () => {
  expect(await check()).toEqual({ serial: 1, wrong: [], doubtful: [], set: [] });
  const file = JSON.stringify({ windows: { drwa: { end: null } } });
  await runCommand(
    { command: 'config.apply', name: 'settings', file, replace: true, by: 'Wang', why: '' },
    server.services,
  );
  const inForce = { serial: 2, doubtful: [expect.stringMatching(/^windows\.drwa: /)] };
  expect(await check()).toMatchObject(inForce);
  await check({ windows: { draw: { end: null } } });
  expect(await check()).toMatchObject(inForce);
});
