// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { ANCHOR_KEY, createBrowserHistory } from './browser-history.ts';

describe('the browser history', () => {
  it('numbers its entries and goes on counting after a reload', () => {
    const history = createBrowserHistory(window);
    expect(history.place().index).toBe(0);
    const heard = vi.fn();
    const stop = history.listen(heard);
    history.push('/open?brand=1#tips');
    expect(history.place()).toMatchObject({ pathname: '/open', search: '?brand=1', hash: '#tips', index: 1 });
    history.replace('/rule');
    expect(history.place()).toMatchObject({ pathname: '/rule', index: 1 });
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    expect(createBrowserHistory(window).place().index).toBe(1);
  });

  it('counts an entry that the browser made for an anchor', () => {
    const history = createBrowserHistory(window);
    const { index } = history.place();
    const stop = history.listen(() => {});
    window.history.pushState(null, '', '#anchor');
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    expect(history.place().index).toBe(index + 1);
    expect(history.place()).toMatchObject({ hash: '#anchor', key: ANCHOR_KEY });
    expect(window.history.state).toMatchObject({ index: index + 1 });
    stop();
  });
});
