import { createStore } from 'zustand/vanilla';
import type { DialogContent, Store } from '@fridge/shared-contracts';

/** How long a dialog takes to go, `--duration-leave` of the look; the next one waits for it. */
const LEAVE_MS = 160;

export type QueuedDialog = { readonly id: number; readonly content: DialogContent; readonly open: boolean };

export interface DialogQueue extends Store<QueuedDialog | null> {
  /** Asks when its turn has come. */
  confirm(content: DialogContent): Promise<boolean>;
  /** Answers the dialog that is shown. */
  answer(id: number, confirmed: boolean): void;
  /** Answers every dialog with `false`: the screen that asked is gone. */
  dismissAll(): void;
}

type Waiting = { id: number; content: DialogContent; resolve: (confirmed: boolean) => void };

/** Questions to the user, one at a time, in the order they were asked. */
export function createDialogQueue(): DialogQueue {
  const store = createStore<{ shown: QueuedDialog | null }>(() => ({ shown: null }));
  let waiting: Waiting[] = [];
  let lastId = 0;

  const showNext = () => {
    const [next] = waiting;
    store.setState({ shown: next ? { id: next.id, content: next.content, open: true } : null });
  };
  const close = () => {
    const { shown } = store.getState();
    if (!shown?.open) return;
    store.setState({ shown: { ...shown, open: false } });
    setTimeout(showNext, LEAVE_MS);
  };

  return {
    get: () => store.getState().shown,
    subscribe: store.subscribe,
    confirm: (content) =>
      new Promise((resolve) => {
        lastId += 1;
        waiting.push({ id: lastId, content, resolve });
        if (store.getState().shown === null) showNext();
      }),
    answer(id, confirmed) {
      const asked = waiting.find((dialog) => dialog.id === id);
      if (!asked) return;
      waiting = waiting.filter((dialog) => dialog !== asked);
      asked.resolve(confirmed);
      if (store.getState().shown?.id === id) close();
    },
    dismissAll() {
      const dismissed = waiting;
      waiting = [];
      for (const dialog of dismissed) dialog.resolve(false);
      close();
    },
  };
}
