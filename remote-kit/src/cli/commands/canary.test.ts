import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerCode } from '@fridge/shared-contracts/page';
import { kitText } from '@fridge/shared-contracts/team';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEY_FILE, readTeamKey, writeNewKey } from '../team-key.ts';
import { startPublishingServer } from '../testing/publishing-server.ts';
import { runIn } from '../testing/run-in.ts';

let folder = '';
let server: Awaited<ReturnType<typeof startPublishingServer>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remote-kit-canary-'));
  await writeNewKey(folder, KEY_FILE);
  server = await startPublishingServer((await readTeamKey(folder, {})).publicKey);
  const settings = { team: 'outdoors', api: server.url, host: 'http://host.example', origin: null };
  await writeFile(join(folder, 'remote-kit.json'), JSON.stringify(settings));
  await writeFile(
    join(folder, 'release.config.ts'),
    `export const release = { name: 'picnic', version: '1.1.0', contract: '3.0', routes: [{ path: '/picnic', screen: 'src/screen.tsx' }] };`,
  );
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => void (server.seen.length = 0));

const run = (...args: string[]) => runIn(folder, ...args);

const running = { release: '1.1.0', percent: 10 };
const state = (fields: object = {}) => ({
  code: answerCode.success,
  data: { name: 'picnic', stable: '1.0.0', canary: running, before: null, outcomes: [], history: [], ...fields },
});
const line = '10 % of the users get 1.1.0; all others get 1.0.0.';

describe('canary', () => {
  it('starts, grows and ends', async () => {
    const steps = { percent: 25, minutes: 1 };
    server.reply(
      state(),
      state({ canary: { ...running, percent: 100, steps }, before: running }),
      state({ before: running }),
      state({ canary: null, before: running }),
      state({ canary: null }),
    );
    expect((await run('canary', '1.1.0', '10', '--why', 'try it')).out).toBe(
      `${line}\nHow it does: npx remote-kit canary\nFor more of them: npx remote-kit canary 1.1.0 25\n` +
        'For all, and the canary ends: npx remote-kit promote\nFor none: npx remote-kit canary end',
    );
    const grown = await run('canary', '1.1.0', '100', '--grow', '25', '--every', '1');
    expect(grown.out).toContain('100 % of the users get 1.1.0, 25 % more every minute; all others get 1.0.0.\nHow it');
    expect(grown.out).not.toContain('For more');
    expect((await run('canary', '1.1.0', '10')).out).toContain(`${line} That was so already.`);
    expect((await run('canary', 'end')).out).toBe(
      'The canary 1.1.0 has ended. All users get 1.0.0 with the next page that they open.\n' +
        'To begin again: npx remote-kit canary 1.1.0 10',
    );
    expect((await run('canary', 'end')).out).toBe('All users get 1.0.0: no canary runs.');
    expect(server.seen.map(({ action, body }) => [action, body]).slice(0, 4)).toEqual([
      ['canary', { kit: kitText, name: 'picnic', change: { kind: 'start', ...running }, why: 'try it' }],
      ['canary', expect.objectContaining({ change: { kind: 'start', release: '1.1.0', percent: 100, steps } })],
      ['canary', expect.objectContaining({ change: { kind: 'start', ...running } })],
      ['canary', expect.objectContaining({ change: { kind: 'end' } })],
    ]);
  });

  it('tells how it does beside the other, and what was changed', async () => {
    const outcomes = [
      { version: '1.1.0', visitors: 120, opens: 131, failed: 2 },
      { version: '1.0.0', visitors: 1080, opens: 1204, failed: 9 },
    ];
    const change = { change: 'canary 1.1.0 for 10 %', by: 'outdoors/0123', way: 'team', why: 'try it', at: 0 };
    server.reply(state({ outcomes, history: [change] }));
    const { out } = await run('canary');
    expect(out.split('\n')).toEqual([
      line,
      'version  visitors  failed for  opened',
      '1.1.0    120       2           131',
      '1.0.0    1080      9           1204',
      'Why, and how fast it was: npx remote-kit health',
      'Last changes:',
      'at                    change                 by             why',
      '1970-01-01T00:00:00Z  canary 1.1.0 for 10 %  outdoors/0123  try it',
      'For more of them: npx remote-kit canary 1.1.0 25',
      'For all, and the canary ends: npx remote-kit promote',
      'For none: npx remote-kit canary end',
    ]);
    expect(server.seen[0]?.body).toMatchObject({ change: null });
  });

  it('says why the server took it back', async () => {
    const why = '31 of 200 visitors failed; of 1.0.0, 2 of 1800';
    const history = [
      { change: 'canary ended, 1.1.0 for 10 %', by: 'roll-back', way: 'program', why, at: 1 },
      { change: 'canary 1.1.0 for 10 %', by: 'outdoors/0123', way: 'team', why: '', at: 0 },
    ];
    server.reply(state({ canary: null, history }));
    expect((await run('canary')).out).toContain(
      `No canary of picnic runs: all users get 1.0.0.\nThe server took the last one back: ${why}\nLast changes:`,
    );
  });

  it.each([
    [['1.1.0'], 'PERCENT is missing: npx remote-kit canary 1.1.0 10'],
    [['1.1.0', '101'], 'It takes a whole number from 0 to 100'],
    [['1.1.0', 'ten'], 'It takes a whole number from 0 to 100'],
    [['edn'], "'edn' is invalid"],
    [['25'], 'a version such as 1.4.0'],
    [['end', '10'], 'PERCENT, --grow and --every need VERSION'],
    [['end', '--grow', '10', '--every', '30'], 'PERCENT, --grow and --every need VERSION'],
    [['1.1.0', '10', '20'], 'too many arguments'],
  ])('%j is wrong usage', async (words, message) => {
    expect(await run('canary', ...words)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(server.seen).toEqual([]);
  });

  it('prints every reason of a refusal', async () => {
    const problems = ['a canary of picnic runs already', 'its route /picnic belongs to draw'];
    server.reply({ code: answerCode.badInput, msg: '', data: { problems, kit: kitText } });
    const { code, err } = await run('canary', '1.2.0', '10');
    expect(code).toBe(1);
    expect(err).toMatch(/refuses to make picnic 1\.2\.0 the canary\. Nothing was changed:\n- a canary.*\n- its route/);
    expect(err).not.toContain('It speaks');
  });

  it('says that the server is of another version', async () => {
    server.reply({ code: answerCode.badInput, msg: '参数错误', data: { problems: [], kit: '1.0' } });
    const { code, err } = await run('canary');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`It speaks version 1.0 of remote-kit's API, and this kit ${kitText}.`),
    ]);
  });
});

describe('health', () => {
  it('tells what failed and how fast it was', async () => {
    const seen = { views: 40, visitors: 30, opens: 38, failed: 3, load: { p50: 800, p75: 1_200, p95: 3_400 } };
    const thrown = { at: 'src/spots.tsx:3:5', message: 'Error: no spots', browsers: ['Chrome 126', 'Safari 17'] };
    const failures = [
      { phase: 'render', reason: 'threw', views: 3, ...thrown },
      { phase: 'entry', reason: 'missing', views: 1 },
    ];
    const release = {
      version: '1.1.0',
      state: 'canary',
      percent: 10,
      ...seen,
      failures,
      lcp: 1_100,
      inp: 80,
      cls: 0.012,
    };
    server.reply({ code: 0, data: { name: 'picnic', hours: 6, truncated: false, releases: [release] } });
    const { code, out } = await run('health', '--hours', '6');
    expect(code).toBe(0);
    expect(out).toMatch(/^picnic on pages, the last 6 hours:\n.*\n1\.1\.0 +canary 10 % +30 +38 +3 +7\.5 % /);
    expect(out).toMatch(
      /\n1\.1\.0 +render +threw +3 +src\/spots\.tsx:3:5 +Error: no spots +Chrome 126, Safari 17\n1\.1\.0 +entry +missing +1 +- +- +-$/,
    );
    expect(server.seen.map(({ action, body }) => [action, body])).toEqual([
      ['health', { kit: kitText, name: 'picnic', hours: 6 }],
    ]);
  });

  it.each(['0', '337', 'all', '1.5', ''])('takes no %j for hours', async (hours) => {
    expect(await run('health', `--hours=${hours}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('It takes a whole number from 1 to 336.'),
    });
    expect(server.seen).toEqual([]);
  });
});

describe('promote and rollback', () => {
  it('promote the canary, and say that it ended', async () => {
    server.reply(
      { code: 0, data: { name: 'picnic', from: '1.0.0', to: '1.1.0', canary: null, ended: running } },
      { code: 0, data: { name: 'picnic', from: '1.0.0', to: '1.0.1', canary: running, ended: null } },
    );
    expect((await run('promote')).out).toContain('Its canary has ended.');
    expect((await run('promote', '1.0.1', '--drop-routes', '/picnic/old')).out).toContain(
      'The canary goes on: 10 % of the users get 1.1.0; all others',
    );
    expect(server.seen.map(({ body }) => body)).toEqual([
      expect.objectContaining({ version: null }),
      expect.objectContaining({ version: '1.0.1', dropRoutes: ['/picnic/old'] }),
    ]);
  });

  it('roll the canary back before the rest', async () => {
    server.reply({ code: 0, data: { name: 'picnic', from: '1.1.0', to: '1.0.0', ended: running } });
    expect((await run('rollback')).out).toContain('The canary 1.1.0 has ended: all users get picnic 1.0.0');
  });
});

it('releases lists what was published, and who gets it', async () => {
  const release = {
    version: '1.0.0+aa',
    contract: '3.1',
    isInForce: true,
    percent: null,
    removedAt: null,
    at: '2026-11-28T11:00:00+08:00',
    by: 'outdoors/d5d5',
    why: '',
  };
  const canary = { ...release, version: '1.1.0+bb', isInForce: false, percent: 10, why: 'larger' };
  const removed = { ...release, version: '0.9.0+cc', isInForce: false, removedAt: release.at };
  server.reply({ code: answerCode.success, data: { name: 'picnic', releases: [release, canary, removed] } });
  const { code, out } = await run('releases');
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^version +users +published \(\+08:00\) +by +why$/),
    expect.stringMatching(/^1\.0\.0\+aa +all, but for those of a canary +2026-11-28 11:00 +outdoors\/d5d5$/),
    expect.stringMatching(/^1\.1\.0\+bb +canary, 10 % .* larger$/),
    expect.stringMatching(/^0\.9\.0\+cc +removed /),
  ]);
});
