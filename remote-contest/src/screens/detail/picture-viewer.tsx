import { commonCopy } from '@fridge/shared-contracts';
import { CloseIcon } from '@fridge/shared-ui';
import { type TouchEvent, useEffect, useRef, useState } from 'react';
import { copy } from '../../copy.ts';
import { MinusIcon, PlusIcon } from '../../theme/icons.tsx';
import { WorkPicture } from '../../theme/work-picture.tsx';
import styles from './gallery.module.css';

const MAX_ZOOM = 3;

interface PictureViewerProps {
  src: string;
  alt: string;
  onClose: () => void;
}

/** A picture in full screen, enlarged by a pinch or a button, and moved by scrolling. */
export function PictureViewer({ src, alt, onClose }: PictureViewerProps) {
  const viewer = useRef<HTMLDialogElement>(null);
  const zoom = useRef(1);
  /** Between two fingers, CSS px; `null` for another number of them. */
  const spread = useRef<number | null>(null);
  const [isEnlarged, setIsEnlarged] = useState(false);

  useEffect(() => viewer.current?.showModal(), []);

  // By itself it gives the focus back.
  const close = () => viewer.current?.close();
  /** Keeps the middle of what is shown. */
  const zoomTo = (next: number) => {
    if (viewer.current === null) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = viewer.current;
    const scrolled = (from: number, shown: number) => ((from + shown / 2) * next) / zoom.current - shown / 2;
    viewer.current.style.setProperty('--zoom', String(next));
    viewer.current.scrollTo(scrolled(scrollLeft, clientWidth), scrolled(scrollTop, clientHeight));
    zoom.current = next;
    setIsEnlarged(next > 1);
  };
  const pinch = ({ touches: { length, 0: one, 1: other } }: TouchEvent) => {
    const before = spread.current;
    const now =
      length === 2 && one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : null;
    spread.current = now;
    if (before !== null && now !== null) zoomTo(Math.min(MAX_ZOOM, Math.max(1, (zoom.current * now) / before)));
  };

  return (
    <dialog
      ref={viewer}
      className={styles.viewer}
      aria-label={alt}
      onClose={onClose}
      onTouchStart={pinch}
      onTouchMove={pinch}
    >
      <WorkPicture src={src} alt={alt} whole eager />
      <button type="button" className={styles.upper} aria-label={commonCopy['common.close.aria']} onClick={close}>
        <CloseIcon />
      </button>
      <button
        type="button"
        className={styles.lower}
        aria-label={copy[isEnlarged ? 'contest.crop.zoomOut.aria' : 'contest.crop.zoomIn.aria']}
        onClick={() => zoomTo(isEnlarged ? 1 : MAX_ZOOM)}
      >
        {isEnlarged ? <MinusIcon /> : <PlusIcon />}
      </button>
    </dialog>
  );
}
