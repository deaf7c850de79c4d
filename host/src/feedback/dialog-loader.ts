import { createStore } from 'zustand/vanilla';
import type { Store } from '@fridge/shared-contracts';
import type { DialogFrame } from './dialog-frame.ts';
import { PlainDialog } from './plain-dialog.tsx';

/** A dialog is waited for by someone who just tapped; then the plain one is drawn, milliseconds. */
const LOAD_LIMIT_MS = 2_000;

export interface DialogLoader extends Store<DialogFrame | null> {
  /** Starts loading, or loads again what failed before. */
  load(): void;
}

/**
 * Brings the dialog's code when it is first needed. Should it not come, the plain dialog of the browser asks
 * instead, so that a question is never lost; the next dialog tries again.
 */
export function createDialogLoader(
  importFrame: () => Promise<{ default: DialogFrame }> = () => import('./radix-dialog.tsx'),
): DialogLoader {
  const store = createStore<{ frame: DialogFrame | null; final: boolean }>(() => ({ frame: null, final: false }));
  let loading = false;

  return {
    get: () => store.getState().frame,
    subscribe: store.subscribe,
    load() {
      if (store.getState().final || loading) return;
      loading = true;
      const giveUp = () => {
        if (!store.getState().final) store.setState({ frame: PlainDialog });
      };
      const limit = setTimeout(giveUp, LOAD_LIMIT_MS);
      void importFrame()
        .then((module) => store.setState({ frame: module.default, final: true }), giveUp)
        .finally(() => {
          clearTimeout(limit);
          loading = false;
        });
    },
  };
}
