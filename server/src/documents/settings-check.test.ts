import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../commands/run.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const actor = { by: 'Wang', why: '', way: 'command', role: 'admin' } as const;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const check = async (content?: unknown) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const asked = { command: 'settings check', fields: text === undefined ? {} : { file: { text } } } as const;
  return (await run(asked, actor, {}, server.services)).answer;
};

it.each([
  [{ apiBase: 'ftp://x' }, /^apiBase: /],
  [{ signing: { key: 'secret' } }, /^signing\.key: keys come from the environment/],
  [{ tracking: { token: 'secret' } }, /^tracking\.token: keys come from the environment/],
])('refuses %j, as applying it would', async (content, problem) => {
  const { wrong, doubtful } = await check(content);
  expect(wrong).toEqual([expect.stringMatching(problem)]);
  expect(doubtful).toEqual([]);
  expect(wrong.join('')).not.toContain('secret');
});

it.each([
  ['{ "half": ', "It isn't readable as JSON"],
  ['[]', 'A document is a JSON object'],
])('refuses %j as a file', async (text, problem) => {
  await expect(check(text)).rejects.toThrow(problem);
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
  const fields = { name: 'settings', file: { text: file }, replace: true } as const;
  await run({ command: 'config apply', fields }, actor, {}, server.services);
  const inForce = { serial: 2, doubtful: [expect.stringMatching(/^windows\.drwa: /)] };
  expect(await check()).toMatchObject(inForce);
  await check({ windows: { draw: { end: null } } });
  expect(await check()).toMatchObject(inForce);
});
