import { expect, it } from 'vitest';
import { answeringServer } from './testing/answering-server.ts';
import { listedRemote } from './testing/listed-remote.ts';

const { answering, run, asked } = answeringServer();

it('starts, changes and ends a canary, and says who gets what', async () => {
  const canary = { release: '1.5.0', percent: 10, steps: { percent: 10, minutes: 30 } };
  const running = listedRemote({ canary: { ...canary, entry: null }, gaveWay: ['canary 1.5.0: gone'] });
  await answering({ ok: true, data: running }, { ok: true, data: { ...listedRemote(), ended: canary } });
  expect(await run('canary', 'draw', '1.5.0', '10', '--grow', '10', '--every', '30')).toEqual({
    code: 0,
    output:
      'draw has the canary 1.5.0 for 10 %, 10 % more every 30 minutes. Everybody else gets 1.0.0.\n' +
      '! without effect: canary 1.5.0: gone\nHow it does: npm run ops -- health draw',
  });
  expect(await run('canary', 'draw', 'end', '--as', '王梅', '--why', 'too slow')).toEqual({
    code: 0,
    output: 'The canary of draw ended, 1.5.0 for 10 %, 10 % more every 30 minutes. Everybody gets 1.0.0.',
  });
  expect(asked()).toMatchObject([
    { command: 'registry.canary', name: 'draw', canary },
    { command: 'registry.endCanary', name: 'draw', by: '王梅', why: 'too slow' },
  ]);
});

it.each([
  [{}, 'draw 1.5.0 is promoted. Pages get 1.5.0; before, they got 1.0.0.'],
  [{ promoted: false, from: '1.5.0' }, 'draw 1.5.0 was promoted already. Pages get 1.5.0.'],
  [
    { ended: { release: '1.5.0', percent: 50 } },
    'draw 1.5.0 is promoted. Pages get 1.5.0; before, they got 1.0.0.\nIts canary is over, 1.5.0 for 50 %.',
  ],
  [{ inForce: '1.0.0', contract: '4.0' }, 'draw 1.5.0 is promoted. Pages get 1.0.0 until a host speaks contract 4.0.'],
  [
    { inForce: '1.0.0', pinned: true },
    'draw 1.5.0 is promoted. Pages get 1.0.0: the remote is pinned and stays. To let it move: npm run ops -- pin draw none',
  ],
])('promotes, and says what pages get: %j', async (fields, output) => {
  const done = { name: 'draw', version: '1.5.0', contract: '3.0', from: '1.0.0', promoted: true, inForce: '1.5.0' };
  await answering({ ok: true, data: { ...done, pinned: false, ended: null, ...fields } });
  expect(await run('promote', 'draw')).toEqual({ code: 0, output });
  expect(asked()).toMatchObject([{ command: 'registry.promote', name: 'draw' }]);
});

it.each([
  ['on', 'on'],
  ['off', 'off'],
  ['stop', 'stopped'],
])('%s switches a remote %s, and sends who and why', async (verb, state) => {
  await answering({ ok: true, data: listedRemote({ state }) });
  expect(await run(verb, 'draw', '--as', '王梅', '--why', 'late')).toEqual({ code: 0, output: `draw is ${state}.` });
  expect(asked()).toEqual([{ command: 'registry.switch', name: 'draw', state, by: '王梅', why: 'late' }]);
});
