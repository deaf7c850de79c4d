// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { publishPageWidth } from './root-style.ts';

afterEach(() => vi.unstubAllGlobals());

const told = () => document.documentElement.style.getPropertyValue('--page-width');
const widen = (width: number) => Object.defineProperty(document.documentElement, 'clientWidth', { value: width, configurable: true });

it('publishes the width without the scrollbar, and each change', () => {
  let change = () => {};
  vi.stubGlobal('ResizeObserver', class {
    constructor(listener: () => void) {
      change = listener;
    }
    observe() {}
    disconnect() {}
  });
  widen(308);
  publishPageWidth();
  expect(told()).toBe('308px');
  widen(320);
  change();
  expect(told()).toBe('320px');
});
