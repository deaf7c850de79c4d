import { useStore } from 'zustand';
import { Button, joinClasses, useStore as useCode } from '@fridge/shared-ui';
import styles from './confirm-dialog.module.css';
import type { DialogLoader } from './dialog-loader.ts';
import type { Dialogs } from './dialog-store.ts';

/** Draws the questions of `feedback.confirm`, one after the other. */
export function ConfirmDialog({ dialogs, loader }: { dialogs: Dialogs; loader: DialogLoader }) {
  const { shown } = useStore(dialogs.store);
  const Frame = useCode(loader)?.default;
  if (!shown || !Frame) return null;
  const { id, open, content } = shown;
  return (
    <Frame
      key={id}
      open={open}
      onClose={() => dialogs.answer(id, false)}
      title={content.title}
      description={content.description}
      shape="card"
      tone={content.tone}
      interrupts
    >
      <div className={styles.buttons}>
        {content.cancel !== undefined && (
          <Button tone="quiet" className={styles.button} onClick={() => dialogs.answer(id, false)}>
            {content.cancel}
          </Button>
        )}
        <Button className={joinClasses(styles.button, content.danger && styles.danger)} onClick={() => dialogs.answer(id, true)}>
          {content.confirm}
        </Button>
      </div>
    </Frame>
  );
}
