// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPageHistory } from './history.ts';
import { HostRouter } from './router.tsx';

afterEach(cleanup);

const routes = [
  { path: '/share', title: '分享有礼', element: <p>分享</p> },
  { path: '/default', title: '冰箱活动', element: <p>大厅</p> },
];
function show(path: string) {
  const setHeader = vi.fn();
  const history = createPageHistory(window, null);
  const { container } = render(
    <HostRouter visit={{ path, query: {}, key: 'k', number: 0 }} history={history} routes={routes} rest={<p>活动</p>} setHeader={setHeader} />,
  );
  return { text: container.textContent, setHeader };
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

  it('name their header', () => expect(show('/share').setHeader).toHaveBeenCalledExactlyOnceWith({ title: '分享有礼', tone: null }));
});
