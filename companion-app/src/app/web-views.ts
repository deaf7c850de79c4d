import type { ShareCard, ShareChannel } from '@fridge/shared-contracts';
import type { ViewKey } from '../bridge/messages.ts';
import type { ChosenPhoto } from '../photos/album.ts';
import { startsUnderNativeHeader } from '../settings/host-address.ts';
import { type AppStore, mainView, type NativeContent, type Session, type WebView } from './app-state.ts';

export type WebViews = ReturnType<typeof createWebViews>;

export function createWebViews({ getState, setState }: AppStore) {
  let lastKey = 0;
  const nextKey = () => (lastKey += 1);

  const change = (key: ViewKey, changed: (view: WebView) => WebView) =>
    setState(({ views }) => ({ views: views.map((view) => (view.key === key ? changed(view) : view)) }));

  /** A web view's native pages close with it, and cancel their calls. */
  const cancelPages = (gone: readonly ViewKey[]) => {
    for (const page of getState().pages) if (gone.includes(page.view)) page.cancel();
  };

  const closeWhere = (isClosed: (view: WebView) => boolean) => {
    const { views } = getState();
    const closed = views.filter(isClosed);
    if (closed.length > 0) setState({ views: views.filter((view) => !isClosed(view)) });
    cancelPages(closed.map(({ key }) => key));
  };

  return {
    openMain(url: string) {
      closeWhere(() => true);
      const nativeHeader = startsUnderNativeHeader(url);
      setState({ views: [{ key: nextKey(), kind: 'main', url, title: '', nativeHeader, loads: 0 }] });
    },
    openSecond(url: string, title: string) {
      const view: WebView = { key: nextKey(), kind: 'second', url, title, nativeHeader: true, loads: 0 };
      setState(({ views }) => ({ views: [...views, view] }));
    },
    close(key: ViewKey) {
      const isMain = mainView(getState())?.key === key;
      closeWhere((view) => isMain || view.key === key);
    },
    closeAll: () => closeWhere(() => true),
    reload(key: ViewKey) {
      cancelPages([key]);
      change(key, (view) => ({ ...view, loads: view.loads + 1 }));
    },
    setNativeHeader: (key: ViewKey, nativeHeader: boolean) => change(key, (view) => ({ ...view, nativeHeader })),
  };
}

export type NativePages = ReturnType<typeof createNativePages>;

/** Each promise settles when the user finishes or cancels. */
export function createNativePages({ setState }: AppStore) {
  let lastKey = 0;

  const show = <Result>(
    view: ViewKey,
    cancelled: Result,
    contentOf: (finish: (result: Result) => void) => NativeContent,
  ) =>
    new Promise<Result>((resolve) => {
      lastKey += 1;
      const key = lastKey;
      const finish = (result: Result) => {
        setState(({ pages }) => ({ pages: pages.filter((open) => open.key !== key) }));
        resolve(result);
      };
      const page = { key, view, cancel: () => finish(cancelled), ...contentOf(finish) };
      setState(({ pages }) => ({ pages: [...pages, page] }));
    });

  return {
    login: (view: ViewKey) => show<Session | null>(view, null, (finish) => ({ kind: 'login', finish })),
    addDevice: (view: ViewKey) => show<boolean>(view, false, (finish) => ({ kind: 'addDevice', finish })),
    photos: (view: ViewKey, max: number) =>
      show<readonly ChosenPhoto[]>(view, [], (finish) => ({ kind: 'photos', max, finish })),
    share: (view: ViewKey, card: ShareCard, channels: readonly ShareChannel[]) =>
      show<ShareChannel | null>(view, null, (finish) => ({ kind: 'share', card, channels, finish })),
  };
}
