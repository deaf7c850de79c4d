import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActivityModule } from '@fridge/shared-contracts';
import { checkRelease, createRemoteModules, loadScreen, styled } from './load-screen.ts';

const route = { route: { path: '/open', title: '', window: null, tone: null, scripts: [] } };
const Screen = () => null;
const activity = (load: () => Promise<unknown>, contract = '2.0') => ({ contract, screens: { '/open': load } }) as ActivityModule; // some rows give something else
const never = () => new Promise<never>(() => undefined);
const entry = 'https://campaign.example/remoteEntry-abc.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Where and why it failed, once every limit has passed. */
async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const outcome = work.then((value) => value, (error: { phase: string; reason: string; kind: string }) => [error.phase, error.reason, error.kind]);
  await vi.advanceTimersByTimeAsync(20_000);
  return outcome;
}

describe('a release', () => {
  it.each([
    ['1.1', 'outdated', 'outdated'],
    ['3.0', 'tooNew', 'incompatible'],
    ['2.1', 'tooNew', 'incompatible'],
    ['soon', 'malformed', 'failed'],
  ])('built for contract %s is refused before anything is fetched: %s', (contract, reason, kind) => {
    expect(() => checkRelease({ contract, entry }, ['https://campaign.example'])).toThrow(expect.objectContaining({ phase: 'contract', reason, kind }));
  });

  it('is refused when its code lies elsewhere', () => {
    expect(() => checkRelease({ contract: '2.0', entry }, ['https://other.example'])).toThrow(expect.objectContaining({ phase: 'origin', reason: 'foreign' }));
    expect(() => checkRelease({ contract: '2.0', entry }, ['https://campaign.example'])).not.toThrow();
  });
});

describe('the activity module', () => {
  it.each([
    ['hangs', never, ['entry', 'timeout', 'timeout']],
    ['fails', () => Promise.reject(new Error('gone')), ['entry', 'network', 'failed']],
    ['is something else', () => Promise.resolve({ default: 42 }), ['activity', 'malformed', 'failed']],
    ['was built for another contract', () => Promise.resolve({ default: activity(never, '1.1') }), ['contract', 'outdated', 'outdated']],
  ])('is bounded and checked when it %s', async (_, loadActivity, failure) => {
    expect(await failureOf(createRemoteModules({ loadActivity }).loadActivity('campaign2023', { entry }))).toEqual(failure);
  });

  it('is kept for the other routes of its release, until it is discarded or another release comes', async () => {
    const loadActivity = vi.fn(async () => ({ default: activity(never) }));
    const modules = createRemoteModules({ loadActivity });
    await modules.loadActivity('campaign2023', { entry });
    await modules.loadActivity('campaign2023', { entry });
    expect([loadActivity.mock.calls.length, modules.attempts('campaign2023')]).toEqual([1, 0]);
    await modules.loadActivity('campaign2023', { entry: 'https://campaign.example/remoteEntry-def.js' });
    modules.discard('campaign2023');
    expect(modules.attempts('campaign2023')).toBe(1);
    await modules.loadActivity('campaign2023', { entry: 'https://campaign.example/remoteEntry-def.js' });
    expect(loadActivity).toHaveBeenCalledTimes(3);
  });
});

describe('the screen', () => {
  it('is what its module exports', async () => expect(await loadScreen(activity(async () => ({ default: Screen })), route)).toBe(Screen));

  it.each([
    ['hangs', activity(never), ['screen', 'timeout', 'timeout']],
    ['fails', activity(() => Promise.reject(new Error('gone'))), ['screen', 'network', 'failed']],
    ['throws', activity(() => { throw new Error('gone'); }), ['screen', 'network', 'failed']],
    ['is no component', activity(async () => ({ default: 'x' })), ['screen', 'malformed', 'failed']],
    ['is missing', { contract: '2.0', screens: {} }, ['screen', 'missing', 'failed']],
  ])('is bounded and checked when it %s', async (_, module, failure) => expect(await failureOf(loadScreen(module, route))).toEqual(failure));
});

describe('the styles', () => {
  it.each([
    ['fail', Promise.resolve(false), ['styles', 'network', 'failed']],
    ['hang', never(), ['styles', 'timeout', 'timeout']],
    ['are in force', Promise.resolve(true), undefined],
  ])('are waited for, and bounded, when they %s', async (_, ready, outcome) => expect(await failureOf(styled(ready))).toEqual(outcome));
});
