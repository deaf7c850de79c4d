// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { removePageListeners } from '../lib/testing/page-listeners.ts';
import { testSettings } from './testing/test-settings.ts';
import { readSettings, reportBrokenSettings } from './read-settings.ts';

removePageListeners();

describe('readSettings', () => {
  it('reads what the schema knows', () => {
    expect(readSettings(JSON.stringify(testSettings))).toEqual({ ok: true, settings: testSettings });
  });

  it.each([
    ['', 'missing'],
    ['  \n', 'missing'],
    ['{"apiBase":', 'malformed'],
    ['<html>', 'malformed'],
    ['{}', 'malformed'],
    ['null', 'malformed'],
    [JSON.stringify({ ...testSettings, couponPage: 'javascript:alert(1)' }), 'malformed'],
    [
      JSON.stringify({ ...testSettings, windows: { campaign2023: { start: '2023-07-17 09:00', end: null } } }),
      'malformed',
    ],
  ])('%j is %s', (text, reason) => expect(readSettings(text)).toMatchObject({ ok: false, reason }));

  it('names the setting that is wrong', () => {
    const reading = readSettings(JSON.stringify({ ...testSettings, signing: { signer: 'md5', key: 'k' } }));
    expect(reading).toMatchObject({ detail: expect.stringContaining('signing.signer') });
  });
});

describe('broken settings', () => {
  it('send one event when their tracking part is valid', async () => {
    vi.useFakeTimers();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const fetched = vi.fn(async (_url: unknown, _init?: RequestInit) => Response.json({ code: 0 }));
    const tracking = { enabled: true, endpoint: 'https://api.test/track', analytics: null };
    const reading = readSettings(JSON.stringify({ ...testSettings, tracking, couponPage: 'nowhere' }));
    if (reading.ok) throw new Error('these settings are broken');
    reportBrokenSettings(reading, window, fetched);
    await vi.advanceTimersByTimeAsync(3_000); // until the page is idle
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fetched.mock.calls[0]?.[0]).toBe('https://api.test/track');
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body)).events).toMatchObject([
      { event: 'failure', page: 'unknown', remote: 'host', phase: 'settings', reason: 'malformed' },
    ]);
    expect(warn).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it('are only logged when it is not', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const fetched = vi.fn();
    const reading = readSettings('');
    if (reading.ok) throw new Error('there are no settings');
    reportBrokenSettings(reading, window, fetched);
    expect(warn).toHaveBeenCalledWith(
      '[host] failure',
      expect.objectContaining({ phase: 'settings', reason: 'missing' }),
    );
    expect(fetched).not.toHaveBeenCalled();
  });
});
