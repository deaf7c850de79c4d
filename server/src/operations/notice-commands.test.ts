import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOperator } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ask = async (request: object) => {
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), { by: '王梅', ...request });
  return answer;
};
const inForce = () => server.services.settings.current().notice;
const end = '2023-08-02T02:00:00+08:00';

describe('a notice', () => {
  it('is set, told in the history, ended and brought back', async () => {
    const set = { command: 'notice set', text: ' 今晚维护 ', end };
    const dry = await ask({ ...set, dryRun: true });
    expect([dry?.events?.length, inForce()]).toEqual([1, null]);
    const done = await ask(set);
    expect(done?.data).toEqual({ text: '今晚维护', start: null, end, isShown: true });
    expect(inForce()).toEqual({ text: '今晚维护', start: null, end });
    const ended = await ask({ command: 'notice end' });
    expect([ended?.data, inForce()]).toEqual([{ text: null, start: null, end: null, isShown: false }, null]);
    expect(await ask({ command: 'undo', event: ended?.events?.[0]?.id })).toMatchObject({ ok: true });
    expect(inForce()?.text).toBe('今晚维护');
    expect((await ask({ command: 'notice end' }))?.ok).toBe(true);
  });

  it('may be one to come', async () => {
    const start = '2023-08-02T01:00:00+08:00';
    expect((await ask({ command: 'notice set', text: '今晚维护', start, end }))?.data).toMatchObject({
      isShown: false,
    });
    await ask({ command: 'notice end' });
  });

  it.each([
    ['in script', { text: '<script>alert(1)</script>' }, /text: plain words .* without < and >/],
    ['with what turns a text around', { text: '今晚\u202e维护' }, /text: plain words/],
    ['of two lines', { text: '今晚\n维护' }, /text: plain words in one line/],
    ['that is empty', { text: '  ' }, /text: some words/],
    ['that is too long', { text: '长'.repeat(61) }, /text: at most 60 characters/],
    ['without a zone', { text: '今晚维护', end: '2023-08-02T02:00:00' }, /end: a time with its zone, such as/],
    ['of a day that is not', { text: '今晚维护', end: '2023-02-30T02:00:00+08:00' }, /end: a time/],
    ['that is past', { text: '今晚维护', end: '2023-08-01T09:00:00+08:00' }, /The end is past: it is 2023-08-01T10:0/],
    ['that ends before it starts', { text: '今晚维护', start: '2023-08-03T00:00:00+08:00', end }, /before the start/],
  ])('%s is refused', async (_, fields, reason) => {
    const answer = await ask({ command: 'notice set', ...fields });
    expect(answer?.error).toMatch(reason);
    expect(inForce()).toBeNull();
  });

  it('that is not there cannot be ended', async () =>
    expect((await ask({ command: 'notice end' }))?.error).toBe('There is no notice to end.'));
});
