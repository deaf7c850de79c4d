import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { specifiedWindows } from '@fridge/shared-contracts';
import type { RuntimeSettings } from '@fridge/shared-contracts/host';
import { demonstrationWindows } from '../demo/demo-settings.ts';
import { testSettings as defaults } from '../testing/settings.ts';
import { type LiveSettings, openSettings } from './live-settings.ts';

let folder: string;
let operator: string;
let effective: string;
let printed: string[];
let open: LiveSettings[];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
  operator = join(folder, 'settings.json');
  effective = join(folder, 'run', 'settings.json');
  printed = [];
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((settings) => settings.stop()));
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<LiveSettings> {
  const settings = await openSettings(
    defaults,
    { settings: operator, effectiveSettings: effective, registry: join(folder, 'remotes.json') },
    (line) => printed.push(line),
  );
  open.push(settings);
  return settings;
}
const written = async (): Promise<RuntimeSettings> => JSON.parse(await readFile(effective, 'utf8'));
const save = (own: unknown) => writeFile(operator, JSON.stringify(own));
const aSecondPasses = () => vi.advanceTimersByTime(1_000);
const closed = { windows: { draw: { start: null, end: '2023-08-01T10:00:00+08:00' } } };

describe('the settings in force', () => {
  it('are the defaults at first, with an empty file', async () => {
    expect((await start()).current()).toEqual(defaults);
    expect(await written()).toEqual(defaults);
    expect(await readFile(operator, 'utf8')).toBe('{}\n');
  });

  it('reach pages and server within seconds of an edit, without a request', async () => {
    const settings = await start();
    await save(closed);
    aSecondPasses();
    await vi.waitFor(async () => expect((await written()).windows['draw']).toEqual(closed.windows.draw));
    expect(settings.current().windows).toEqual({ ...defaults.windows, ...closed.windows });
  });

  it.each([
    ['half written', '{"windows": {', /settings\.json: /],
    ['no object', '[]', /a JSON object/],
    ['wrong in one field', '{"apiBase":"javascript:alert(1)"}', /apiBase: an http or https address/],
  ])('stay the last good ones while the file is %s, which is printed once', async (_, text, problem) => {
    await save(closed);
    const settings = await start();
    await writeFile(operator, text);
    aSecondPasses();
    await vi.waitFor(() => expect(printed).toEqual([expect.stringMatching(problem)]));
    expect(settings.current().windows['draw']).toEqual(closed.windows.draw);
    await save({ shopPage: 'https://shop.example/' });
    aSecondPasses();
    expect(settings.current().shopPage).toBe('https://shop.example/');
    expect(printed).toHaveLength(1);
  });

  it('count without a field that does not exist, which is named once', async () => {
    const settings = await start();
    await save({ ...closed, windows: { ...closed.windows, drwa: { end: null } }, limits: { usr: 5 } });
    aSecondPasses();
    await vi.waitFor(() =>
      expect(printed).toEqual([
        expect.stringMatching(/settings\.json: windows\.drwa: .*did you mean draw/),
        expect.stringMatching(/settings\.json: limits\.usr: /),
      ]),
    );
    expect(settings.current().windows['draw']).toEqual(closed.windows.draw);
    aSecondPasses();
    expect(printed).toHaveLength(2);
  });

  it('stay the last good ones while the file is gone', async () => {
    await save(closed);
    const settings = await start();
    await rm(operator);
    aSecondPasses();
    expect(settings.current().windows['draw']).toEqual(closed.windows.draw);
  });

  it('count for pages when the disk is full, and are written later', async () => {
    const settings = await start();
    await rm(join(folder, 'run'), { recursive: true });
    await writeFile(join(folder, 'run'), 'a file where the folder was');
    await save(closed);
    aSecondPasses();
    await vi.waitFor(() => expect(printed).toEqual([expect.stringMatching(/run\/settings\.json can't be written/)]));
    expect(settings.current().windows['draw']).toEqual(closed.windows.draw);
    aSecondPasses();
    expect(printed).toHaveLength(1);
    await rm(join(folder, 'run'));
    // A write that failed may still be under way at the first second; the next one tries again.
    const triesAgain = async () => {
      aSecondPasses();
      expect((await written()).windows['draw']).toEqual(closed.windows.draw);
    };
    await vi.waitFor(triesAgain, { timeout: 10_000 });
  });

  it('can be opened where nothing can be written', async () => {
    await mkdir(effective, { recursive: true });
    await mkdir(operator);
    expect((await start()).current()).toEqual(defaults);
    expect(printed).not.toEqual([]);
  });

  it('lie over other defaults once those are known', async () => {
    await save(closed);
    const settings = await start();
    const moved = { ...defaults, windows: demonstrationWindows(Date.parse('2024-01-01T00:00:00+08:00')) };
    expect(await settings.setDefaults(moved)).toBe(true);
    expect(settings.current().windows).toEqual({ ...moved.windows, ...closed.windows });
    expect(await written()).toEqual(settings.current());
    expect(await settings.setDefaults(moved)).toBe(false);
  });
});

describe('demonstrationWindows', () => {
  it('opens the windows that would be closed, and no other', () => {
    expect(demonstrationWindows(Date.parse('2023-08-01T10:00:00+08:00'))).toEqual({
      campaign2023: specifiedWindows.campaign2023,
      draw: specifiedWindows.draw,
      contest: { start: null, end: '2023-09-30T02:00:00Z' },
    });
  });

  it('are the specified windows where business time is real time', () =>
    expect(demonstrationWindows(null)).toEqual(specifiedWindows));
});

describe('the demonstration', () => {
  it('has usage events sent to its own server', () =>
    expect(defaults.tracking).toEqual({ enabled: true, endpoint: `${defaults.apiBase}/track`, analytics: null }));
  it('names the three calls of 2023', () =>
    expect(Object.keys(defaults.activity2023)).toEqual(['isDirect', 'getNewAnswer', 'AnswerQuestion']));
});
