import { expect, it } from 'vitest';
import { answeringServer } from './testing/answering-server.ts';

const { answering, run, asked } = answeringServer();

it('shows the health of a remote, release by release', async () => {
  const seen = { views: 40, visitors: 30, opens: 38, failed: 3, load: { p50: 800, p75: 1_200, p95: 3_400 } };
  const stable = { version: '1.4.0', state: 'stable', percent: null, ...seen, lcp: 1_100, inp: 80, cls: 0.012 };
  const unseen = { views: 0, visitors: 0, opens: 0, failed: 0, load: null, lcp: null, inp: null, cls: null };
  const canary = { version: '1.5.0', state: 'canary', percent: 10, ...unseen, failures: [] };
  const failures = [{ phase: 'entry', reason: 'network', views: 3 }];
  const health = { name: 'draw', hours: 6, truncated: false, releases: [{ ...stable, failures }, canary] };
  await answering(
    { ok: true, data: health },
    { ok: true, data: { ...health, releases: [canary] } },
    { ok: true, data: { ...health, releases: [] } },
  );
  const { output } = await run('health', 'draw', '--hours', '6');
  expect(asked()).toEqual([{ command: 'health.show', name: 'draw', hours: 6 }]);
  expect(output.split('\n').map((line) => line.replace(/ {2,}/g, '  '))).toEqual([
    'draw on pages, the last 6 hours:',
    'release  pages  visitors  opens  failed  rate  load p50/p75/p95 ms  LCP ms  INP ms  CLS',
    '1.4.0  get it  30  38  3  7.5 %  800 / 1200 / 3400  1100  80  0.012',
    '1.5.0  canary 10 %  0  0  0  -  -  -  -  -',
    '',
    'Failures, by the first of each page view:',
    'release  phase  reason  views',
    '1.4.0  entry  network  3',
  ]);
  expect((await run('health', 'draw')).output).toMatch(/\nNo page has shown it\.$/);
  expect((await run('health', 'draw')).output).toBe(
    'draw has no release that pages get, and none was seen in the last 6 hours.',
  );
  for (const words of [['health'], ['health', 'draw', '--hours', '337'], ['health', 'draw', '--hours', '0']])
    expect((await run(...words)).code).toBe(2);
});
