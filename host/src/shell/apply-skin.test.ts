// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { applySkin } from './root-style.ts';

const themes = () => [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map((meta) => meta.content);

describe('applySkin', () => {
  beforeEach(() => {
    delete document.documentElement.dataset['skin'];
    document.head.innerHTML = `<style>
      :root { --color-background: #f2f8fc; }
      :root[data-skin='1'] { --color-background: #12110f; }
    </style>`;
  });

  it('marks the document and colours the browser bar, in one meta only', () => {
    applySkin(0, null);
    expect(document.documentElement.dataset['skin']).toBe('0');
    expect(themes()).toEqual(['#f2f8fc']);
    applySkin(1, null);
    expect(document.documentElement.dataset['skin']).toBe('1');
    expect(themes()).toEqual(['#12110f']);
  });

  it('does not change the browser bar before the colours are loaded', () => {
    document.head.innerHTML = '';
    applySkin(2, null);
    expect(document.documentElement.dataset['skin']).toBe('2');
    expect(themes()).toEqual([]);
  });
});
