// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { applySkin, contrastRatio, dialogColours, publishSize } from './root-style.ts';

const themes = () =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map((meta) => meta.content);

describe('applySkin', () => {
  beforeEach(() => {
    delete document.documentElement.dataset['skin'];
    document.head.innerHTML = `<style>
      :root { --color-background: #f2f8fc; }
      :root[data-skin='1'] { --color-background: #12110f; }
    </style><meta name="theme-color" content="" />`;
  });

  it('marks the document and colours the browser bar', () => {
    applySkin(0, null);
    expect(document.documentElement.dataset['skin']).toBe('0');
    expect(themes()).toEqual(['#f2f8fc']);
    applySkin(1, null);
    expect(document.documentElement.dataset['skin']).toBe('1');
    expect(themes()).toEqual(['#12110f']);
  });

  it('does not change the browser bar before the colours are loaded', () => {
    document.querySelector('style')?.remove();
    applySkin(2, null);
    expect(document.documentElement.dataset['skin']).toBe('2');
    expect(themes()).toEqual(['']);
  });
});

const night = { background: '#0b1030', ink: '#f4f0ff' };
const lacquer = { background: '#7a0a1b', ink: '#fff3dc' };

it.each([
  ['#ffffff', '#000000', 21],
  ['#b3261e', '#ffffff', 6.54],
  ['#767676', '#ffffff', 4.54],
])('%s and %s contrast %d to 1', (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 1);
});

describe('the colours of dialogs', () => {
  it.each([night, lacquer, { background: '#606060', ink: '#ffffff' }])('over %j are its own, and readable', (tone) => {
    const colours = dialogColours(tone);
    expect([colours?.['--color-surface'], colours?.['--color-ink']]).toEqual([tone.background, tone.ink]);
    for (const ink of ['--color-ink', '--color-ink-quiet'] as const)
      expect(contrastRatio(colours?.[ink] ?? '', tone.background)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['no tone', null],
    ['a light one', { background: '#ffd36b', ink: '#5a2c00' }],
    ['one that cannot be read', { background: '#777777', ink: '#888888' }],
  ])('are the skin’s over %s', (_, tone) => expect(dialogColours(tone)).toBeNull());
});

describe('publishSize', () => {
  const publishedWidth = () => document.documentElement.style.getPropertyValue('--page-width');
  const widen = (width: number) =>
    Object.defineProperty(document.documentElement, 'clientWidth', { value: width, configurable: true });

  it('publishes the width without the scrollbar, and each change of it', () => {
    let change = () => {};
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(listener: () => void) {
          change = listener;
        }
        observe() {}
        disconnect() {}
      },
    );
    widen(308);
    publishSize('--page-width', document.documentElement, 'clientWidth');
    expect(publishedWidth()).toBe('308px');
    widen(320);
    change();
    expect(publishedWidth()).toBe('320px');
  });
});
