import { useRef } from 'react';
import type { WindowState } from '@fridge/shared-contracts';
import type { Place } from '../navigation/navigation.ts';
import type { RegistryState } from '../registry/registry-store.ts';
import { type ResolvedRoute, resolveRoute, type RouteFacts } from './resolve-route.ts';

/**
 * What the current address shows. A switch counts at once, also in a page that is open; a window is judged when the
 * user arrives: one that closes meanwhile doesn't take the page away, the next action tells so (architecture,
 * "Windows").
 */
export function useResolvedRoute(place: Place, registry: RegistryState, windows: Pick<RouteFacts, 'windowState' | 'bounds'>): ResolvedRoute {
  const judged = useRef({ key: '', states: new Map<string, WindowState>() });
  if (judged.current.key !== place.key) judged.current = { key: place.key, states: new Map() };
  const { states } = judged.current;
  return resolveRoute({
    path: place.path,
    registry,
    bounds: windows.bounds,
    windowState(name) {
      const state = states.get(name) ?? windows.windowState(name);
      states.set(name, state);
      return state;
    },
  });
}
