import { commonCopy } from '@fridge/shared-contracts';
import { joinClasses, Picture, unseen } from '@fridge/shared-ui';
import { PlateIcon } from './icons.tsx';
import styles from './work-picture.module.css';

interface WorkPictureProps {
  src: string;
  alt: string;
  /** Contain instead of cover. */
  whole?: boolean;
  /** Visible from the start. */
  eager?: boolean;
  className?: string | undefined;
}

/** A broken one becomes a text (copy deck 1.1). */
export function WorkPicture({ alt, whole = false, eager = false, className, ...rest }: WorkPictureProps) {
  const broken = (
    <div className={styles.broken}>
      <PlateIcon />
      <span>
        {alt !== '' && <span className={unseen}>{alt}</span>}
        {commonCopy['common.imageFail']}
      </span>
    </div>
  );
  return (
    <div className={joinClasses(styles.frame, className)}>
      <Picture
        {...rest}
        alt={alt}
        className={joinClasses(styles.picture, whole && styles.whole)}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        draggable={false}
        fallback={broken}
      />
    </div>
  );
}
