import type { ViewKey } from '../bridge/incoming.ts';
import { startsUnderNativeHeader } from '../settings/host-address.ts';
import type { AppState, WebView } from './app-state.ts';
import type { WritableStore } from './create-store.ts';

export type WebViews = {
  /** Opens a host page in place of whatever was open. */
  openMain(url: string): void;
  openSecond(url: string, title: string): void;
  close(key: ViewKey): void;
  closeAll(): void;
  reload(key: ViewKey): void;
  setNativeHeader(key: ViewKey, visible: boolean): void;
};

export function createWebViews(store: WritableStore<AppState>): WebViews {
  let lastKey = 0;
  const nextKey = () => (lastKey += 1);

  const change = (key: ViewKey, changed: (view: WebView) => WebView) =>
    store.update((state) => ({ ...state, views: state.views.map((view) => (view.key === key ? changed(view) : view)) }));

  /** A page that goes takes the native pages with it that it asked for: their calls end as cancelled. */
  const cancelPages = (gone: ReadonlySet<ViewKey>) => {
    for (const page of store.getState().pages.filter(({ view }) => gone.has(view))) {
      if (page.kind === 'photos') page.finish([]);
      else if (page.kind === 'addDevice') page.finish(false);
      else page.finish(null);
    }
  };

  const keep = (stays: (view: WebView) => boolean) => {
    const gone = new Set(store.getState().views.filter((view) => !stays(view)).map((view) => view.key));
    if (gone.size > 0) store.update((state) => ({ ...state, views: state.views.filter(stays) }));
    cancelPages(gone);
  };

  return {
    openMain(url) {
      keep(() => false);
      const view: WebView = { key: nextKey(), kind: 'main', url, title: '', nativeHeader: startsUnderNativeHeader(url), loads: 0 };
      store.update((state) => ({ ...state, views: [view] }));
    },
    openSecond(url, title) {
      const view: WebView = { key: nextKey(), kind: 'second', url, title, nativeHeader: true, loads: 0 };
      store.update((state) => ({ ...state, views: [...state.views, view] }));
    },
    close: (key) => {
      const closed = store.getState().views.find((view) => view.key === key);
      keep((view) => closed?.kind !== 'main' && view.key !== key);
    },
    closeAll: () => keep(() => false),
    reload(key) {
      cancelPages(new Set([key]));
      change(key, (view) => ({ ...view, loads: view.loads + 1 }));
    },
    setNativeHeader: (key, nativeHeader) => change(key, (view) => ({ ...view, nativeHeader })),
  };
}
