// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { LATE_CODE_FAILED, parseRegistry } from '@fridge/shared-contracts/page';
import { removePageListeners } from '../lib/testing/page-listeners.ts';
import { createFailureLog } from './failures.ts';
import { reportUncaught, sourceOf } from './report-uncaught.ts';

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
const { origin } = location;

describe('the source of an error', () => {
  it.each([
    [
      'a remote by its base',
      'Error: x\n at f (https://remotes.example/contest/1.0.0/assets/a.js:1:2)',
      { remote: 'contest', version: '1.0.0', phase: 'callback' },
    ],
    [
      'as Safari writes it',
      'f@https://report.example/assets/a.js:1:2',
      { remote: 'yearreport', version: '3.1.0', phase: 'callback' },
    ],
    [
      'after a retry',
      'at https://report.example/~2/assets/a.js:1:2',
      { remote: 'yearreport', version: '3.1.0', phase: 'callback' },
    ],
    [
      'a remote called by the host',
      `at f (https://report.example/assets/a.js:1:2)\n at g (${origin}/assets/index.js:1:2)`,
      { remote: 'yearreport', version: '3.1.0', phase: 'callback' },
    ],
    [
      'a remote that called the host',
      `at g (${origin}/assets/index.js:1:2)\n at f (https://report.example/assets/a.js:1:2)`,
      { remote: 'yearreport', version: '3.1.0', phase: 'callback' },
    ],
    [
      'another release of a remote',
      'at https://remotes.example/draw/1.9.0/a.js:1:1',
      { remote: 'unknown', version: 'unknown', phase: 'callback' },
    ],
    ['the host', `at ${origin}/assets/index.js:1:2`, { remote: 'host', version: 'unknown', phase: 'shell' }],
    [
      'a stranger',
      'at https://elsewhere.example/x.js:1:2',
      { remote: 'unknown', version: 'unknown', phase: 'callback' },
    ],
    ['nobody', '', { remote: 'unknown', version: 'unknown', phase: 'callback' }],
  ])('%s', (_, stack, culprit) => expect(sourceOf(stack, registry)).toEqual(culprit));
});

function scene() {
  const reportFailure = vi.fn();
  const fetch: typeof globalThis.fetch = async () => new Response('changed');
  const publishedHash = (href: string) => (href.endsWith('/story-1.js') ? 'sha384-right' : null);
  const onUsedUp = vi.fn();
  reportUncaught(() => registry, createFailureLog({ reportFailure }, fetch, publishedHash), onUsedUp);
  const thrown = (stack: string, message = 'of 13800001001') => Object.assign(new Error(message), { stack });
  const fail = (error: unknown, message = '') => window.dispatchEvent(new ErrorEvent('error', { error, message }));
  const reject = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  const failLate = (detail: unknown) => window.dispatchEvent(new CustomEvent(LATE_CODE_FAILED, { detail }));
  return { reportFailure, thrown, fail, reject, failLate, onUsedUp };
}

describe('an uncaught error', () => {
  removePageListeners();

  it('sends one event with its place and without values, however often it occurs', () => {
    const { reportFailure, thrown, fail, reject } = scene();
    const error = thrown('at https://report.example/assets/a.js:1:2');
    fail(error);
    fail(error);
    reject(error);
    expect(reportFailure.mock.calls).toEqual([
      [
        {
          remote: 'yearreport',
          version: '3.1.0',
          phase: 'callback',
          reason: 'threw',
          place: { file: 'assets/a.js', line: 1, column: 2 },
          message: 'Error: of …',
        },
      ],
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

describe('late code that fails', () => {
  removePageListeners();

  it('at the last of its addresses is offered by a new document, each time', () => {
    const { failLate, onUsedUp } = scene();
    const file = 'https://report.example/assets/a-1.js';
    for (const again of ['', '?again=1', '?again=2']) failLate({ href: file + again, error: new Error('gone') });
    expect(onUsedUp).not.toHaveBeenCalled();
    for (const _ of [1, 2]) failLate({ href: `${file}?again=3`, error: new Error('gone') });
    expect(onUsedUp).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['of a remote', 'https://report.example/assets/a-1.js', ['yearreport', 'callback', 'network']],
    ['of the host', `${location.origin}/~1/assets/hall-1.js`, ['host', 'shell', 'network']],
    ['that has been changed', 'https://report.example/assets/story-1.js', ['yearreport', 'callback', 'integrity']],
  ])('%s is reported once, also if nobody catches it', async (_, href, expected) => {
    const { reportFailure, failLate, reject } = scene();
    const error = new TypeError('Failed to fetch dynamically imported module');
    failLate({ href, error });
    failLate({ href, error });
    reject(error);
    await vi.waitFor(() => expect(reportFailure).toHaveBeenCalled());
    expect(reportFailure.mock.calls.map(([{ remote, phase, reason }]) => [remote, phase, reason])).toEqual([expected]);
  });

  it.each([[null], [{ href: 'story.js', error: new Error('x') }], [{ href: 'https://report.example/a.js' }]])(
    'is nothing that any code sends: %j',
    (detail) => {
      const { reportFailure, failLate } = scene();
      failLate(detail);
      expect(reportFailure).not.toHaveBeenCalled();
    },
  );
});
