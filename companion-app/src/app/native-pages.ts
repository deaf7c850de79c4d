import type { ShareCard, ShareChannel } from '@fridge/shared-contracts';
import type { ViewKey } from '../bridge/incoming.ts';
import type { ChosenPhoto } from '../photos/album.ts';
import type { AppState, NativePage, Session } from './app-state.ts';
import type { WritableStore } from './create-store.ts';

/** The app's own pages, each asked for by a call; they settle when the person is done, or cancels. */
export type NativePages = {
  login(view: ViewKey): Promise<Session | null>;
  addDevice(view: ViewKey): Promise<boolean>;
  photos(view: ViewKey, max: number): Promise<readonly ChosenPhoto[]>;
  share(view: ViewKey, card: ShareCard, channels: readonly ShareChannel[]): Promise<ShareChannel | null>;
};

export function createNativePages(store: WritableStore<AppState>): NativePages {
  let lastKey = 0;

  /** Shows a page on top of those that are open, and takes it away as soon as it has its result. */
  const show = <Result>(build: (key: number, finish: (result: Result) => void) => NativePage) =>
    new Promise<Result>((resolve) => {
      lastKey += 1;
      const key = lastKey;
      const page = build(key, (result) => {
        store.update((state) => ({ ...state, pages: state.pages.filter((open) => open.key !== key) }));
        resolve(result);
      });
      store.update((state) => ({ ...state, pages: [...state.pages, page] }));
    });

  return {
    login: (view) => show((key, finish) => ({ key, view, kind: 'login', finish })),
    addDevice: (view) => show((key, finish) => ({ key, view, kind: 'addDevice', finish })),
    photos: (view, max) => show((key, finish) => ({ key, view, kind: 'photos', max, finish })),
    share: (view, card, channels) => show((key, finish) => ({ key, view, kind: 'share', card, channels, finish })),
  };
}
