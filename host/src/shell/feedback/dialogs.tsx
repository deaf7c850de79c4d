import { type ComponentType, useEffect, useEffectEvent } from 'react';
import * as v from 'valibot';
import { useStore } from 'zustand';
import { commonCopy, type DialogProps, type Store } from '@fridge/shared-contracts';
import { headerToneSchema } from '@fridge/shared-contracts/host';
import { Button, joinClasses, useStore as useContractStore } from '@fridge/shared-ui';
import type { DialogLoader, Dialogs } from './dialog-store.ts';
import styles from './dialogs.module.css';

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

export interface VisitDialogOptions {
  loader: DialogLoader;
  /** An empty text dismisses the toast. */
  toast: (text: string) => void;
  /** Closes the dialog, even if its screen is still mounted. */
  ended: Store<boolean>;
}

/** If its code fails to load, a toast says so and the dialog closes. */
export function createVisitDialog({ loader, toast, ended }: VisitDialogOptions): ComponentType<DialogProps> {
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
