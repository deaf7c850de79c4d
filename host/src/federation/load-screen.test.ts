import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActivityModule } from '@fridge/shared-contracts';
import { checkRelease, createRemoteModules, loadScreen, releaseFiles, waitForStyles } from './load-screen.ts';

const route = { route: { path: '/open', title: '', window: null, tone: null, scripts: [], keeps: false } };
const Screen = () => null;
const activity = (load: () => Promise<unknown>, contract = '3.0') =>
  ({ contract, screens: { '/open': load } }) as ActivityModule; // some rows give something else
const never = () => new Promise<never>(() => undefined);
const entry = 'https://campaign.example/remoteEntry-abc.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Where and why it failed, once every limit has passed. */
async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const outcome = work.then(
    (value) => value,
    (error: { phase: string; reason: string; kind: string }) => [error.phase, error.reason, error.kind],
  );
  await vi.advanceTimersByTimeAsync(20_000);
  return outcome;
}

describe('a release', () => {
  it.each([
    ['1.1', 'outdated', 'outdated'],
    ['4.0', 'tooNew', 'outdated'],
    ['3.9', 'tooNew', 'outdated'],
    ['soon', 'malformed', 'outdated'],
  ])('built for contract %s is refused before anything is fetched: %s', (contract, reason, kind) => {
    expect(() => checkRelease({ contract, entry }, ['https://campaign.example'])).toThrow(
      expect.objectContaining({ phase: 'contract', reason, kind }),
    );
  });

  it('is refused when its code has another origin', () => {
    expect(() => checkRelease({ contract: '3.0', entry }, ['https://other.example'])).toThrow(
      expect.objectContaining({ phase: 'origin', reason: 'foreign' }),
    );
    expect(() => checkRelease({ contract: '3.0', entry }, ['https://campaign.example'])).not.toThrow();
  });
});

describe('the activity module', () => {
  it.each([
    ['hangs', never, ['entry', 'timeout', 'timeout']],
    ['fails', () => Promise.reject(new Error('gone')), ['entry', 'network', 'failed']],
    ['is something else', () => Promise.resolve({ default: 42 }), ['activity', 'malformed', 'failed']],
    [
      'was built for another contract',
      () => Promise.resolve({ default: activity(never, '1.1') }),
      ['contract', 'outdated', 'outdated'],
    ],
  ])('is bounded and checked when it %s', async (_, importActivity, failure) => {
    const { loadActivity } = createRemoteModules({ importActivity });
    expect(await failureOf(loadActivity('campaign2023', entry, Promise.resolve()))).toEqual(failure);
  });
});

describe('an attempt', () => {
  const modules = () => createRemoteModules({ importActivity: never });

  it('that fails moves the next one of its remote to new addresses', () => {
    const { attemptOf, failed } = modules();
    failed('campaign2023', 0);
    failed('campaign2023', 1);
    expect([attemptOf('campaign2023'), attemptOf('draw')]).toEqual([2, 0]);
  });

  it('counts one failure once, however many visits share it, and none that comes late', () => {
    const { attemptOf, failed } = modules();
    failed('campaign2023', 0);
    failed('campaign2023', 0);
    failed('campaign2023', 1);
    failed('campaign2023', 0);
    expect(attemptOf('campaign2023')).toBe(2);
  });

  it('that fails at the last address leaves nothing but a new page', () => {
    const { attemptOf, failed, isUsedUp } = modules();
    const outcomes = [0, 1, 2, 3].map((tried) => {
      failed('campaign2023', tried);
      return isUsedUp('campaign2023');
    });
    expect([outcomes, isUsedUp('draw'), attemptOf('campaign2023')]).toEqual([[false, false, false, true], false, 4]);
    expect(releaseFiles(release, homeRoute, 4)).toEqual(releaseFiles(release, homeRoute, 3));
  });

  it('has as many addresses as it likes in development', () => {
    vi.stubEnv('MODE', 'development');
    const { failed, isUsedUp } = modules();
    for (let tried = 0; tried < 5; tried += 1) failed('campaign2023', tried);
    expect(isUsedUp('campaign2023')).toBe(false);
    vi.unstubAllEnvs();
  });

  it('imports nothing before it is covered, and nothing at all if that fails', async () => {
    const importActivity = vi.fn(async () => ({ default: activity(never) }));
    const { loadActivity } = createRemoteModules({ importActivity });
    const covered = Promise.reject(new Error('changed'));
    expect(await failureOf(loadActivity('campaign2023', entry, covered))).toEqual(['entry', 'network', 'failed']);
    expect(importActivity).not.toHaveBeenCalled();
  });
});

describe('the screen', () => {
  it('is what its module exports', async () =>
    expect(
      await loadScreen(
        activity(async () => ({ default: Screen })),
        route,
      ),
    ).toBe(Screen));

  it.each([
    ['hangs', activity(never), ['screen', 'timeout', 'timeout']],
    ['fails', activity(() => Promise.reject(new Error('gone'))), ['screen', 'network', 'failed']],
    [
      'throws',
      activity(() => {
        throw new Error('gone');
      }),
      ['screen', 'network', 'failed'],
    ],
    ['is no component', activity(async () => ({ default: 'x' })), ['screen', 'malformed', 'failed']],
    ['is missing', { contract: '3.0', screens: {} }, ['screen', 'missing', 'failed']],
  ])('is bounded and checked when it %s', async (_, module, failure) =>
    expect(await failureOf(loadScreen(module, route))).toEqual(failure),
  );
});

describe('the styles', () => {
  it.each([
    ['fail', Promise.resolve(false), ['styles', 'network', 'failed']],
    ['hang', never(), ['styles', 'timeout', 'timeout']],
    ['are in force', Promise.resolve(true), undefined],
  ])('are waited for, and bounded, when they %s', async (_, ready, outcome) =>
    expect(await failureOf(waitForStyles(ready))).toEqual(outcome),
  );
});

const release = {
  entry: 'https://cdn.example/campaign/remoteEntry-abc.js',
  styles: [{ file: 'assets/style-1.css', integrity: 'sha384-x', bytes: 1 }],
};
const homeRoute = { scripts: ['remoteEntry-abc.js', 'assets/home-1.js'] };

describe('releaseFiles', () => {
  it('loads the first attempt from where the release stands', () => {
    expect(releaseFiles(release, homeRoute, 0)).toEqual({
      entry: 'https://cdn.example/campaign/remoteEntry-abc.js',
      scripts: ['https://cdn.example/campaign/remoteEntry-abc.js', 'https://cdn.example/campaign/assets/home-1.js'],
      styles: [{ href: 'https://cdn.example/campaign/assets/style-1.css', integrity: 'sha384-x' }],
    });
  });

  it('moves every address of a later attempt, at the root of the origin', () => {
    const { scripts, styles, ...moved } = releaseFiles(release, homeRoute, 2);
    expect(moved.entry).toBe('https://cdn.example/~2/campaign/remoteEntry-abc.js');
    for (const url of [...scripts, ...styles.map(({ href }) => href)])
      expect(new URL(url).pathname).toMatch(/^\/~2\/campaign\//);
  });
});
