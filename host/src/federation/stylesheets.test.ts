// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stylesBlockRequests } from '../lib/styles-block-requests.ts';
import { createStylesheets, type Sheet } from './stylesheets.ts';

/** A body that takes elements and fetches nothing. */
function quietHead() {
  const attached: HTMLLinkElement[] = [];
  vi.spyOn(document.body, 'append').mockImplementation(
    (...links) => void attached.push(...(links as HTMLLinkElement[])),
  );
  return { attached };
}
afterEach(() => void vi.restoreAllMocks());

const sheets: Sheet[] = [
  { href: 'https://draw.example/assets/style-1.css', integrity: 'sha384-abc' },
  { href: 'https://draw.example/assets/style-2.css', integrity: 'sha384-def' },
];

describe("a release's stylesheets", () => {
  it('attaches each sheet at once, as the release describes it', () => {
    const { attached } = quietHead();
    createStylesheets(null).attach(sheets);
    expect(attached.map((link) => [link.rel, link.href, link.integrity, link.crossOrigin])).toEqual(
      sheets.map(({ href, integrity }) => ['stylesheet', href, integrity, 'anonymous']),
    );
  });

  it('is ready once every sheet has come', async () => {
    const { attached } = quietHead();
    const { ready } = createStylesheets(null).attach(sheets);
    for (const link of attached) link.dispatchEvent(new Event('load'));
    await ready;
  });

  it('has failed when one of them fails, and takes all of them out again', async () => {
    const { attached } = quietHead();
    const { ready, detach } = createStylesheets(null).attach(sheets);
    const page = document.createElement('div'); // in no document, so that nothing is fetched
    page.append(...attached);
    attached[0]?.dispatchEvent(new Event('load'));
    attached[1]?.dispatchEvent(new Event('error'));
    await expect(ready).rejects.toBeInstanceOf(Event);
    detach();
    expect(page.children).toHaveLength(0);
  });
});

describe('the next screen of the same release', () => {
  /** A page in no document, so that nothing is fetched. */
  function page() {
    const body = document.createElement('div');
    vi.spyOn(document.body, 'append').mockImplementation((...links) => body.append(...links));
    return { links: () => [...body.querySelectorAll('link')], styles: createStylesheets(null) };
  }

  it('finds the sheets in force, and they go with the last screen', async () => {
    const { links, styles } = page();
    const first = styles.attach(sheets);
    for (const link of links()) link.dispatchEvent(new Event('load'));
    await first.ready;
    const standing = links();
    const next = styles.attach(sheets);
    await next.ready;
    first.detach();
    expect(links()).toEqual(standing);
    next.detach();
    expect(links()).toEqual([]);
  });

  it('gets new sheets once those that failed are detached', async () => {
    const { links, styles } = page();
    const { ready, detach } = styles.attach(sheets);
    const [dead] = links();
    dead?.dispatchEvent(new Event('error'));
    await expect(ready).rejects.toBeInstanceOf(Event);
    detach();
    styles.attach(sheets);
    expect(links()).toHaveLength(2);
    expect(links()).not.toContain(dead);
  });

  it('shares none with another release', () => {
    const { links, styles } = page();
    styles.attach(sheets.slice(0, 1));
    const other = styles.attach(sheets.slice(1));
    other.detach();
    expect(links()).toHaveLength(1);
  });
});

describe('an engine in which a pending sheet blocks the page', () => {
  it('attaches none before all of them have been fetched', async () => {
    const { attached } = quietHead();
    const arrive: (() => void)[] = [];
    createStylesheets(() => new Promise((resolve) => void arrive.push(resolve))).attach(sheets);
    arrive[0]?.();
    await Promise.resolve();
    expect(attached).toEqual([]);
    arrive[1]?.();
    await vi.waitFor(() => expect(attached).toHaveLength(2));
  });

  it('aborts a hanging sheet, and attaches nothing that arrives later', async () => {
    const { attached } = quietHead();
    let arrive = () => {};
    const signals: AbortSignal[] = [];
    const { detach } = createStylesheets((_, signal) => {
      signals.push(signal);
      return new Promise((resolve) => (arrive = resolve));
    }).attach(sheets.slice(0, 1));
    detach();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    arrive();
    await Promise.resolve();
    expect(attached).toEqual([]);
  });

  it('has failed when one cannot be fetched', async () => {
    const { attached } = quietHead();
    const bring = () => Promise.reject(new Error('gone'));
    await expect(createStylesheets(bring).attach(sheets).ready).rejects.toThrow('gone');
    expect(attached).toEqual([]);
  });

  it.each([
    [true, 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'],
    [true, 'Mozilla/5.0 (Android 13; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'],
    [
      false,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/130.0 Mobile/15E148 Safari/605.1.15',
    ],
    [
      false,
      'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Mobile Safari/537.36',
    ],
  ])('is known (%s) by %s', (expected, userAgent) => expect(stylesBlockRequests({ userAgent })).toBe(expected));
});
