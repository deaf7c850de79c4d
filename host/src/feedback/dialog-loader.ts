import { createStore } from 'zustand/vanilla';
import type { Store } from '@fridge/shared-contracts';
import type { DialogFrame } from './dialog-frame.ts';
import { PlainDialog } from './plain-dialog.tsx';

/** A dialog is waited for by someone who just tapped; then the plain one is drawn, milliseconds. */
const LOAD_LIMIT_MS = 2_000;

export interface DialogLoader extends Store<DialogFrame | null> {
  /** Brings the code for a dialog that is to be shown, or something that can stand in for it. */
  load(): void;
  /** Brings the code ahead of time; should that fail, the first dialog tries again. */
  preload(): void;
}

/**
 * Brings the dialog's code when it is first needed. Should it not come, the plain dialog of the browser asks
 * instead, so that a question is never lost; later dialogs are drawn by whatever came meanwhile.
 */
export function createDialogLoader(
  importFrame: () => Promise<{ default: DialogFrame }> = () => import('./radix-dialog.tsx'),
): DialogLoader {
  const store = createStore<{ frame: DialogFrame | null; final: boolean }>(() => ({ frame: null, final: false }));
  let coming: Promise<void> | null = null;

  const bring = () => {
    coming ??= importFrame()
      .then((module) => store.setState({ frame: module.default, final: true }))
      .finally(() => {
        coming = null;
      });
    return coming;
  };

  return {
    get: () => store.getState().frame,
    subscribe: store.subscribe,
    preload() {
      if (!store.getState().final) void bring().catch(() => {}); // the first dialog tries again
    },
    load() {
      if (store.getState().final) return;
      const standIn = () => {
        if (!store.getState().final) store.setState({ frame: PlainDialog });
      };
      const limit = setTimeout(standIn, LOAD_LIMIT_MS);
      void bring()
        .catch(standIn)
        .finally(() => clearTimeout(limit));
    },
  };
}
