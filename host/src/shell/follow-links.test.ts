// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { removePageListeners } from '../lib/testing/page-listeners.ts';
import { followLinks } from './router.tsx';

const push = vi.fn();
let stayed = true;
/** Runs after the product's own listener and keeps the test's page where it is. */
const stay = (event: Event) => {
  stayed = event.defaultPrevented;
  event.preventDefault();
};

removePageListeners();
beforeEach(() => {
  push.mockClear();
  followLinks(window, push, (path) => path === '/open' || path === '/default');
  window.addEventListener('click', stay);
});

function press(markup: string, init: MouseEventInit = {}): void {
  document.body.innerHTML = markup;
  document.querySelector('[data-press]')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
}

describe('a link within the product', () => {
  it('is followed without loading the page', () => {
    press('<a href="/open?brand=1"><b data-press>去看看</b></a>');
    expect([stayed, push.mock.calls]).toEqual([true, [['/open', { brand: '1' }]]]);
  });

  it.each([
    ['with a modifier key', '<a data-press href="/open">a</a>', { ctrlKey: true }],
    ['with another button', '<a data-press href="/open">a</a>', { button: 1 }],
    ['into another window', '<a data-press href="/open" target="_blank">a</a>', {}],
    ['to another origin', '<a data-press href="https://else.test/open">a</a>', {}],
    ['to a file', '<a data-press href="/icon.svg">a</a>', {}],
    ['within the screen', '<a data-press href="#tips">a</a>', {}],
    ['as a download', '<a data-press href="/open" download>a</a>', {}],
  ])('is left to the browser %s', (_, markup, init) => {
    press(markup, init);
    expect([stayed, push.mock.calls.length]).toEqual([false, 0]);
  });
});
