import { createStore } from 'zustand/vanilla';
import type { HeaderService, HeaderState, HeaderTone } from '@fridge/shared-contracts';
import type { ReadableStore } from '../../lib/read-store.ts';

/** What a route says of its header: its title, and the colours that stand before the screen's code has arrived. */
export type RouteHeader = { readonly title: string; readonly tone: HeaderTone | null };

/** What the header shows: the screen's own state over the route's. */
export type HeaderView = HeaderState & { title: string };

export type HeaderLayers = { readonly route: RouteHeader; readonly layers: readonly HeaderState[]; readonly view: HeaderView };

export interface HeaderKeeper extends HeaderService {
  readonly store: ReadableStore<HeaderLayers>;
  /** Names and colours the route; a screen's own title and tone win over it. */
  setRoute(route: RouteHeader): void;
}

/**
 * The header's state. Screens lay theirs on top and take it back when they leave; since the next screen may be
 * there before the last one is gone, each takes back its own and never another's.
 */
export function createHeader(): HeaderKeeper {
  const store = createStore<HeaderLayers>(() => ({ route: { title: '', tone: null }, layers: [], view: { title: '' } }));
  const change = (next: Partial<Omit<HeaderLayers, 'view'>>) =>
    store.setState((state) => {
      const route = next.route ?? state.route;
      const layers = next.layers ?? state.layers;
      return { route, layers, view: viewOf(route, layers) };
    });

  return {
    store,
    setRoute(route) {
      const before = store.getState().route;
      const sameTone = before.tone?.background === route.tone?.background && before.tone?.ink === route.tone?.ink;
      if (before.title !== route.title || !sameTone) change({ route });
    },
    set(state) {
      const layer = { ...state };
      change({ layers: [...store.getState().layers, layer] });
      return () => change({ layers: store.getState().layers.filter((other) => other !== layer) });
    },
  };
}

/** Later layers win part by part, so that a screen may set its title in one place and its right-hand text in another. */
function viewOf({ title, tone }: RouteHeader, layers: readonly HeaderState[]): HeaderView {
  const view: HeaderView = { title, ...(tone && { tone }) };
  for (const layer of layers) {
    for (const [part, value] of Object.entries(layer)) if (value !== undefined) Object.assign(view, { [part]: value });
  }
  return view;
}
