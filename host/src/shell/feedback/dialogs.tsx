import type { ComponentType } from 'react';
import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import { commonCopy, type DialogContent, type DialogProps, type Store } from '@fridge/shared-contracts';
import { headerToneSchema } from '@fridge/shared-contracts/page';
import { Button, joinClasses, useStore } from '@fridge/shared-ui';
import { DialogFrame } from './dialog-frame.tsx';
import styles from './feedback.module.css';
import { LEAVE_MS, type Toasts } from './toasts.tsx';

/** Only the first answer counts. */
type Question = { readonly content: DialogContent; readonly answer: (confirmed: boolean) => void };

export type Dialogs = ReturnType<typeof createDialogs>;

/** One question at a time: the next opens when the former has left. */
export function createDialogs() {
  const store = createStore<Question | null>(() => null);
  let queue: readonly Question[] = [];
  let isLeaving = false;

  const showNext = () => {
    isLeaving = false;
    store.setState(queue[0] ?? null, true);
  };

  return {
    store,
    /** @param ended closes it */
    confirm: (content: DialogContent, ended?: AbortSignal) =>
      new Promise<boolean>((resolve) => {
        const question: Question = {
          content,
          answer(confirmed) {
            queue = queue.filter((other) => other !== question);
            if (store.getState() === question) {
              isLeaving = true;
              store.setState(null, true); // closed before who asked goes on
              setTimeout(showNext, LEAVE_MS);
            }
            resolve(confirmed);
          },
        };
        ended?.addEventListener('abort', () => question.answer(false));
        queue = [...queue, question];
        if (!isLeaving) showNext();
      }),
    dismissAll: () => queue.forEach(({ answer }) => answer(false)),
  };
}

export function ConfirmDialog({ dialogs, toasts }: { dialogs: Dialogs; toasts: Toasts }) {
  const question = useStore(dialogs.store);
  const content = question?.content;
  return (
    <DialogFrame
      open={question !== null}
      onClose={() => question?.answer(false)}
      title={content?.title ?? ''}
      description={content?.description}
      shape="card"
      tone={content?.tone}
      toasts={toasts}
    >
      <div className={styles.buttons}>
        {content?.cancel !== undefined && (
          <Button tone="quiet" onClick={() => question?.answer(false)}>
            {content.cancel}
          </Button>
        )}
        <Button className={joinClasses(content?.danger && styles.danger)} onClick={() => question?.answer(true)}>
          {content?.confirm}
        </Button>
      </div>
    </DialogFrame>
  );
}

/** @param visit `ended` closes the dialog, even if its screen is still mounted */
export function createVisitDialog(toasts: Toasts, ended: Store<boolean>): ComponentType<DialogProps> {
  return Object.freeze(function VisitDialog({ open, onClose, title, closeLabel, shape, tone, children }: DialogProps) {
    const isOver = useStore(ended);
    return (
      <DialogFrame
        open={open && !isOver}
        onClose={onClose}
        title={typeof title === 'string' ? title : ''}
        closeLabel={closeLabel ?? commonCopy['common.close.aria']}
        shape={shape === 'card' ? 'card' : 'sheet'}
        tone={v.is(headerToneSchema, tone) ? tone : undefined}
        toasts={toasts}
      >
        {children}
      </DialogFrame>
    );
  });
}
