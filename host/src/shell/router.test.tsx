// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPageHistory } from './history.ts';
import { HostRouter } from './router.tsx';

afterEach(cleanup);

const routes = [
  { path: '/share', title: '分享有礼', element: <p>分享</p> },
  { path: '/default', title: '冰箱活动', element: <p>大厅</p> },
];
function show(path: string, rest = <p>活动</p>) {
  const setHeader = vi.fn();
  const history = createPageHistory(window, null);
  const navigation = { push: vi.fn(), replace: vi.fn() };
  const visit = { path, query: {}, key: 'k', number: 0 };
  const { container } = render(
    <HostRouter visit={visit} history={history} navigation={navigation} routes={routes} rest={rest} setHeader={setHeader} />,
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
    const { navigation } = show('/draw', <><Link to="/share?type=2">分享</Link><Link to="/default" replace>大厅</Link></>);
    for (const link of screen.getAllByRole('link')) fireEvent.click(link);
    expect([navigation.push.mock.calls, navigation.replace.mock.calls]).toEqual([[['/share', { type: '2' }]], [['/default', {}]]]);
    expect(window.location.pathname).not.toBe('/share');
  });

  it('name their header', () => expect(show('/share').setHeader).toHaveBeenCalledExactlyOnceWith({ title: '分享有礼', tone: null }));
});
