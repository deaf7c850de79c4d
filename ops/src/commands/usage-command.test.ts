import { expect, it } from 'vitest';
import { answeringServer } from './testing/answering-server.ts';

const { answering, run, asked } = answeringServer();

it('shows usage by release, and says what is counted', async () => {
  const phases = { total: { p50: 211, p90: 311, p99: 900 } };
  const opened = { remote: 'draw', version: '1.2.3', opens: 30, failed: 10, failureRate: 0.25, crashed: 1, phases };
  const usage = { days: 3, events: 50, truncated: false, pages: 17, releases: [opened] };
  await answering({ ok: true, data: usage }, { ok: true, data: { ...usage, pages: 0, releases: [] } });
  const { output } = await run('usage', '--days', '3');
  expect(asked()).toEqual([{ command: 'usage.read', days: 3 }]);
  expect(output).toMatch(/^17 page views in the last 3 days: each load of the page that sent an event counts as one\./);
  expect(output).toMatch(/\ndraw +1\.2\.3 +30 +10 +25\.0 % +1 +211 \/ 311 \/ 900$/);
  expect((await run('usage')).output).toMatch(/\nNo activity was opened\.$/);
  expect((await run('usage', '--days', '31')).code).toBe(2);
});
