import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { AppState } from './app-state.ts';
import type { CompanionApp } from './companion-app.ts';

export const AppContext = createContext<CompanionApp | null>(null);

export function useApp(): CompanionApp {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp needs an <AppContext value={app}> above it.');
  return app;
}

/** @param select returns a part of the state, never a new object */
export const useAppState = <Part>(select: (state: AppState) => Part): Part => useStore(useApp().state, select);
