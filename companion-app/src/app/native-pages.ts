import type { ShareCard, ShareChannel } from '@fridge/shared-contracts';
import type { ViewKey } from '../bridge/incoming.ts';
import type { ChosenPhoto } from '../photos/album.ts';
import type { AppStore, NativePage, Session } from './app-state.ts';

export type NativePages = ReturnType<typeof createNativePages>;

/** Each promise settles when the user finishes or cancels. */
export function createNativePages({ setState }: AppStore) {
  let lastKey = 0;

  const show = <Result>(build: (key: number, finish: (result: Result) => void) => NativePage) =>
    new Promise<Result>((resolve) => {
      lastKey += 1;
      const key = lastKey;
      const page = build(key, (result) => {
        setState(({ pages }) => ({ pages: pages.filter((open) => open.key !== key) }));
        resolve(result);
      });
      setState(({ pages }) => ({ pages: [...pages, page] }));
    });

  return {
    login: (view: ViewKey) => show<Session | null>((key, finish) => ({ key, view, kind: 'login', finish })),
    addDevice: (view: ViewKey) => show<boolean>((key, finish) => ({ key, view, kind: 'addDevice', finish })),
    photos: (view: ViewKey, max: number) =>
      show<readonly ChosenPhoto[]>((key, finish) => ({ key, view, kind: 'photos', max, finish })),
    share: (view: ViewKey, card: ShareCard, channels: readonly ShareChannel[]) =>
      show<ShareChannel | null>((key, finish) => ({ key, view, kind: 'share', card, channels, finish })),
  };
}
