import { serveRelease } from '@fridge/server/testing/release-origin';
import { contractText } from '@fridge/shared-contracts';
import type { RegistryEntry } from '@fridge/shared-contracts/page';
import { expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { answeringServer } from './testing/answering-server.ts';
import { listedRemote } from './testing/listed-remote.ts';

const { answeringBy, run, path } = answeringServer();

const noDraw = { ok: true, data: { weightsVersion: 1, outcomes: [], warnings: [] } };
const registryOf = (...remotes: object[]) => ({
  ok: true,
  data: { serial: 3, remotes, unlisted: [] },
});
const fine = { serial: 1, wrong: [], doubtful: [], set: [] };
/** `status` asks for each on a connection of its own. */
const answeringStatus = (registry: object, warnings: object = noDraw, others: Readonly<Record<string, unknown>> = {}) =>
  answeringBy(({ command }) => {
    if (command === 'remotes') return registry;
    const data = { 'config list': [], 'settings check': fine, ...others }[command];
    return data === undefined ? warnings : { ok: true, data };
  });

it("names a remote that pages can't open, and shows the others", async () => {
  const problems = ["its release 9.0.0 isn't there: publish it, or name another"];
  const leftOut = listedRemote({ name: 'contest', entry: null, version: null, problems });
  await answeringStatus({
    ok: true,
    data: { serial: 3, remotes: [listedRemote(), leftOut], unlisted: ['spring'] },
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

it('names files and versions that do not count, and settings without effect', async () => {
  const fileRefused = 'remotes.draw.enabled: Invalid type: Expected boolean';
  const version = { by: 'Wang', why: '', way: 'command', at: '2023-08-01T10:00:00.000+08:00' };
  const listed = [
    { name: 'registry', serial: 3, ...version, unfit: null, fileRefused },
    { name: 'draw', serial: 4, ...version, unfit: { serial: 5, faults: ['levels: too new'] }, fileRefused: null },
  ];
  const checked = { serial: 2, wrong: [], doubtful: ['windows.drwa: did you mean draw?'], set: [] };
  await answeringStatus(registryOf(), noDraw, { 'config list': listed, 'settings check': checked });
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

it("reports which release an origin serves, and which files pages don't get", async () => {
  const served = await serveRelease();
  try {
    const described: RegistryEntry & { version: string } = await (await fetch(`${served.address}release.json`)).json();
    const entry = { ...described, enabled: true, pin: null, entry: `${served.address}${described.entry}` };
    const altered = {
      ...entry,
      version: '1.0.0+aaaa',
      styles: [{ file: 'assets/style-1.css', integrity: `sha384-${'A'.repeat(64)}`, bytes: 4 }],
    };
    let listed: object = listedRemote({ version: entry.version, entry });
    await answeringBy(({ command }) => (command === 'remotes' ? registryOf(listed) : noDraw));
    const { output } = await run('status');
    expect(output).toMatch(new RegExp(`^draw\\s+on\\s+1\\.0\\.1\\+bbbb\\s+contract ${contractText}\\s+http`));
    expect(output).toMatch(/\n\s+served: 1\.0\.1\+bbbb, 3 files as registered/);
    const env = { STATE_DIR: path(), PORT: '80', PUBLIC_HOST_ORIGIN: 'https://activities.example' };
    expect(await runCli(['status'], { env })).toEqual({ code: 0, output });
    expect(served.origins).toContain('https://activities.example');
    const canary = { release: '1.0.0+aaaa', percent: 10, entry: altered };
    listed = listedRemote({ version: entry.version, entry, canary, gaveWay: ['canary 9.0.0: gone'] });
    expect((await run('status')).output).toMatch(
      /3 files as registered\n +canary: 1\.0\.0\+aaaa for 10 %\n! +without effect: canary 9\.0\.0: gone\n! +its origin serves/,
    );
    listed = listedRemote({ version: '1.0.0+aaaa', entry: altered });
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
  const event = {
    id: 7,
    at,
    businessAt: at,
    by: 'roll-back',
    way: 'program',
    command: '',
    why: '1.5.0 failed',
    about: ['registry', 'draw'],
    changes: [],
    undoes: null,
    undoneBy: null,
  };
  await answeringBy(({ command }) => {
    if (command === 'history') return { ok: true, data: { events: [event], next: null } };
    return command === 'remotes' ? registryOf(listedRemote({ canary })) : noDraw;
  });
  expect((await run('status')).output.includes('\n! draw: its canary was taken back: 1.5.0 failed\n')).toBe(isNamed);
});

it("warns of a draw that can't give what it promises", async () => {
  const outcomes = [
    { level: 3, giftName: '超市卡', isVirtual: true, weight: 1, share: '100%', stock: 9, issued: 2, codesLeft: 5 },
  ];
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
  const warning = 'level 3 (超市卡): its stock lets 7 more be won, and 5 codes are at hand';
  const listed = { weightsVersion: 2, outcomes, warnings: [warning] };
  await answeringBy(({ command }) => {
    if (command === 'remotes') return registryOf();
    if (command === 'server') return { ok: true, data: running };
    return { ok: true, data: listed };
  });
  const { output } = await run('status');
  expect(output).toMatch(/\ndraw gives {6}超市卡 100%\n/);
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
  expect((await run('draw', 'list')).output).toContain(`\n! ${warning}`);
});

it('reports a remote that was built for another contract', async () => {
  await answeringStatus(registryOf(listedRemote({ entry: { ...listedRemote().entry, contract: '1.0' } })));
  expect((await run('status')).output).toContain('not opened: built for contract 1.0');
});
