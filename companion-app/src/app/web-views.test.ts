import { beforeEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type AppStore, initialState } from './app-state.ts';
import { createNativePages, createWebViews, type NativePages, type WebViews } from './web-views.ts';

describe('web views', () => {
  let store: AppStore;
  let views: WebViews;
  let pages: NativePages;
  const keys = () => store.getState().views.map(({ key }) => key);
  beforeEach(() => {
    store = createStore(() => initialState);
    views = createWebViews(store);
    pages = createNativePages(store);
    views.openMain('http://localhost:4170/');
    views.openSecond('http://localhost:4190/coupon.html', '');
  });

  it('closes only the second, and everything with the first', () => {
    views.close(2);
    expect(keys()).toEqual([1]);
    views.openSecond('http://localhost:4190/shop.html', '');
    views.close(1);
    expect(keys()).toEqual([]);
  });

  it('replaces all open pages by a new one with a new key', () => {
    views.openMain('http://localhost:4170/open?meijuBanner=1');
    expect(store.getState().views).toMatchObject([{ key: 3, kind: 'main', nativeHeader: true }]);
  });

  it.each<[string, (view: number) => void]>([
    ['closing', (view) => views.close(view)],
    ['reloading', (view) => views.reload(view)],
    ['going home', () => views.closeAll()],
  ])('%s ends the calls that wait for the user', async (_name, leave) => {
    const waiting = [
      pages.photos(1, 3),
      pages.share(1, { title: '', description: '', link: 'http://h/', image: '' }, ['wx']),
      pages.login(1),
      pages.addDevice(1),
    ];
    leave(1);
    expect(await Promise.all(waiting)).toEqual([[], null, null, false]);
    expect(store.getState().pages).toEqual([]);
  });

  it('leaves the pages of another web view open', () => {
    void pages.photos(1, 3);
    views.close(2);
    expect(store.getState().pages).toHaveLength(1);
  });
});
