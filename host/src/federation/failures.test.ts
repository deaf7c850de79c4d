// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { parseRegistry } from '@fridge/shared-contracts/host';
import { removePageListeners } from '../lib/testing/page-listeners.ts';
import { reportUncaught, sourceOf } from './failures.ts';

const entry = (base: string, version: string) => ({
  enabled: true,
  title: '活动',
  description: '',
  routes: ['/'],
  entry: `${base}remoteEntry-1.js`,
  version,
});
const registry = parseRegistry({
  version: 1,
  remotes: {
    draw: entry('https://remotes.example/draw/2.0.0/', '2.0.0'),
    contest: entry('https://remotes.example/contest/1.0.0/', '1.0.0'),
    yearreport: entry('https://report.example/', '3.1.0'),
  },
});
const origin = 'https://host.example';

describe('the source of an error', () => {
  it.each([
    [
      'a remote by its base',
      'Error: x\n at f (https://remotes.example/contest/1.0.0/assets/a.js:1:2)',
      { remote: 'contest', version: '1.0.0' },
    ],
    ['as Safari writes it', 'f@https://report.example/assets/a.js:1:2', { remote: 'yearreport', version: '3.1.0' }],
    ['after a retry', 'at https://report.example/~2/assets/a.js:1:2', { remote: 'yearreport', version: '3.1.0' }],
    [
      'a remote called by the host',
      `at f (https://report.example/assets/a.js:1:2)\n at g (${origin}/assets/index.js:1:2)`,
      { remote: 'yearreport', version: '3.1.0' },
    ],
    [
      'a remote that called the host',
      `at g (${origin}/assets/index.js:1:2)\n at f (https://report.example/assets/a.js:1:2)`,
      { remote: 'yearreport', version: '3.1.0' },
    ],
    [
      'an open release that the registry names no more',
      'at https://remotes.example/draw/1.9.0/a.js:1:1',
      { remote: 'draw', version: 'unknown' },
    ],
    ['the host', `at ${origin}/assets/index.js:1:2`, { remote: 'host', version: 'unknown' }],
    ['a stranger', 'at https://elsewhere.example/x.js:1:2', { remote: 'unknown', version: 'unknown' }],
    ['nobody', '', { remote: 'unknown', version: 'unknown' }],
  ])('%s', (_, stack, culprit) => expect(sourceOf(stack, registry, origin)).toEqual(culprit));
});

describe('an uncaught error', () => {
  removePageListeners();

  function scene() {
    const reportFailure = vi.fn();
    reportUncaught(window, () => registry, { reportFailure });
    const thrown = (stack: string, message = 'of 13800001001') => Object.assign(new Error(message), { stack });
    const fail = (error: unknown, message = '') => window.dispatchEvent(new ErrorEvent('error', { error, message }));
    const reject = (reason: unknown) =>
      window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
    return { reportFailure, thrown, fail, reject };
  }

  it('sends one event without its message, however often it occurs', () => {
    const { reportFailure, thrown, fail, reject } = scene();
    const error = thrown('at https://report.example/assets/a.js:1:2');
    fail(error);
    fail(error);
    reject(error);
    expect(reportFailure.mock.calls).toEqual([
      [{ remote: 'yearreport', version: '3.1.0', phase: 'callback', reason: 'threw' }],
    ]);
  });

  it('is reported for a promise too, and for a value that is no error', () => {
    const { reportFailure, reject } = scene();
    reject('just a text');
    reject(undefined);
    expect(reportFailure.mock.calls).toEqual([
      [{ remote: 'unknown', version: 'unknown', phase: 'callback', reason: 'threw' }],
    ]);
  });

  it('is reported for an event without an error', () => {
    const { reportFailure } = scene();
    window.dispatchEvent(new Event('error'));
    expect(reportFailure.mock.calls).toEqual([
      [{ remote: 'unknown', version: 'unknown', phase: 'callback', reason: 'threw' }],
    ]);
  });

  it('is reported twenty times at most, and never for a notice of ResizeObserver', () => {
    const { reportFailure, thrown, fail } = scene();
    fail(null, 'ResizeObserver loop completed with undelivered notifications.');
    expect(reportFailure).not.toHaveBeenCalled();
    for (let n = 0; n < 30; n += 1) fail(thrown(`at https://report.example/a.js:${n}:1`));
    expect(reportFailure).toHaveBeenCalledTimes(20);
  });
});
