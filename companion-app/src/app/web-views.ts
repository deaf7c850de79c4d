import type { ViewKey } from '../bridge/incoming.ts';
import { startsUnderNativeHeader } from '../settings/host-address.ts';
import type { AppStore, WebView } from './app-state.ts';

export type WebViews = ReturnType<typeof createWebViews>;

export function createWebViews({ getState, setState }: AppStore) {
  let lastKey = 0;
  const nextKey = () => (lastKey += 1);

  const change = (key: ViewKey, changed: (view: WebView) => WebView) =>
    setState(({ views }) => ({ views: views.map((view) => (view.key === key ? changed(view) : view)) }));

  /** A web view's native pages close with it, and cancel their calls. */
  const cancelPages = (gone: ReadonlySet<ViewKey>) => {
    for (const page of getState().pages.filter(({ view }) => gone.has(view))) {
      if (page.kind === 'photos') page.finish([]);
      else if (page.kind === 'addDevice') page.finish(false);
      else page.finish(null);
    }
  };

  const keep = (stays: (view: WebView) => boolean) => {
    const { views } = getState();
    const gone = new Set(views.filter((view) => !stays(view)).map(({ key }) => key));
    if (gone.size > 0) setState({ views: views.filter(stays) });
    cancelPages(gone);
  };

  return {
    /** Replaces every open web view. */
    openMain(url: string) {
      keep(() => false);
      const nativeHeader = startsUnderNativeHeader(url);
      setState({ views: [{ key: nextKey(), kind: 'main', url, title: '', nativeHeader, loads: 0 }] });
    },
    openSecond(url: string, title: string) {
      const view: WebView = { key: nextKey(), kind: 'second', url, title, nativeHeader: true, loads: 0 };
      setState(({ views }) => ({ views: [...views, view] }));
    },
    close(key: ViewKey) {
      const closed = getState().views.find((view) => view.key === key);
      keep((view) => closed?.kind !== 'main' && view.key !== key);
    },
    closeAll: () => keep(() => false),
    reload(key: ViewKey) {
      cancelPages(new Set([key]));
      change(key, (view) => ({ ...view, loads: view.loads + 1 }));
    },
    setNativeHeader: (key: ViewKey, nativeHeader: boolean) => change(key, (view) => ({ ...view, nativeHeader })),
  };
}
