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
    ['4.0', 'tooNew', 'incompatible'],
    ['3.9', 'tooNew', 'incompatible'],
    ['soon', 'malformed', 'failed'],
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
    expect(
      await failureOf(createRemoteModules({ importActivity }).begin('campaign2023', entry).loadActivity(entry)),
    ).toEqual(failure);
  });
});

describe('an attempt', () => {
  const modules = () => createRemoteModules({ importActivity: never });

  it('that fails moves the next one to new addresses, and no two failed ones share theirs', () => {
    const remotes = modules();
    const numbers = [0, 1, 2].map(() => {
      const attempt = remotes.begin('campaign2023', entry);
      attempt.discard();
      return attempt.number;
    });
    expect([numbers, remotes.begin('draw', 'https://draw.example/remoteEntry.js').number]).toEqual([[0, 1, 2], 0]);
  });

  it('that was abandoned takes nothing away from a later visit that loaded well', () => {
    const remotes = modules();
    const abandoned = remotes.begin('campaign2023', entry);
    const later = remotes.begin('campaign2023', entry);
    later.succeed();
    abandoned.discard();
    expect(remotes.begin('campaign2023', entry).number).toBe(0);
  });

  it('that was abandoned and failed first gives its addresses back to a later visit that loaded well', () => {
    const remotes = modules();
    const abandoned = remotes.begin('campaign2023', entry);
    const later = remotes.begin('campaign2023', entry);
    abandoned.discard();
    later.succeed();
    expect(remotes.begin('campaign2023', entry).number).toBe(0);
    later.discard(); // its screen crashed
    expect(remotes.begin('campaign2023', entry).number).toBe(2);
  });

  it('counts one failure once, however many visits share it', () => {
    const remotes = modules();
    const both = [remotes.begin('campaign2023', entry), remotes.begin('campaign2023', entry)];
    for (const attempt of both) attempt.discard();
    expect(remotes.begin('campaign2023', entry).number).toBe(1);
  });

  it('that fails at the last address leaves nothing but a new page, until one loads well', () => {
    const remotes = modules();
    const isUsedUp = () => remotes.isUsedUp(entry);
    const outcomes = [0, 1, 2, 3, 4].map(() => {
      const { number, discard } = remotes.begin('campaign2023', entry);
      const before = isUsedUp();
      discard();
      return [number, before, isUsedUp()];
    });
    expect(outcomes).toEqual([
      [0, false, false],
      [1, false, false],
      [2, false, false],
      [3, false, true],
      [3, true, true],
    ]);
    remotes.begin('campaign2023', entry).succeed();
    expect([isUsedUp(), remotes.isUsedUp('https://campaign.example/remoteEntry-next.js')]).toEqual([false, false]);
  });

  it('has as many addresses as it likes in development', () => {
    vi.stubEnv('MODE', 'development');
    const remotes = modules();
    for (let failed = 0; failed < 5; failed += 1) remotes.begin('campaign2023', entry).discard();
    expect([remotes.begin('campaign2023', entry).number, remotes.isUsedUp(entry)]).toEqual([5, false]);
    vi.unstubAllEnvs();
  });

  it('imports nothing before it is covered, and nothing at all if that fails', async () => {
    const importActivity = vi.fn(async () => ({ default: activity(never) }));
    const attempt = createRemoteModules({ importActivity }).begin('campaign2023', entry);
    expect(await failureOf(attempt.loadActivity(entry, Promise.reject(new Error('changed'))))).toEqual([
      'entry',
      'network',
      'failed',
    ]);
    expect(importActivity).not.toHaveBeenCalled();
  });

  it('whose screen crashes is discarded though it had loaded well', () => {
    const remotes = modules();
    const attempt = remotes.begin('campaign2023', entry);
    attempt.succeed();
    attempt.discard();
    expect(remotes.begin('campaign2023', entry).number).toBe(1);
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
