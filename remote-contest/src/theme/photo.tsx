import { commonCopy } from '@fridge/shared-contracts';
import { joinClasses, unseen } from '@fridge/shared-ui';
import { useRetryOnline } from '@fridge/shared-ui/internal';
import { useState } from 'react';
import { PlateIcon } from './icons.tsx';
import styles from './photo.module.css';

interface PhotoProps {
  src: string;
  alt: string;
  /** Contain instead of cover. */
  whole?: boolean;
  /** Visible from the start. */
  eager?: boolean;
  className?: string | undefined;
}

/** A broken photo becomes a text (copy deck 1.1). */
export function Photo({ src, alt, whole = false, eager = false, className }: PhotoProps) {
  // By address: another one is tried again.
  const [broken, setBroken] = useState<string | null>(null);
  useRetryOnline(broken === null ? 'ready' : 'failed', () => setBroken(null));
  return (
    <div className={joinClasses(styles.photo, className)}>
      {broken === src || src === '' ? (
        <div className={styles.broken}>
          <PlateIcon />
          <span>
            {alt !== '' && <span className={unseen}>{alt}</span>}
            {commonCopy['common.imageFail']}
          </span>
        </div>
      ) : (
        <img
          src={src}
          alt={alt}
          className={joinClasses(styles.picture, whole && styles.whole)}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          onError={() => setBroken(src)}
        />
      )}
    </div>
  );
}
