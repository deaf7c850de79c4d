// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preload } from './preload-helper.ts';

beforeEach(() => document.body.replaceChildren());

const links = () => [...document.body.querySelectorAll('link')].map((link) => [link.rel, link.getAttribute('href')]);

describe('a late chunk of the host', () => {
  it('is asked for by its import alone, and what it needs beside it, once', async () => {
    const deps = ['assets/hall-1.js', 'assets/before-1.js'];
    expect(await preload(async () => 'hall', deps)).toBe('hall');
    expect(await preload(async () => 'hall', deps)).toBe('hall');
    expect(links()).toEqual([['modulepreload', '/assets/before-1.js']]);
  });

  it('comes with its stylesheet, which each retry asks for elsewhere', async () => {
    const append = vi.spyOn(document.body, 'append').mockImplementation(() => undefined);
    const sheet = (at: number) => append.mock.calls[at]?.[0] as HTMLLinkElement; // it appends nothing else
    const load = () => preload(async () => 'hall', ['assets/hall-1.js', 'assets/hall-1.css']);
    const failed = load();
    sheet(0).dispatchEvent(new Event('error'));
    await expect(failed).rejects.toThrow('/assets/hall-1.css');
    const healed = load();
    sheet(1).dispatchEvent(new Event('load'));
    expect(await healed).toBe('hall');
    expect([sheet(0), sheet(1)].map((link) => [link.rel, link.getAttribute('href')])).toEqual([
      ['stylesheet', '/assets/hall-1.css'],
      ['stylesheet', '/~1/assets/hall-1.css'],
    ]);
  });
});
