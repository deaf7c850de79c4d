import { createStore } from 'zustand/vanilla';
import type { DialogContent } from '@fridge/shared-contracts';
import type { ReadableStore } from '../../lib/read-store.ts';
import type { DialogLoader } from './dialog-loader.ts';

/** How long a dialog takes to go, `--duration-leave` of the look; the next one waits for it. */
const LEAVE_MS = 160;

export type ShownDialog = { readonly id: number; readonly content: DialogContent; readonly open: boolean };

/** `waiting`: somebody has asked and the dialog's code isn't there yet. */
export type DialogState = { readonly shown: ShownDialog | null; readonly waiting: boolean };

export interface Dialogs {
  readonly store: ReadableStore<DialogState>;
  /** Asks when its turn has come and the code is there; `false`, after a word to the user, when that doesn't come. */
  confirm(content: DialogContent): Promise<boolean>;
  /** Answers the dialog that is shown. */
  answer(id: number, confirmed: boolean): void;
  /** Answers every dialog with `false`: the screen that asked is gone. */
  dismissAll(): void;
}

type Asked = { id: number; content: DialogContent; resolve: (confirmed: boolean) => void };

/**
 * Questions to the user, one at a time, in the order they were asked.
 * @param onMissing the dialog's code didn't come: the user is to be told
 * @param onShown a question stands on the screen: what lay there before must not lie on it
 */
export function createDialogs(loader: Pick<DialogLoader, 'load'>, onMissing: () => void, onShown: () => void = () => {}): Dialogs {
  const store = createStore<DialogState>(() => ({ shown: null, waiting: false }));
  let asked: readonly Asked[] = [];
  let lastId = 0;

  const showNext = () => {
    const [next] = asked;
    store.setState({ shown: next ? { id: next.id, content: next.content, open: true } : null });
    if (next) onShown();
  };
  const close = () => {
    const { shown } = store.getState();
    if (!shown?.open) return;
    store.setState({ shown: { ...shown, open: false } });
    setTimeout(showNext, LEAVE_MS);
  };
  const answerAll = (confirmed: boolean) => {
    const answered = asked;
    asked = [];
    for (const { resolve } of answered) resolve(confirmed);
  };
  const bringCode = async () => {
    store.setState({ waiting: true });
    const { ok: here } = await loader.load();
    store.setState({ waiting: false });
    if (here) {
      if (store.getState().shown === null) showNext();
    } else if (asked.length > 0) {
      onMissing();
      answerAll(false);
    }
  };

  return {
    store,
    confirm: (content) =>
      new Promise((resolve) => {
        lastId += 1;
        asked = [...asked, { id: lastId, content, resolve }];
        const { shown, waiting } = store.getState();
        if (shown === null && !waiting) void bringCode();
      }),
    answer(id, confirmed) {
      const answered = asked.find((dialog) => dialog.id === id);
      if (!answered) return;
      asked = asked.filter((dialog) => dialog !== answered);
      answered.resolve(confirmed);
      if (store.getState().shown?.id === id) close();
    },
    dismissAll() {
      answerAll(false);
      close();
    },
  };
}
