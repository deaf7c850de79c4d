import { commonCopy, fill } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import { AgainIcon } from '../theme/icons.tsx';
import type { PictureStage } from './picture-uploads.ts';
import styles from './upload-veil.module.css';

/** Progress or retry (copy deck 5.5). @param picture its name */
export function UploadVeil({ stage, picture, onRetry }: { stage: PictureStage; picture: string; onRetry: () => void }) {
  if (stage.phase === 'uploaded') return null;
  if (stage.phase === 'failed') {
    return (
      <button
        type="button"
        className={styles.failed}
        aria-label={fill(copy['contest.image.failed.aria'], { picture })}
        onClick={onRetry}
      >
        <AgainIcon />
        {copy['contest.image.failed']}
      </button>
    );
  }
  if (stage.phase === 'preparing') return <output className={styles.veil}>{commonCopy['common.loading']}</output>;
  return (
    <span className={styles.veil}>
      {copy['contest.image.uploading']}
      <progress
        className={styles.progress}
        aria-label={fill(copy['contest.image.progress.aria'], { picture })}
        value={stage.phase === 'uploading' ? stage.sent : 0}
      />
    </span>
  );
}
