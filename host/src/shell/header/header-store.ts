import { createStore } from 'zustand/vanilla';
import type { HeaderState, HeaderTone } from '@fridge/shared-contracts';
import type { ReadableStore } from '../../lib/read-store.ts';

/** `tone` applies until the screen's code is loaded. */
export type RouteHeader = { readonly title: string; readonly tone: HeaderTone | null };

type HeaderView = HeaderState & { title: string };

type HeaderLayers = { readonly route: RouteHeader; readonly layers: readonly HeaderState[]; readonly view: HeaderView };

export type HeaderKeeper = ReturnType<typeof createHeader>;

/** Each screen removes only its own layer: the next may mount before the previous unmounts. */
export function createHeader() {
  const store = createStore<HeaderLayers>(() => ({ route: { title: '', tone: null }, layers: [], view: { title: '' } }));
  const change = (next: Partial<Omit<HeaderLayers, 'view'>>) =>
    store.setState((state) => {
      const { route, layers } = { ...state, ...next };
      return { route, layers, view: viewOf(route, layers) };
    });

  return {
    store: store as ReadableStore<HeaderLayers>,
    /** A screen's own values override it. */
    setRoute(route: RouteHeader) {
      const { title, tone } = store.getState().route;
      const isSame = title === route.title && tone?.background === route.tone?.background && tone?.ink === route.tone?.ink;
      if (!isSame) change({ route });
    },
    set(state: HeaderState) {
      const layer = { ...state };
      change({ layers: [...store.getState().layers, layer] });
      return () => change({ layers: store.getState().layers.filter((other) => other !== layer) });
    },
  };
}

function viewOf({ title, tone }: RouteHeader, layers: readonly HeaderState[]): HeaderView {
  const parts = layers.flatMap((layer) => Object.entries(layer).filter(([, value]) => value !== undefined));
  return { title, ...(tone && { tone }), ...Object.fromEntries(parts) };
}
