// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removePageListeners } from '../lib/testing/page-listeners.ts';
import { followLinks, HostRouter } from './router.tsx';

afterEach(cleanup);

const routes = [
  { path: '/share', title: '分享有礼', element: <p>分享</p> },
  { path: '/default', title: '冰箱活动', element: <p>大厅</p> },
];
function show(path: string, rest = <p>活动</p>) {
  const setHeader = vi.fn();
  const navigation = { push: vi.fn(), replace: vi.fn() };
  const visit = { path, query: {}, key: 'k', number: 0, enteredFrom: null };
  const { container } = render(
    <HostRouter visit={visit} navigation={navigation} routes={routes} rest={rest} setHeader={setHeader} />,
  );
  return { text: container.textContent, setHeader, navigation };
}

describe("the host's paths", () => {
  it.each([
    ['/share', '分享'],
    ['/default', '大厅'],
    ['/', '活动'],
    ['/draw', '活动'],
    // Letter by letter: the registry answers to these, and says that there is no such page.
    ['/Share', '活动'],
    ['/SHARE', '活动'],
    ['/%73hare', '活动'],
    ['/share/more', '活动'],
  ])('%s shows %s', (path, shown) => expect(show(path).text).toBe(shown));

  it("are reached by the router's links through the product's navigation, which asks guards", () => {
    const { navigation } = show(
      '/draw',
      <>
        <Link to="/share?type=2">分享</Link>
        <Link to="/default" replace>
          大厅
        </Link>
      </>,
    );
    for (const link of screen.getAllByRole('link')) fireEvent.click(link);
    expect([navigation.push.mock.calls, navigation.replace.mock.calls]).toEqual([
      [['/share', { type: '2' }]],
      [['/default', {}]],
    ]);
    expect(window.location.pathname).not.toBe('/share');
  });

  it('name their header', () =>
    expect(show('/share').setHeader).toHaveBeenCalledExactlyOnceWith({ title: '分享有礼', tone: null }));
});

describe('a link within the product', () => {
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
  afterEach(() => document.body.replaceChildren());

  function press(markup: string, init: MouseEventInit = {}): void {
    document.body.innerHTML = markup;
    document
      .querySelector('[data-press]')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  }

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
