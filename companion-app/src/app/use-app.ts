import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AppState } from './app-state.ts';
import type { CompanionApp } from './companion-app.ts';

export const AppContext = createContext<CompanionApp | null>(null);

export function useApp(): CompanionApp {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp needs an <AppContext value={app}> above it.');
  return app;
}

/** @param select returns a part of the state, never a new object */
export function useAppState<Part>(select: (state: AppState) => Part): Part {
  const { state } = useApp();
  return useSyncExternalStore(state.subscribe, () => select(state.getState()));
}
