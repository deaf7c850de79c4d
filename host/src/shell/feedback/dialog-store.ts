import type { ComponentType, ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';
import { commonCopy, type DialogContent, type HeaderTone } from '@fridge/shared-contracts';
import { createLateCode, type LateCode } from '@fridge/shared-ui';
import type { ReadableStore } from '../../lib/read-store.ts';

/** Limit for loading the dialog's code after a press, milliseconds. */
const DIALOG_LIMIT_MS = 10_000;
/** Duration of the closing animation, `--duration-leave` of the look; the next dialog opens after it. */
const LEAVE_MS = 160;

export interface DialogFrameProps {
  open: boolean;
  /** Escape, the close button, or a press beside the dialog. */
  onClose: () => void;
  title: string;
  description?: string | undefined;
  /** Absent: no close button, the dialog's own buttons close it. */
  closeLabel?: string | undefined;
  shape: 'sheet' | 'card';
  /** Its own colours; without them, the header's where those are dark. */
  tone?: HeaderTone | undefined;
  /** Announced as an alert dialog. */
  interrupts: boolean;
  children: ReactNode;
}
export type DialogFrame = ComponentType<DialogFrameProps>;

/** The dialog's code: too large for the first page, so it is loaded when the page is idle or at the first dialog. */
export type DialogLoader = LateCode<{ default: DialogFrame }>;

export function createDialogLoader(
  importFrame: () => Promise<{ default: DialogFrame }> = () => import('./radix-dialog.tsx'),
): DialogLoader {
  return createLateCode(importFrame, DIALOG_LIMIT_MS);
}

export type ShownDialog = { readonly id: number; readonly content: DialogContent; readonly open: boolean };

/** `waiting`: a question waits for the dialog's code. */
export type DialogState = { readonly shown: ShownDialog | null; readonly waiting: boolean };

export interface Dialogs {
  readonly store: ReadableStore<DialogState>;
  readonly loader: DialogLoader;
  /** Queues a question. Resolves `false`, after a toast, when the dialog's code can't be loaded. */
  confirm(content: DialogContent): Promise<boolean>;
  /** Answers the dialog that is shown. */
  answer(id: number, confirmed: boolean): void;
  /** Answers every dialog with `false`: the screen that asked is gone. */
  dismissAll(): void;
}

type Question = { id: number; content: DialogContent; resolve: (confirmed: boolean) => void };

/**
 * Questions to the user, one at a time and in order. Opening a dialog dismisses the current toast, which would cover it.
 * @param toast shows a text; an empty one dismisses the current toast
 */
export function createDialogs(toast: (text: string) => void, loader = createDialogLoader()): Dialogs {
  const store = createStore<DialogState>(() => ({ shown: null, waiting: false }));
  let queue: readonly Question[] = [];
  let lastId = 0;

  const showNext = () => {
    const [next] = queue;
    store.setState({ shown: next ? { id: next.id, content: next.content, open: true } : null });
    if (next) toast('');
  };
  const close = () => {
    const { shown } = store.getState();
    if (!shown?.open) return;
    store.setState({ shown: { ...shown, open: false } });
    setTimeout(showNext, LEAVE_MS);
  };
  const dismissQueue = () => {
    const dismissed = queue;
    queue = [];
    for (const { resolve } of dismissed) resolve(false);
  };
  const loadFrame = async () => {
    store.setState({ waiting: true });
    const { ok } = await loader.load();
    store.setState({ waiting: false });
    if (ok) {
      if (store.getState().shown === null) showNext();
    } else if (queue.length > 0) {
      toast(commonCopy['common.fallback.toast']);
      dismissQueue();
    }
  };

  return {
    store,
    loader,
    confirm: (content) =>
      new Promise((resolve) => {
        lastId += 1;
        queue = [...queue, { id: lastId, content, resolve }];
        const { shown, waiting } = store.getState();
        if (shown === null && !waiting) void loadFrame();
      }),
    answer(id, confirmed) {
      const question = queue.find((other) => other.id === id);
      if (!question) return;
      queue = queue.filter((other) => other !== question);
      question.resolve(confirmed);
      if (store.getState().shown?.id === id) close();
    },
    dismissAll() {
      dismissQueue();
      close();
    },
  };
}
