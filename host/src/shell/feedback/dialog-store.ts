import type { ComponentType, ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';
import { commonCopy, type DialogContent, type HeaderTone } from '@fridge/shared-contracts';
import { createLateCode, type LateCode } from '@fridge/shared-ui';
import type { ReadableStore } from '../../lib/read-store.ts';

const DIALOG_LIMIT_MS = 10_000;
/** Closing animation (`--duration-leave`); then the next dialog opens. */
const LEAVE_MS = 160;

export interface DialogFrameProps {
  open: boolean;
  /** Escape, close button, or a press outside. */
  onClose: () => void;
  title: string;
  description?: string | undefined;
  /** Absent: no close button. */
  closeLabel?: string | undefined;
  shape: 'sheet' | 'card';
  /** Without it, the header's if dark. */
  tone?: HeaderTone | undefined;
  interrupts: boolean;
  children: ReactNode;
}
export type DialogFrame = ComponentType<DialogFrameProps>;

/** Too large for the first page: loaded when idle or at the first dialog. */
export type DialogLoader = LateCode<{ default: DialogFrame }>;

export function createDialogLoader(
  importFrame: () => Promise<{ default: DialogFrame }> = () => import('./radix-dialog.tsx'),
): DialogLoader {
  return createLateCode(importFrame, DIALOG_LIMIT_MS);
}

export type ShownDialog = { readonly id: number; readonly content: DialogContent; readonly open: boolean };

/** `waiting`: for the dialog's code. */
export type DialogState = { readonly shown: ShownDialog | null; readonly waiting: boolean };

export interface Dialogs {
  readonly store: ReadableStore<DialogState>;
  readonly loader: DialogLoader;
  /** `false`, with a toast, if the dialog's code fails to load. */
  confirm(content: DialogContent): Promise<boolean>;
  answer(id: number, confirmed: boolean): void;
  /** Their screen is gone. */
  dismissAll(): void;
}

type Question = { id: number; content: DialogContent; resolve: (confirmed: boolean) => void };

/**
 * One question at a time. Opening a dialog dismisses the toast, which would cover it.
 * @param toast shows a text; an empty one dismisses
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
