import { commonCopy, fill } from '@fridge/shared-contracts/copy';
import { copy } from '../copy.ts';
import { AgainIcon } from '../kitchen/icons.tsx';
import type { PictureStage } from './picture-machine.ts';
import styles from './upload-veil.module.css';

/** How far a picture has got, over it (copy deck 5.5); nothing once it is uploaded. */
export function UploadVeil({ stage, place, onRetry }: { stage: PictureStage; /** From 1. */ place: number; onRetry: () => void }) {
  if (stage.at === 'uploaded') return null;
  if (stage.at === 'failed') {
    return <button type="button" className={styles.failed} onClick={onRetry}><AgainIcon />{copy['contest.image.failed']}</button>;
  }
  if (stage.at === 'preparing') return <span className={styles.veil}>{commonCopy['common.loading']}</span>;
  return (
    <span className={styles.veil}>
      {copy['contest.image.uploading']}
      <progress className={styles.progress} aria-label={fill(copy['contest.image.progress.aria'], { i: place })} value={stage.at === 'uploading' ? stage.sent : 0} />
    </span>
  );
}
