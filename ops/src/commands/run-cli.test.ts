import { describe, expect, it } from 'vitest';
import { answeringServer } from './testing/answering-server.ts';

const { answering, run, asked } = answeringServer();

describe('the command line', () => {
  it.each([[[]], [['--help']], [['help']]])('shows its help for %j', async (args) => {
    const { code, output } = await run(...args);
    expect(code).toBe(0);
    expect(output).toContain('draw import-codes <level> <file>');
    expect(output).toMatch(/^  team key add <name> <public-key> +adds a key/m);
    for (const line of output.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  it('shows the options of a command in its own help', async () =>
    expect((await run('events', '--help')).output).toContain('events [--limit <limit>] [--event <pageView|'));

  it.each([
    [['win']],
    [['draw']],
    [['off']],
    [['pin', 'draw']],
    [['draw', 'set', 'one', '--weight', '1']],
    [['draw', 'set', '9', '--weight', '1']],
    [['draw', 'import-codes', '0', 'codes.csv']],
    [['draw', 'set', '1', '--luck', '2']],
    [['draw', 'import-codes', '3']],
    [['status', 'draw']],
    [['off', 'draw', '--now']],
    [['publish', 'dist']],
    [['events', '--limit', 'many']],
    [['events', '--event', 'purchase']],
  ])('ends with 2 and shows the usage for %j', async (args) => {
    const { code, output } = await run(...args);
    expect(code).toBe(2);
    expect(output).toMatch(/npm run ops -- /);
  });

  it.each(
    [
      ['off', 'draw', 'extra'],
      ['on', 'draw', 'contest'],
      ['off', ''],
      ['pin', 'draw', '1.0.0', 'none'],
      ['pin', 'draw', ''],
      ['pin', 'draw', '1.0.0', '--force'],
      ['canary', 'draw'],
      ['canary', 'draw', '1.5.0'],
      ...['101', '-1', '0.5', '10%', 'none', ''].map((percent) => ['canary', 'draw', '1.5.0', percent]),
      ['canary', 'draw', '1.5.0', '10', '--grow', '0', '--every', '30'],
      ['canary', 'draw', '1.5.0', '10', '--grow', '10', '--every', '10081'],
      ['canary', 'end', 'draw', '10'],
      ['canary', 'end', 'draw', '--grow', '10'],
      ['canary', 'end', 'draw', '--grow', '10', '--every', '30'],
      ['canary', '--grow', '10', '--every', '30', 'end', 'draw'],
      ['promote'],
      ['promote', 'draw', '1.5.0', '10'],
      ['status', '--json', '--json'],
      ['status', '--json=1'],
      ['status', '-x'],
      ['publish', 'http://localhost:1/', 'http://localhost:2/'],
      ['publish', 'http://localhost:1/', '--dry-run', '--dry-run'],
      ['publish', ''],
      ['publish', 'http://localhost:1/', '--host', 'x'],
      ['publish', 'http://'],
      ['settings'],
      ['settings', 'set', 'couponPage'],
      ['undo'],
      ['undo', '2147483648'],
      ['settings', 'check', 'a', 'b'],
      ['settings', 'check', ''],
      ['settings', 'chekc'],
      ['draw', 'list', 'all'],
      ['draw', 'set', '1', '--weight', '5=6'],
      ['draw', 'set', '1', '--weight', '5', '--weight', '6'],
      ['draw', 'set', '1', '--stock', '1', '--weight', '2', '--stock', 'none'],
      ...['', '1e3', '0x10', '-0', '5.0', '+5', ' 5', '05', '1_000', '٣', '1000001', 'none', 'NaN'].map((number) => [
        'draw',
        'set',
        '1',
        '--weight',
        number,
      ]),
      ['draw', 'set', '1', 'weight'],
      ['draw', 'set', '01', '--weight', '1'],
      ['draw', 'set', '1.0', '--weight', '1'],
      ['draw', 'set', '-0', '--weight', '1'],
      ['draw', 'set', '', '--weight', '1'],
      ['draw', 'import-codes', '3', 'a.csv', 'b.csv'],
      ['draw', 'import-codes', '3', ''],
      ['draw', 'import-codes', '3', 'a.csv', '--dryrun'],
      ['draw', 'imports', '3'],
      ['draw', 'take-back'],
      ['draw', 'take-back', '0'],
      ['draw', 'take-back', '1e1'],
      ['draw', 'take-back', '1', '2'],
      ['draw', 'audit', 'U1001'],
      ['draw', 'audit', '--day', '2023-02-31'],
      ['draw', 'audit', '--day', 'today'],
      ['draw', 'audit', '--user', ''],
      ['draw', 'audit', '--limit', '0'],
      ['draw', 'audit', '--limit', '1e3'],
      ['draw', 'audit', '--user', 'a', '--user', 'b'],
      ['draw', 'audit', '--csv', ''],
      ['coupons', 'list', 'x'],
      ['coupons', 'set', 'gold', '--cap', '1'],
      ['coupons', 'set', 'coupon', '--cap', 'none'],
      ['coupons', 'set', 'coupon', '--cap', '1', '--cap', '2'],
      ['coupons', 'set', 'coupon', '--daily-cap', '-1'],
      ['coupons', 'audit', '--day', '2023-8-1'],
      ['works', 'approve', 'abc', 'def', '--as', 'x'],
      ['works', 'approve', 'abc', '--as', ''],
      ['works', 'approve', 'abc', '--as', 'x', '--as', 'y'],
      ['works', 'approve', 'A b', '--as', 'x'],
      ['works', 'show', ''],
      ['works', 'show', 'a', 'b'],
      ['works', 'prize', 'abc', '1.0', '--as', 'x'],
      ['works', 'list', 'pending'],
      ['works', 'list', '--show', 'pending', '--show', 'decided'],
      ['works', 'review', 'now'],
      ['works', 'reject', 'abc', 'a', 'b', '--as', 'x'],
      ['report', 'import', 'a', 'b'],
      ['report', 'import'],
      ['events', 'all'],
      ['events', '--limit', '0'],
      ['events', '--limit', '1001'],
      ['events', '--limit', '5', '--limit', '6'],
      ['events', '--limit', '5.0'],
      ['events', '--limit', ''],
      ['events', '--limit=-0'],
    ].map((args) => [args]),
  )('does nothing and ends with 2 for %j', async (args) => {
    await answering();
    const { code, output } = await run(...args);
    expect([code, output]).toEqual([2, expect.stringMatching(/^error: |^Usage: |"error: /m)]);
    expect(asked()).toEqual([]);
  });

  it.each([[['draw', 'set', '1', '--luck', '2', '--json']], [['--json', 'off']], [['draw', '--json']]])(
    'reports the error of %j in JSON',
    async (args) => {
      const { code, output } = await run(...args);
      expect([code, JSON.parse(output)]).toEqual([2, { error: expect.any(String) }]);
    },
  );

  it('lists usage events', async () => {
    const event = {
      id: 'a',
      event: 'failure',
      page: '/draw',
      name: null,
      remote: 'draw',
      version: '1.0.0',
      phase: 'entry',
      reason: 'timeout',
      phases: null,
      at: '2023-08-01T10:00:00+08:00',
      receivedAt: '2023-08-01T10:00:01+08:00',
    };
    await answering({ ok: true, data: { total: 7, events: [event] } }, { ok: true, data: { total: 0, events: [] } });
    const { code, output } = await run('events', '--limit', '1', '--event', 'failure');
    expect(asked()).toMatchObject([{ command: 'events', limit: 1, event: 'failure' }]);
    expect(code).toBe(0);
    expect(output).toMatch(
      /^total  7\nevents:\n  at \(real time\) .*\n  2023-08-01 10:00 +failure  \/draw  - +draw +1\.0\.0/,
    );
    expect((await run('events')).output).toContain('total');
  });

  it('gives the options of a verb below another one to that verb', async () => {
    const data = { name: 'draw', state: 'on', release: 'latest', canary: null, version: '1.0.0', entry: null };
    const answer = { ...data, problems: [], gaveWay: [], before: null, ended: null };
    await answering({ ok: true, data: answer, events: [] });
    const { code, output } = await run('canary', 'end', 'draw', '--as', '王梅', '--why', 'slow', '--dry-run', '--json');
    expect([code, JSON.parse(output)]).toMatchObject([0, { name: 'draw', dryRun: true }]);
    expect(asked()).toMatchObject([{ command: 'canary end', name: 'draw', by: '王梅', why: 'slow', dryRun: true }]);
  });

  it('says how to start the server when none listens', async () => {
    expect(await run('draw', 'list')).toMatchObject({ code: 1, output: expect.stringContaining('npm start') });
  });
});
