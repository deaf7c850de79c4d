import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CODES_AT_ONCE } from '@fridge/server/operator/draw-protocol';
import { contractText } from '@fridge/shared-contracts';
import type { RegistryEntry } from '@fridge/shared-contracts/host';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveRelease } from '@fridge/server/testing/release-origin';
import { runCli } from './run-cli.ts';

let folder: string;
let server: Server | undefined;
let asked: unknown[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-'));
  asked = [];
});
afterEach(async () => {
  server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runCli(args, { env: { STATE_DIR: folder } });

/** Listens where the server would, and answers each line. */
async function answeringBy(answer: (request: { command: string }) => unknown): Promise<void> {
  const listening = createServer((socket) => {
    createInterface({ input: socket }).on('line', (line) => {
      const request: { command: string } = JSON.parse(line);
      asked.push(request);
      socket.write(`${JSON.stringify(answer(request))}\n`);
    });
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(join(folder, 'operator.sock'), resolve));
}
const answering = (...answers: unknown[]) => answeringBy(() => answers.shift());

const remote = {
  enabled: true,
  title: '幸运大转盘',
  description: '',
  routes: ['/draw'],
  entry: 'http://localhost:4172/remoteEntry.js',
  version: '1.0.0',
};
const draw = {
  weightsVersion: 2,
  outcomes: [{ level: 1, giftName: '冷柜', isVirtual: false, weight: 1, stock: 5, issued: 2, codesLeft: null }],
};

describe('the command line', () => {
  it.each([[[]], [['--help']], [['help']]])('shows its help for %j', async (args) => {
    const { code, output } = await run(...args);
    expect(code).toBe(0);
    expect(output).toContain('draw import-codes <level> <file.csv>');
    expect(output).toMatch(/^  team key add <name> <public-key> +adds a key/m);
    for (const line of output.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  it('shows the options of a command in its own help', async () =>
    expect((await run('events', '--help')).output).toContain('events [--limit <n>] [--event <name>]'));

  it.each([
    [['win']],
    [['draw']],
    [['off']],
    [['pin', 'draw']],
    [['draw', 'set', '1']],
    [['draw', 'set', 'one', 'weight=1']],
    [['draw', 'set', '9', 'weight=1']],
    [['draw', 'import-codes', '0', 'codes.csv']],
    [['draw', 'set', '1', 'luck=2']],
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
      ['canary', 'draw', '1.5.0', '10', '--grow', '10'],
      ['canary', 'draw', '1.5.0', '10', '--every', '30'],
      ['canary', 'draw', '1.5.0', '10', '--grow', '0', '--every', '30'],
      ['canary', 'draw', '1.5.0', '10', '--grow', '10', '--every', '10081'],
      ['canary', 'draw', 'end', '10'],
      ['canary', 'draw', 'end', '--grow', '10', '--every', '30'],
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
      ['settings', 'check', 'a', 'b'],
      ['settings', 'check', ''],
      ['settings', 'chekc'],
      ['draw', 'list', 'all'],
      ['draw', 'set', '1', 'weight=5=6'],
      ['draw', 'set', '1', 'weight=5', 'weight=6'],
      ['draw', 'set', '1', 'stock=1', 'weight=2', 'stock=none'],
      ...['', '1e3', '0x10', '-0', '5.0', '+5', ' 5', '05', '1_000', '٣', '1000001', 'none', 'NaN'].map((number) => [
        'draw',
        'set',
        '1',
        `weight=${number}`,
      ]),
      ['draw', 'set', '1', 'weight'],
      ['draw', 'set', '1', '=5'],
      ['draw', 'set', '1', ''],
      ['draw', 'set', '01', 'weight=1'],
      ['draw', 'set', '1.0', 'weight=1'],
      ['draw', 'set', '-0', 'weight=1'],
      ['draw', 'set', '', 'weight=1'],
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
      ['coupons', 'set', 'gold', 'cap=1'],
      ['coupons', 'set', 'coupon'],
      ['coupons', 'set', 'coupon', 'cap=none'],
      ['coupons', 'set', 'coupon', 'cap=1', 'cap=2'],
      ['coupons', 'set', 'coupon', 'daily=-1'],
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
      ['report', 'import', ''],
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
    expect(asked).toEqual([]);
  });

  it.each([[['draw', 'set', '1', 'luck=2', '--json']], [['--json', 'off']], [['draw', '--json']]])(
    'reports the error of %j in JSON',
    async (args) => {
      const { code, output } = await run(...args);
      expect([code, JSON.parse(output)]).toEqual([2, { error: expect.any(String) }]);
    },
  );

  const remoteOf = (fields: object = {}) => ({
    name: 'draw',
    enabled: true,
    release: 'latest',
    canary: null,
    version: '1.0.0',
    entry: { ...remote, pin: null },
    problems: [],
    gaveWay: [],
    ...fields,
  });
  const noDraw = { ok: true, data: { weightsVersion: 1, outcomes: [] } };
  const registryOf = (...remotes: object[]) => ({
    ok: true,
    data: { serial: 3, remotes, unlisted: [] },
  });
  const fine = { serial: 1, wrong: [], doubtful: [], set: [] };
  /** `status` asks for each on a connection of its own. */
  const answeringStatus = (
    registry: object,
    warnings: object = noDraw,
    others: Readonly<Record<string, unknown>> = {},
  ) =>
    answeringBy(({ command }) => {
      if (command === 'registry.list') return registry;
      const data = { 'config.list': [], 'settings.check': fine, ...others }[command];
      return data === undefined ? warnings : { ok: true, data };
    });

  it("names a remote that pages can't open, and shows the others", async () => {
    const problems = ["its release 9.0.0 isn't there: publish it, or name another"];
    const leftOut = remoteOf({ name: 'contest', entry: null, version: null, problems });
    await answeringStatus({
      ok: true,
      data: { serial: 3, remotes: [remoteOf(), leftOut], unlisted: ['spring'] },
    });
    const { code, output } = await run('status');
    expect(code).toBe(0);
    expect(output).toMatch(/^draw\s+on\s+1\.0\.0/);
    expect(output).toMatch(/^! contest\s+on\s+not opened: its release 9\.0\.0 isn't there/m);
    expect(output).toMatch(/^! spring has releases and isn't in the registry: npm run ops -- on spring$/m);
    expect(JSON.parse((await run('status', '--json')).output)).toMatchObject({
      draw: { enabled: true, version: '1.0.0' },
      contest: { problems },
    });
  });

  it('starts, changes and ends a canary, and says who gets what', async () => {
    const canary = { release: '1.5.0', percent: 10, steps: { percent: 10, minutes: 30 } };
    const running = remoteOf({ canary: { ...canary, entry: null }, gaveWay: ['canary 1.5.0: gone'] });
    await answering({ ok: true, data: running }, { ok: true, data: { ...remoteOf(), ended: canary } });
    expect(await run('canary', 'draw', '1.5.0', '10', '--grow', '10', '--every', '30')).toEqual({
      code: 0,
      output:
        'draw has the canary 1.5.0 for 10 %, 10 % more every 30 minutes. Everybody else gets 1.0.0.\n' +
        '! without effect: canary 1.5.0: gone',
    });
    expect(await run('canary', 'draw', 'end', '--as', '王梅', '--why', 'too slow')).toEqual({
      code: 0,
      output: 'The canary of draw ended, 1.5.0 for 10 %, 10 % more every 30 minutes. Everybody gets 1.0.0.',
    });
    expect(asked).toMatchObject([
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
    [
      { inForce: '1.0.0', contract: '4.0' },
      'draw 1.5.0 is promoted. Pages get 1.0.0 until a host speaks contract 4.0.',
    ],
    [
      { inForce: '1.0.0', pinned: true },
      'draw 1.5.0 is promoted. Pages get 1.0.0: the remote is pinned and stays. To let it move: npm run ops -- pin draw none.',
    ],
  ])('promotes, and says what pages get: %j', async (fields, output) => {
    const done = { name: 'draw', version: '1.5.0', contract: '3.0', from: '1.0.0', promoted: true, inForce: '1.5.0' };
    await answering({ ok: true, data: { ...done, pinned: false, ended: null, ...fields } });
    expect(await run('promote', 'draw')).toEqual({ code: 0, output });
    expect(asked).toMatchObject([{ command: 'registry.promote', name: 'draw' }]);
  });

  it('names files and versions that do not count, and settings without effect', async () => {
    const fileRefused = 'remotes.draw.enabled: Invalid type: Expected boolean';
    const version = { by: 'Wang', why: '', way: 'command', at: '2023-08-01T10:00:00.000+08:00', reverts: null };
    const listed = [
      { name: 'registry', serial: 3, ...version, unfit: null, fileRefused },
      { name: 'draw', serial: 4, ...version, unfit: { serial: 5, faults: ['levels: too new'] }, fileRefused: null },
    ];
    const checked = { serial: 2, wrong: [], doubtful: ['windows.drwa: did you mean draw?'], set: [] };
    await answeringStatus(registryOf(), noDraw, { 'config.list': listed, 'settings.check': checked });
    const { code, output } = await run('status');
    expect(code).toBe(0);
    expect(output).toMatch(/^! the file of registry doesn't count, 3 is in force: remotes\.draw\.enabled: /m);
    expect(output).toMatch(/^! draw 5 doesn't fit this release, 4 is in force: levels: too new$/m);
    expect(output).toMatch(/^! settings: windows\.drwa: did you mean draw\?$/m);
    expect(JSON.parse((await run('status', '--json')).output)).toMatchObject({
      configuration: [expect.any(String), expect.any(String)],
      settings: { problems: ['windows.drwa: did you mean draw?'] },
    });
  });

  it('lets the server check settings, those in force or a file', async () => {
    const checked = (fields: object) => ({
      ok: true,
      data: { serial: null, wrong: [], doubtful: [], set: [], ...fields },
    });
    await answering(
      checked({ serial: 4, doubtful: ['windows.drwa: no route'], set: ['windows.draw.end'] }),
      checked({ wrong: ['apiBase: an origin'], doubtful: ['limits.usr: no setting'] }),
      checked({ set: ['windows.draw.end'] }),
      checked({}),
    );
    expect(await run('settings', 'check')).toEqual({
      code: 2,
      output: 'settings 4:\n  windows.drwa: no route\nThe rest of it counts.',
    });
    const file = join(folder, 'other.json');
    await writeFile(file, '{ "half": ');
    const { code, output } = await run('settings', 'check', file, '--json');
    expect([code, JSON.parse(output)]).toMatchObject([
      2,
      { problems: ['apiBase: an origin', 'limits.usr: no setting'] },
    ]);
    expect(asked).toEqual([{ command: 'settings.check' }, { command: 'settings.check', text: '{ "half": ' }]);
    expect(await run('settings', 'check', file)).toEqual({
      code: 0,
      output: `${file} is fine. It sets windows.draw.end.`,
    });
    expect(await run('settings', 'check', file)).toEqual({ code: 0, output: `${file} is fine. It sets nothing.` });
    expect(await run('settings', 'check', join(folder, 'none.json'))).toMatchObject({
      code: 1,
      output: expect.stringContaining("can't be read"),
    });
  });

  it("reports which release an origin serves, and which files pages don't get", async () => {
    const served = await serveRelease();
    try {
      const described: RegistryEntry & { version: string } = await (
        await fetch(`${served.address}release.json`)
      ).json();
      const entry = { ...described, enabled: true, pin: null, entry: `${served.address}${described.entry}` };
      const altered = {
        ...entry,
        version: '1.0.0+aaaa',
        styles: [{ file: 'assets/style-1.css', integrity: `sha384-${'A'.repeat(64)}`, bytes: 4 }],
      };
      let listed: object = remoteOf({ version: entry.version, entry });
      await answeringBy(({ command }) => (command === 'registry.list' ? registryOf(listed) : noDraw));
      const { output } = await run('status');
      expect(output).toMatch(new RegExp(`^draw\\s+on\\s+1\\.0\\.1\\+bbbb\\s+contract ${contractText}\\s+http`));
      expect(output).toMatch(/\n\s+served: 1\.0\.1\+bbbb, 3 files as registered/);
      const env = { STATE_DIR: folder, PORT: '80', PUBLIC_HOST_ORIGIN: 'https://activities.example' };
      expect(await runCli(['status'], { env })).toEqual({ code: 0, output });
      expect(served.origins).toContain('https://activities.example');
      const canary = { release: '1.0.0+aaaa', percent: 10, entry: altered };
      listed = remoteOf({ version: entry.version, entry, canary, gaveWay: ['canary 9.0.0: gone'] });
      expect((await run('status')).output).toMatch(
        /3 files as registered\n +canary: 1\.0\.0\+aaaa for 10 %\n! +without effect: canary 9\.0\.0: gone\n! +its origin serves/,
      );
      listed = remoteOf({ version: '1.0.0+aaaa', entry: altered });
      expect((await run('status')).output).toMatch(
        /! +its origin serves 1\.0\.1\+bbbb, and pages don't get what the registry names:\n\s+assets\/style-1\.css: it isn't the file/,
      );
      expect(JSON.parse((await run('status', '--json')).output)).toMatchObject({
        draw: { version: '1.0.0+aaaa', served: { version: '1.0.1+bbbb', problems: [expect.any(String)] } },
      });
    } finally {
      served.close();
    }
    expect((await run('status')).output).toMatch(/! +pages don't get it:\n.*ECONNREFUSED/);
  });

  it.each([
    ['of an hour ago', 1, null, true],
    ['of the day before', 25, null, false],
    ['where another one runs', 1, { release: '1.6.0', percent: 10, entry: null }, false],
  ])('names a canary that was taken back, %s', async (_, hours, canary, isNamed) => {
    const at = new Date(Date.now() - hours * 3_600_000).toISOString();
    const change = { name: 'draw', change: 'canary ended, 1.5.0 for 10 %', by: 'roll-back', way: 'program', at };
    await answeringBy(({ command }) => {
      if (command === 'registry.history') return { ok: true, data: [{ ...change, why: '1.5.0 failed' }] };
      return command === 'registry.list' ? registryOf(remoteOf({ canary })) : noDraw;
    });
    expect((await run('status')).output.includes('\n! draw: its canary was taken back: 1.5.0 failed\n')).toBe(isNamed);
  });

  it("warns of a draw that can't give what it promises", async () => {
    const outcomes = [{ level: 3, giftName: '超市卡', isVirtual: true, weight: 1, stock: 9, issued: 2, codesLeft: 5 }];
    const full = { holds: 'database', folder: '/data', freeBytes: 10 * 1024 ** 2, totalBytes: 1024 ** 3 };
    const running = {
      instance: 'north-1',
      database: {
        kind: 'postgresql',
        reachable: true,
        bytes: 3 * 1024 ** 3,
        oldestTransactionSeconds: 300,
        migrations: { applied: 12, pending: [] },
      },
      disk: [full, { ...full, holds: 'uploads', freeBytes: 1024 ** 3 }],
      review: { pending: 3, oldestSeconds: 7_300 },
      uploadedReleases: { releases: 12, bytes: 5 * 1024 ** 2 },
      upkeep: [
        { job: 'nonces', doneSecondsAgo: 30, failedSecondsAgo: null, failures: 0 },
        { job: 'uploads', doneSecondsAgo: 400, failedSecondsAgo: 20, failures: 7 },
      ],
      configuration: [
        { document: 'registry', serial: 4, newest: 4 },
        { document: 'draw', serial: 4, newest: 5 },
      ],
    };
    const listed = { weightsVersion: 2, outcomes };
    await answeringBy(({ command }) => {
      if (command === 'registry.list') return registryOf();
      if (command === 'server.status') return { ok: true, data: running };
      return { ok: true, data: command === 'draw.takeBack' ? { removed: 2, draw: listed } : listed };
    });
    const { output } = await run('status');
    expect(output).toMatch(/! draw: level 3 \(超市卡\): its stock lets 7 more be won, and 5 codes are at hand/);
    expect(output.slice(output.indexOf('server  '))).toBe(
      [
        'server          north-1',
        'database        postgresql, 3.0 GiB, 12 migrations',
        '! database      oldest transaction 5 min',
        '! disk          10 MiB of 1.0 GiB free for database (/data)',
        'disk            1.0 GiB of 1.0 GiB free for uploads (/data)',
        'review          3 works wait, the oldest for 2 h',
        'uploads         the files of 12 uploaded releases, 5 MiB',
        'upkeep          nonces: done 30 s ago',
        '! upkeep        uploads: done 7 min ago, failed 7 times, last 20 s ago',
        'configuration   registry 4',
        '! configuration draw 4, the newest is 5',
      ].join('\n'),
    );
    expect(await run('draw', 'set', '3', 'stock=9')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\n! level 3 .* 5 codes/),
    });
    expect((await run('draw', 'take-back', '4')).output).toMatch(
      /^Import 4 is taken back: 2 codes are gone\.\n! level 3/,
    );
  });

  it('shows usage by release, and says what is counted', async () => {
    const phases = { total: { p50: 211, p90: 311, p99: 900 } };
    const opened = { remote: 'draw', version: '1.2.3', opens: 30, failed: 10, failureRate: 0.25, crashed: 1, phases };
    const usage = { days: 3, events: 50, truncated: false, pages: 17, releases: [opened] };
    await answering({ ok: true, data: usage }, { ok: true, data: { ...usage, pages: 0, releases: [] } });
    const { output } = await run('usage', '--days', '3');
    expect(asked).toEqual([{ command: 'usage.read', days: 3 }]);
    expect(output).toMatch(
      /^17 page views in the last 3 days: each load of the page that sent an event counts as one\./,
    );
    expect(output).toMatch(/\ndraw +1\.2\.3 +30 +10 +25\.0 % +1 +211 \/ 311 \/ 900$/);
    expect((await run('usage')).output).toMatch(/\nNo activity was opened\.$/);
    expect((await run('usage', '--days', '31')).code).toBe(2);
  });

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
    expect(asked).toEqual([{ command: 'health.show', name: 'draw', hours: 6 }]);
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

  it('reports a remote that was built for another contract', async () => {
    await answeringStatus(registryOf(remoteOf({ entry: { ...remote, contract: '1.0' } })));
    expect((await run('status')).output).toContain('not opened: built for contract 1.0');
  });

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
    expect(asked).toEqual([{ command: 'events.list', limit: 1, name: 'failure' }]);
    expect(code).toBe(0);
    expect(output).toMatch(/failure\s+\/draw\s+draw 1\.0\.0 entry timeout\n1 of 7$/);
    expect((await run('events')).output).toBe('No event was sent.');
  });

  it('switches a remote off, and sends who and why', async () => {
    await answering({ ok: true, data: remoteOf({ enabled: false }) });
    expect(await run('off', 'draw', '--as', '王梅', '--why', 'late')).toEqual({ code: 0, output: 'draw is off.' });
    expect(asked).toEqual([{ command: 'registry.switch', name: 'draw', enabled: false, by: '王梅', why: 'late' }]);
  });

  it('says how to start the server when none listens', async () => {
    expect(await run('draw', 'list')).toMatchObject({ code: 1, output: expect.stringContaining('npm start') });
  });

  it('sets an outcome and shows the result', async () => {
    await answering({ ok: true, data: draw });
    const { code, output } = await run(
      'draw',
      'set',
      '1',
      'weight=1',
      'stock=none',
      '--as',
      '王梅',
      '--why',
      'a trial',
    );
    expect(asked).toEqual([
      { command: 'draw.set', changes: [{ level: 1, weight: 1, stock: null }], by: '王梅', why: 'a trial' },
    ]);
    expect(code).toBe(0);
    expect(output).toMatch(/1\s+1\s+100\.00%\s+5\s+2\s+-\s+冷柜/);
  });

  it('prints why the server refuses', async () => {
    await answering({ ok: false, error: "Level 1 has already issued 4: its stock can't be 3." });
    expect(await run('draw', 'set', '1', 'stock=3')).toEqual({
      code: 1,
      output: "Level 1 has already issued 4: its stock can't be 3.",
    });
  });

  it('imports the good codes and names the lines of the bad ones', async () => {
    await answering({ ok: true, data: { importId: null, imported: 1, rejected: [{ row: 2, reason: 'malformed' }] } });
    const file = join(folder, 'codes.csv');
    await writeFile(file, 'code,pwd\nA1,P1\nbroken\n"A 2",P2\n');
    const { code, output } = await run('draw', 'import-codes', '3', file);
    expect(asked).toEqual([
      {
        command: 'draw.importCodes',
        level: 3,
        source: 'codes.csv',
        by: expect.any(String),
        why: '',
        dryRun: false,
        importId: null,
        codes: [
          { code: 'A1', pwd: 'P1' },
          { code: 'A 2', pwd: 'P2' },
        ],
      },
    ]);
    expect(code).toBe(1);
    expect(output).toBe(
      '1 codes imported, 2 rows not.\n  line 3: 1 columns instead of 2\n  line 4: code or secret is empty, too long or has blanks',
    );
  });

  it('imports nothing without a header, and sends nothing', async () => {
    const file = join(folder, 'codes.csv');
    await writeFile(file, 'A1,P1\nA2,P2\n');
    expect(await run('draw', 'import-codes', '3', file)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Line 1 doesn't name the two columns/),
    });
    expect(asked).toEqual([]);
  });

  it('reports what a dry run would import', async () => {
    await answering({ ok: true, data: { importId: null, imported: 1, rejected: [{ row: 2, reason: 'known' }] } });
    const file = join(folder, 'codes.csv');
    await writeFile(file, '卡密,卡号\nP1,A1\nP2,A2\n');
    expect(await run('draw', 'import-codes', '3', file, '--dry-run')).toEqual({
      code: 0,
      output: '1 codes would go in, 1 rows not.\n  line 3: the code was imported before\nNothing was changed.',
    });
    expect(asked).toEqual([
      {
        command: 'draw.importCodes',
        level: 3,
        source: 'codes.csv',
        by: expect.any(String),
        why: '',
        dryRun: true,
        importId: null,
        codes: [
          { code: 'A1', pwd: 'P1' },
          { code: 'A2', pwd: 'P2' },
        ],
      },
    ]);
  });

  it('sends a long file as one import, and names it', async () => {
    const file = join(folder, 'codes.csv');
    await writeFile(file, `code,pwd\n${Array.from({ length: CODES_AT_ONCE + 1 }, (_, at) => `A${at},P`).join('\n')}`);
    await answering(
      { ok: true, data: { importId: 7, imported: CODES_AT_ONCE, rejected: [] } },
      { ok: true, data: { importId: 7, imported: 1, rejected: [] } },
    );
    expect(await run('draw', 'import-codes', '3', file)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^10001 codes imported, 0 rows not\.\nThis is import 7\..*draw take-back 7/),
    });
    expect(asked).toMatchObject([{ importId: null }, { importId: 7 }]);
  });

  it('names a file that it cannot write', async () => {
    await answering({ ok: true, data: { rows: [], next: null } });
    expect(await run('draw', 'audit', '--csv', folder)).toEqual({
      code: 1,
      output: `The file ${folder} can't be written: there is a folder of that name.`,
    });
  });

  it('writes an audit in parts into a file without formulas that only its owner can read', async () => {
    const row = {
      id: 9,
      at: '2023-08-01T10:00:00+08:00',
      realAt: '2026-01-01T10:00:00+08:00',
      userId: '=cmd',
      requestId: 'r',
      roll: 0,
      totalWeight: 1,
      weightsVersion: 1,
      hitLevel: 3,
      givenLevel: 0,
      stockLeft: null,
    };
    await answering(
      { ok: true, data: { next: 9, rows: [row] } },
      { ok: true, data: { next: null, rows: [{ ...row, id: 8, userId: 'U1' }] } },
    );
    const file = join(folder, 'audit.csv');
    expect(await run('draw', 'audit', '--user', '=cmd', '--day', '2023-08-01', '--csv', file)).toEqual({
      code: 0,
      output: `2 rows written to ${file}.`,
    });
    expect(asked).toEqual([
      { command: 'draw.audit', user: '=cmd', day: '2023-08-01', limit: 1_000 },
      { command: 'draw.audit', user: '=cmd', day: '2023-08-01', before: 9, limit: 1_000 },
    ]);
    const [header, first, second] = (await readFile(file, 'utf8')).split('\r\n');
    expect(header).toBe('id,at,userId,hitLevel,givenLevel,stockLeft,roll,totalWeight,weightsVersion,requestId,realAt');
    expect([first, second]).toEqual([
      "9,2023-08-01T10:00:00+08:00,'=cmd,3,0,,0,1,1,r,2026-01-01T10:00:00+08:00",
      expect.stringMatching(/^8,.*,U1,/),
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('lists the coupons with their caps, and warns where the rules that users read differ', async () => {
    const pools = [
      {
        name: 'coupon',
        giftName: '10元电费券',
        cap: 500,
        issued: 3,
        dailyCap: 1_000,
        today: { cap: 1_000, issued: 2 },
      },
    ];
    await answering({ ok: true, data: { day: '2023-08-01', pools } });
    const { output } = await run('coupons', 'set', 'coupon', 'cap=500', 'daily=none', '--as', '王梅');
    expect(asked).toEqual([{ command: 'coupons.set', pool: 'coupon', cap: 500, dailyCap: null, by: '王梅', why: '' }]);
    expect(output).toMatch(
      /coupon\s+500\s+3\s+1000\s+2 of 1000\s+10元电费券\ntoday is 2023-08-01 \(business time, China\)\n! 10元电费券: the rules that users read say 100000 in all, and its cap is 500\./,
    );
  });

  it('names a file that cannot be read', async () => {
    expect(await run('draw', 'import-codes', '3', join(folder, 'none.csv'))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/none\.csv can't be read/),
    });
  });

  it('succeeds for a file that was imported before', async () => {
    await answering({ ok: true, data: { importId: null, imported: 0, rejected: [{ row: 1, reason: 'known' }] } });
    const file = join(folder, 'codes.csv');
    await writeFile(file, 'code,pwd\nA1,P1\n');
    expect((await run('draw', 'import-codes', '3', file)).code).toBe(0);
  });
});

describe("the contest's works", () => {
  const work = {
    id: 'abc',
    kind: 'recipe',
    status: 'approved',
    revision: 1,
    userId: 'U1',
    nickName: '小林',
    cookName: '番茄牛腩煲',
    desc: '内容',
    cookTime: '',
    materials: '',
    tips: '',
    images: ['a.jpg'],
    steps: [],
    mark: '',
    prize: 0,
    addedAt: '2023-08-01T10:00:00+08:00',
    submittedAt: '2023-08-01T10:00:00+08:00',
    decisions: [{ decision: 'approved', reason: '', by: '王梅', at: '2023-08-01T11:00:00+08:00', revision: 1 }],
  };

  it.each([
    [['works', 'approve', 'abc', '--as', '王梅'], { command: 'works.approve', id: 'abc', by: '王梅' }],
    [
      ['works', 'approve', 'abc', '--as', '王梅', '--final'],
      { command: 'works.approve', id: 'abc', by: '王梅', holdSeconds: 0 },
    ],
    [['works', 'undo', 'abc', '--as', '王梅'], { command: 'works.undo', id: 'abc', by: '王梅' }],
    [
      ['works', 'reject', 'abc', '图片不够清晰', '--as', '王梅'],
      { command: 'works.reject', id: 'abc', reason: '图片不够清晰', by: '王梅' },
    ],
    [['works', 'prize', 'abc', '2', '--as', '王梅'], { command: 'works.prize', id: 'abc', level: 2, by: '王梅' }],
    [['works', 'show', 'abc'], { command: 'works.show', id: 'abc' }],
  ])('%j asks the server', async (args, request) => {
    await answering({ ok: true, data: work });
    expect((await run(...args)).code).toBe(0);
    expect(asked).toEqual([request]);
  });

  it('are listed with who decided', async () => {
    await answering({ ok: true, data: { pending: 3, works: [work], next: null } });
    const { output } = await run('works', 'list', '--show', 'decided');
    expect(output).toMatch(
      /abc\s+approved\s+2023-08-01 10:00\s+1\s+approved by 王梅\s+番茄牛腩煲\n3 waiting for review$/,
    );
  });

  it('are listed in parts, each with the command for the next one', async () => {
    await answering({ ok: true, data: { pending: 3, works: [work], next: '7.abc' } });
    const { output } = await run('works', 'list', '--show', 'decided', '--after', '8.abd', '--limit', '1');
    expect(asked).toEqual([{ command: 'works.list', show: 'decided', limit: 1, after: '8.abd' }]);
    expect(output).toContain('More: npm run ops -- works list --show decided --after 7.abc');
  });

  it.each([
    [['works', 'approve', 'abc']],
    [['works', 'reject', 'abc', '--as', 'x']],
    [['works', 'prize', 'abc', '9', '--as', 'x']],
    [['works', 'list', '--show', 'every']],
    [['works', 'list', '--search', ' ']],
    [['works', 'list', '--since', '2023-02-30']],
    [['works', 'list', '--limit', '101']],
    [['works', 'list', '--after', 'abc']],
    [['works', 'undo', 'abc']],
  ])('%j is malformed', async (args) => {
    expect((await run(...args)).code).toBe(2);
    expect(asked).toEqual([]);
  });

  it('print a link to the review page, in the name of who asked', async () => {
    const link = 'https://operators.example/enter?key=abc';
    await answering({ ok: true, data: { link } });
    const { code, output } = await run('works', 'review', '--as', '王梅', '--why', 'the morning queue');
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/as 王梅:\nhttps:\/\/operators.example\/enter\?key=abc$/),
    ]);
    expect(asked).toEqual([{ command: 'works.review', by: '王梅', why: 'the morning queue' }]);
  });
});
