// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { holdsBackForStyles } from '../lib/holds-back-for-styles.ts';
import { attachStyles, type Sheet } from './stylesheets.ts';

/** A head that takes elements and fetches nothing. */
function quietHead() {
  const attached: HTMLLinkElement[] = [];
  const head = { append: (...links: HTMLLinkElement[]) => void attached.push(...links) } as unknown as HTMLHeadElement; // all that is used of one
  return { head, attached };
}

const sheets: Sheet[] = [
  { href: 'https://draw.example/assets/style-1.css', integrity: 'sha384-abc' },
  { href: 'https://draw.example/assets/style-2.css', integrity: null },
];

describe('attachStyles', () => {
  it('attaches each sheet at once, as the release describes it', () => {
    const { head, attached } = quietHead();
    attachStyles(sheets, { head, bring: null });
    expect(attached.map((link) => [link.rel, link.href, link.integrity || null, link.crossOrigin])).toEqual(sheets.map(({ href, integrity }) => ['stylesheet', href, integrity, 'anonymous']));
  });

  it('is ready once every sheet has come', async () => {
    const { head, attached } = quietHead();
    const { ready } = attachStyles(sheets, { head, bring: null });
    for (const link of attached) link.dispatchEvent(new Event('load'));
    expect(await ready).toBe(true);
  });

  it('has failed when one of them fails, and takes all of them out again', async () => {
    const { head, attached } = quietHead();
    const { ready, detach } = attachStyles(sheets, { head, bring: null });
    const page = document.createElement('div'); // in no document, so that nothing is fetched
    page.append(...attached);
    attached[0]?.dispatchEvent(new Event('load'));
    attached[1]?.dispatchEvent(new Event('error'));
    expect(await ready).toBe(false);
    detach();
    expect(page.children).toHaveLength(0);
  });
});

describe('where a sheet on its way holds up the page', () => {
  it('attaches none before all of them have been fetched', async () => {
    const { head, attached } = quietHead();
    const arrive: (() => void)[] = [];
    attachStyles(sheets, { head, bring: () => new Promise((resolve) => void arrive.push(resolve)) });
    arrive[0]?.();
    await Promise.resolve();
    expect(attached).toEqual([]);
    arrive[1]?.();
    await vi.waitFor(() => expect(attached).toHaveLength(2));
  });

  it('gives up one that hangs, and attaches nothing of what comes later', async () => {
    const { head, attached } = quietHead();
    let arrive = () => {};
    const signals: AbortSignal[] = [];
    const { ready, detach } = attachStyles(sheets.slice(0, 1), {
      head,
      bring: (_, signal) => {
        signals.push(signal);
        return new Promise((resolve) => (arrive = resolve));
      },
    });
    detach();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    arrive();
    expect(await ready).toBe(false);
    expect(attached).toEqual([]);
  });

  it('has failed when one cannot be fetched', async () => {
    const { head, attached } = quietHead();
    expect(await attachStyles(sheets, { head, bring: () => Promise.reject(new Error('gone')) }).ready).toBe(false);
    expect(attached).toEqual([]);
  });

  it.each([
    [true, 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'],
    [true, 'Mozilla/5.0 (Android 13; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'],
    [false, 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/130.0 Mobile/15E148 Safari/605.1.15'],
    [false, 'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Mobile Safari/537.36'],
  ])('is known (%s) by %s', (expected, userAgent) => expect(holdsBackForStyles({ userAgent })).toBe(expected));
});
