import { commonCopy, fill } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import { AgainIcon } from '../theme/icons.tsx';
import type { FormPicture } from './picture-uploads.ts';
import styles from './upload-veil.module.css';

interface UploadVeilProps extends Pick<FormPicture, 'stage' | 'sent'> {
  /** Of the picture. */
  name: string;
  onRetry: () => void;
}

/** Progress or retry (copy deck 5.5). */
export function UploadVeil({ stage, sent, name: picture, onRetry }: UploadVeilProps) {
  switch (stage) {
    case 'uploaded':
      return null;
    case 'preparing':
      return <output className={styles.veil}>{commonCopy['common.loading']}</output>;
    case 'failed':
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
    default:
      return (
        <span className={styles.veil}>
          {copy['contest.image.uploading']}
          <progress aria-label={fill(copy['contest.image.progress.aria'], { picture })} value={sent} />
        </span>
      );
  }
}
