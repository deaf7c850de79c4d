import { type ComponentType, type ReactNode, useEffect, useEffectEvent } from 'react';
import * as v from 'valibot';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  commonCopy,
  type DialogContent,
  type DialogProps,
  type HeaderTone,
  type Store,
} from '@fridge/shared-contracts';
import { headerToneSchema } from '@fridge/shared-contracts/page';
import { Button, createLateCode, joinClasses, type LateCode, useStore as useContractStore } from '@fridge/shared-ui';
import type { ReadableStore } from '../../lib/read-store.ts';
import styles from './dialogs.module.css';
import { LEAVE_MS } from './toasts.tsx';

const DIALOG_LIMIT_MS = 10_000;

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

const radixDialog: DialogLoader = createLateCode(() => import('./radix-dialog.tsx'), DIALOG_LIMIT_MS);

/** `waiting`: for the dialog's code. */
type DialogState = {
  readonly shown: { id: number; content: DialogContent; open: boolean } | null;
  readonly waiting: boolean;
};

export type Dialogs = ReturnType<typeof createDialogs>;

type Question = { id: number; content: DialogContent; resolve: (confirmed: boolean) => void };

/**
 * One question at a time. Opening a dialog dismisses the toast, which would cover it.
 * @param toast shows a text; an empty one dismisses
 */
export function createDialogs(toast: (text: string) => void, loader = radixDialog) {
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
    store: store as ReadableStore<DialogState>,
    loader,
    /** `false`, with a toast, if the dialog's code fails to load. */
    confirm: (content: DialogContent) =>
      new Promise<boolean>((resolve) => {
        lastId += 1;
        queue = [...queue, { id: lastId, content, resolve }];
        const { shown, waiting } = store.getState();
        if (shown === null && !waiting) void loadFrame();
      }),
    answer(id: number, confirmed: boolean) {
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

export function ConfirmDialog({ dialogs }: { dialogs: Dialogs }) {
  const { shown } = useStore(dialogs.store);
  const Frame = useContractStore(dialogs.loader)?.default;
  if (!shown || !Frame) return null;
  const { id, open, content } = shown;
  const answer = (confirmed: boolean) => dialogs.answer(id, confirmed);
  return (
    <Frame
      key={id}
      open={open}
      onClose={() => answer(false)}
      title={content.title}
      description={content.description}
      shape="card"
      tone={content.tone}
      interrupts
    >
      <div className={styles.buttons}>
        {content.cancel !== undefined && (
          <Button tone="quiet" className={styles.button} onClick={() => answer(false)}>
            {content.cancel}
          </Button>
        )}
        <Button className={joinClasses(styles.button, content.danger && styles.danger)} onClick={() => answer(true)}>
          {content.confirm}
        </Button>
      </div>
    </Frame>
  );
}

/** If its code fails to load, a toast says so and the dialog closes. */
export function createVisitDialog({
  loader,
  toast,
  ended,
}: {
  loader: DialogLoader;
  toast: (text: string) => void;
  /** Closes the dialog, even if its screen is still mounted. */
  ended: Store<boolean>;
}): ComponentType<DialogProps> {
  function VisitDialog({ open: isWanted, onClose, title, closeLabel, shape, tone, children }: DialogProps) {
    const Frame = useContractStore(loader)?.default;
    const isOver = useContractStore(ended);
    const open = isWanted && !isOver;
    const fail = useEffectEvent(() => {
      toast(commonCopy['common.fallback.toast']);
      onClose();
    });
    useEffect(() => {
      if (!open) return undefined;
      toast('');
      let closed = false;
      void loader.load().then(({ ok }) => {
        if (!ok && !closed) fail();
      });
      return () => {
        closed = true;
      };
    }, [open]);
    return (
      Frame && (
        <Frame
          open={open}
          onClose={onClose}
          title={typeof title === 'string' ? title : ''}
          closeLabel={closeLabel ?? commonCopy['common.close.aria']}
          shape={shape === 'card' ? 'card' : 'sheet'}
          tone={v.is(headerToneSchema, tone) ? tone : undefined}
          interrupts={false}
        >
          {children}
        </Frame>
      )
    );
  }
  return Object.freeze(VisitDialog);
}
