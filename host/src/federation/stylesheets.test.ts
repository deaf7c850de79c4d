// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { attachStyles } from './stylesheets.ts';

/** A head that takes elements and fetches nothing. */
function quietHead() {
  const attached: HTMLLinkElement[] = [];
  const head = { append: (...links: HTMLLinkElement[]) => void attached.push(...links) } as unknown as HTMLHeadElement; // all that is used of one
  return { head, attached };
}

const sheets = [
  { href: 'https://draw.example/assets/style-1.css', integrity: 'sha384-abc' },
  { href: 'https://draw.example/assets/style-2.css', integrity: null },
];

describe('attachStyles', () => {
  it('asks for each sheet as the release describes it, and lets nothing wait for it', () => {
    const { head, attached } = quietHead();
    attachStyles(sheets, head);
    expect(attached.map((link) => [link.rel, link.href, link.integrity || null, link.crossOrigin, link.media])).toEqual([
      ['stylesheet', sheets[0]?.href, 'sha384-abc', 'anonymous', 'print'],
      ['stylesheet', sheets[1]?.href, null, 'anonymous', 'print'],
    ]);
  });

  it('is ready once every sheet has come, each of them in force by then', async () => {
    const { head, attached } = quietHead();
    const { ready } = attachStyles(sheets, head);
    for (const link of attached) link.dispatchEvent(new Event('load'));
    expect(await ready).toBe(true);
    expect(attached.map(({ media }) => media)).toEqual(['all', 'all']);
  });

  it('has failed when one of them fails, and takes all of them out again', async () => {
    const { head, attached } = quietHead();
    const { ready, detach } = attachStyles(sheets, head);
    const page = document.createElement('div'); // in no document, so that nothing is fetched
    page.append(...attached);
    attached[0]?.dispatchEvent(new Event('load'));
    attached[1]?.dispatchEvent(new Event('error'));
    expect(await ready).toBe(false);
    expect(attached[1]?.media).toBe('print');
    detach();
    expect(page.children).toHaveLength(0);
  });
});
