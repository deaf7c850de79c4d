import type { ComponentType, ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';
import type { ReadableStore } from '../../lib/read-store.ts';
import { TIMED_OUT, withTimeout } from '../../lib/with-timeout.ts';

/** How long somebody who has pressed a button waits for the dialog's code, milliseconds. */
export const DIALOG_LIMIT_MS = 10_000;

/** What the one dialog of the product draws. */
export interface DialogFrameProps {
  open: boolean;
  /** Escape, the close button, or a press beside it. */
  onClose: () => void;
  title: string;
  description?: string | undefined;
  /** Absent: no close button, the dialog's own buttons close it. */
  closeLabel?: string | undefined;
  shape: 'sheet' | 'card';
  /** A question that interrupts, read out as an alert dialog. */
  interrupts: boolean;
  children: ReactNode;
}
export type DialogFrame = ComponentType<DialogFrameProps>;

export interface DialogLoader {
  /** `null` until the code is there. */
  readonly frame: ReadableStore<{ Frame: DialogFrame | null }>;
  /** Brings the code for a dialog that is asked for. Resolves `false` when it failed or took too long; never rejects. */
  load(): Promise<boolean>;
  /** Brings the code ahead of time; should that fail, the first dialog tries again. */
  preload(): void;
}

/** Brings the dialog's code when it is first needed, or a little before: it weighs too much for the first page. */
export function createDialogLoader(importFrame: () => Promise<{ default: DialogFrame }> = () => import('./radix-dialog.tsx')): DialogLoader {
  const store = createStore<{ Frame: DialogFrame | null }>(() => ({ Frame: null }));
  let coming: Promise<void> | null = null;

  const bring = () => {
    coming ??= importFrame()
      .then((module) => store.setState({ Frame: module.default }))
      .finally(() => {
        coming = null;
      });
    return coming;
  };

  return {
    frame: store,
    async load() {
      if (store.getState().Frame) return true;
      const outcome = await withTimeout(bring(), DIALOG_LIMIT_MS).catch(() => TIMED_OUT);
      return outcome !== TIMED_OUT;
    },
    preload() {
      if (!store.getState().Frame) void bring().catch(() => {}); // the first dialog tries again
    },
  };
}
