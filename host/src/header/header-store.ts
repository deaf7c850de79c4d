import { createStore } from 'zustand/vanilla';
import type { HeaderService, HeaderState, Store } from '@fridge/shared-contracts';

/** What the header shows: the screen's own state over the route's title. */
export type HeaderView = HeaderState & { title: string };

export interface HeaderStore extends HeaderService, Store<HeaderView> {
  /** Names the route; a screen's own title wins over it. */
  setRouteTitle(title: string): void;
}

/**
 * The header's state. Screens lay theirs on top and take it back when they leave; since the next screen may be
 * there before the last one is gone, each takes back its own and never another's.
 */
export function createHeaderStore(): HeaderStore {
  const store = createStore<{ routeTitle: string; layers: readonly HeaderState[]; view: HeaderView }>(() => ({
    routeTitle: '',
    layers: [],
    view: { title: '' },
  }));
  const change = (next: { routeTitle?: string; layers?: readonly HeaderState[] }) =>
    store.setState((state) => {
      const routeTitle = next.routeTitle ?? state.routeTitle;
      const layers = next.layers ?? state.layers;
      return { routeTitle, layers, view: viewOf(routeTitle, layers) };
    });

  return {
    get: () => store.getState().view,
    subscribe: (listener) => store.subscribe((state, before) => state.view !== before.view && listener()),
    setRouteTitle(title) {
      if (store.getState().routeTitle !== title) change({ routeTitle: title });
    },
    set(state) {
      const layer = { ...state };
      change({ layers: [...store.getState().layers, layer] });
      return () => change({ layers: store.getState().layers.filter((other) => other !== layer) });
    },
  };
}

/** Later layers win part by part, so that a screen may set its title in one place and its right-hand text in another. */
function viewOf(routeTitle: string, layers: readonly HeaderState[]): HeaderView {
  const view: HeaderView = { title: routeTitle };
  for (const layer of layers) {
    for (const [part, value] of Object.entries(layer)) if (value !== undefined) Object.assign(view, { [part]: value });
  }
  return view;
}
