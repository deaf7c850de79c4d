import { useSyncExternalStore } from 'react';
import { Button, joinClasses } from '@fridge/shared-ui';
import styles from './confirm-dialog.module.css';
import type { DialogLoader } from './dialog-loader.ts';
import type { DialogQueue } from './dialog-queue.ts';
import { LazyDialog } from './lazy-dialog.tsx';

/** Draws the questions of `feedback.confirm`, one after the other. */
export function ConfirmDialog({ dialogs, loader }: { dialogs: DialogQueue; loader: DialogLoader }) {
  const shown = useSyncExternalStore(dialogs.subscribe, dialogs.get);
  if (!shown) return null;
  const { id, open, content } = shown;
  return (
    <LazyDialog
      key={id}
      loader={loader}
      open={open}
      onClose={() => dialogs.answer(id, false)}
      title={content.title}
      description={content.description}
      shape="card"
      interrupts
    >
      <div className={styles.buttons}>
        {content.cancel !== undefined && (
          <Button tone="quiet" className={styles.button} onClick={() => dialogs.answer(id, false)}>
            {content.cancel}
          </Button>
        )}
        <Button className={joinClasses(styles.button, content.tone === 'danger' && styles.danger)} onClick={() => dialogs.answer(id, true)}>
          {content.confirm}
        </Button>
      </div>
    </LazyDialog>
  );
}
