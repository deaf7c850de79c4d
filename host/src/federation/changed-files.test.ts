// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removePageListeners } from '../lib/testing/page-listeners.ts';
import { DIAGNOSIS_LIMIT_MS, reportLoadFailure } from './changed-files.ts';

type Answer = 'published' | 'changed' | 'missing' | 'down' | 'back soon' | 'hangs';

const hash = 'sha384-right';
const failure = { remote: 'draw', version: '1.0.0', phase: 'screen', reason: 'network' } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
removePageListeners();

/** Reports a failed load of files that are answered like this. */
function report(answers: readonly Answer[], change: Partial<{ reason: 'timeout' | 'network'; integrity: null }> = {}) {
  const fetch = vi.fn<typeof globalThis.fetch>(async (href, options) => {
    const answer = answers[Number(href)];
    if (answer === 'back soon' && fetch.mock.calls.length === 1) throw new TypeError('Failed to fetch');
    if (answer === 'hangs') return new Promise(() => undefined);
    if (answer === 'down' || ((answer === 'changed' || answer === 'missing') && options?.integrity))
      throw new TypeError('Failed to fetch');
    return new Response('', { status: answer === 'missing' ? 404 : 200 });
  });
  const reportFailure = vi.fn();
  const files = answers.map((_, index) => ({ href: String(index), integrity: hash, ...change }));
  reportLoadFailure({ ...failure, ...change }, files, { tracker: { reportFailure }, fetch });
  return { fetch, reasons: () => reportFailure.mock.calls.map(([{ reason }]) => reason) };
}

describe('a load that failed', () => {
  it.each<[string, Answer[], string]>([
    ['one of its files arrives and is another', ['published', 'changed'], 'integrity'],
    ['another one hangs besides', ['hangs', 'changed'], 'integrity'],
    ['its files are the published ones', ['published', 'published'], 'network'],
    ['a file is missing', ['missing'], 'network'],
    ['the origin is down', ['down', 'down'], 'network'],
    ['the connection fails once more', ['back soon'], 'network'],
    ['nothing answers', ['hangs'], 'network'],
  ])('%s: %j', async (_, answers, reason) => {
    const { reasons } = report(answers);
    expect(reasons()).toEqual([]);
    await vi.advanceTimersByTimeAsync(DIAGNOSIS_LIMIT_MS);
    expect(reasons()).toEqual([reason]);
  });

  it.each([
    ['a limit has passed', { reason: 'timeout' as const }, 'timeout'],
    ['no hash is known', { integrity: null }, 'network'],
  ])('is reported at once and fetches nothing where %s', (_, change, reason) => {
    const { fetch, reasons } = report(['changed'], change);
    expect(reasons()).toEqual([reason]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is reported as it is, and once, when the user leaves meanwhile', async () => {
    const { reasons } = report(['changed']);
    window.dispatchEvent(new Event('pagehide'));
    expect(reasons()).toEqual(['network']);
    await vi.advanceTimersByTimeAsync(DIAGNOSIS_LIMIT_MS);
    expect(reasons()).toEqual(['network']);
  });
});
