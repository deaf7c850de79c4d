import { commonCopy } from '@fridge/shared-contracts';
import { joinClasses, Picture, unseen } from '@fridge/shared-ui';
import { PlateIcon } from './icons.tsx';
import styles from './work-picture.module.css';

interface WorkPictureProps {
  src: string;
  alt: string;
  /** All of the picture, in all of its place; else its place is covered. */
  whole?: boolean;
  /** Visible from the start. */
  eager?: boolean;
  className?: string | undefined;
}

/** A broken one becomes a text (copy deck 1.1). */
export function WorkPicture({ src, alt, whole = false, eager = false, className }: WorkPictureProps) {
  const broken = (
    <div className={styles.broken}>
      <PlateIcon />
      <span>
        <span className={unseen}>{alt}</span>
        {commonCopy['common.imageFail']}
      </span>
    </div>
  );
  return (
    <div className={joinClasses(styles.frame, whole && styles.whole, className)}>
      <Picture
        src={src}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        draggable={false}
        fallback={broken}
      />
    </div>
  );
}
