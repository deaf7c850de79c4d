import { commonCopy, fill } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import { AgainIcon } from '../theme/icons.tsx';
import type { FormPicture } from './picture-uploads.ts';
import styles from './picture-view.module.css';

interface PictureViewProps {
  picture: Pick<FormPicture, 'preview' | 'stage' | 'sent'>;
  alt: string;
  /** In the labels of its upload. */
  name: string;
  onRetry: () => void;
}

/** A picture that fills its frame, under the progress or the retry of its upload (copy deck 5.5). */
export function PictureView({ picture: { preview, stage, sent }, alt, name: picture, onRetry }: PictureViewProps) {
  return (
    <>
      {preview !== '' && <img className={styles.picture} src={preview} alt={alt} decoding="async" />}
      {stage === 'preparing' && <output className={styles.veil}>{commonCopy['common.loading']}</output>}
      {(stage === 'waiting' || stage === 'uploading') && (
        <span className={styles.veil}>
          {copy['contest.image.uploading']}
          <progress aria-label={fill(copy['contest.image.progress.aria'], { picture })} value={sent} />
        </span>
      )}
      {stage === 'failed' && (
        <button
          type="button"
          data-failed
          className={styles.failed}
          aria-label={fill(copy['contest.image.failed.aria'], { picture })}
          onClick={onRetry}
        >
          <AgainIcon />
          {copy['contest.image.failed']}
        </button>
      )}
    </>
  );
}
