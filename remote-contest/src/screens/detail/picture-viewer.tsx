import { commonCopy } from '@fridge/shared-contracts';
import { CloseIcon, joinClasses } from '@fridge/shared-ui';
import { type TouchEvent, useEffect, useRef, useState } from 'react';
import { copy } from '../../copy.ts';
import { MinusIcon, PlusIcon } from '../../theme/icons.tsx';
import { WorkPicture } from '../../theme/work-picture.tsx';
import styles from './picture-viewer.module.css';

const MAX_ZOOM = 3;

interface PictureViewerProps {
  src: string;
  alt: string;
  onClose: () => void;
}

/** A picture in full screen, enlarged by a pinch or a button, and moved by scrolling. */
export function PictureViewer({ src, alt, onClose }: PictureViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const pinch = useRef<{ spread: number; zoom: number } | null>(null);
  const [zoom, setZoom] = useState(1);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Gives the focus back.
    return () => element?.close();
  }, []);

  /** Keeps the middle of what is shown. */
  const zoomTo = (next: number) => {
    const element = pane.current;
    if (element === null) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
    const [x, y] = [
      (scrollLeft + clientWidth / 2) / element.scrollWidth,
      (scrollTop + clientHeight / 2) / element.scrollHeight,
    ];
    element.style.setProperty('--zoom', String(next));
    element.scrollTo(x * element.scrollWidth - clientWidth / 2, y * element.scrollHeight - clientHeight / 2);
    setZoom(next);
  };
  const onTouchStart = ({ touches }: TouchEvent) => {
    const spread = spreadOf(touches);
    pinch.current = spread === null ? null : { spread, zoom };
  };
  const onTouchMove = ({ touches }: TouchEvent) => {
    const spread = spreadOf(touches);
    if (pinch.current === null || spread === null) return;
    zoomTo(Math.min(MAX_ZOOM, Math.max(1, (pinch.current.zoom * spread) / pinch.current.spread)));
  };

  const isEnlarged = zoom > 1;
  return (
    <dialog ref={dialog} className={styles.viewer} aria-label={alt} onClose={onClose}>
      <div
        {...scrollable}
        ref={pane}
        aria-label={alt}
        className={styles.pane}
        onTouchStart={onTouchStart}
        onTouchMove={onTouchMove}
      >
        <WorkPicture src={src} alt={alt} whole eager className={styles.picture} />
      </div>
      <button
        type="button"
        className={joinClasses(styles.button, styles.close)}
        aria-label={commonCopy['common.close.aria']}
        onClick={onClose}
      >
        <CloseIcon />
      </button>
      <button
        type="button"
        className={joinClasses(styles.button, styles.zoom)}
        aria-label={copy[isEnlarged ? 'contest.crop.zoomOut.aria' : 'contest.crop.zoomIn.aria']}
        onClick={() => zoomTo(isEnlarged ? 1 : MAX_ZOOM)}
      >
        {isEnlarged ? <MinusIcon /> : <PlusIcon />}
      </button>
    </dialog>
  );
}

/** Focusable, for the keys that scroll. */
const scrollable = { role: 'group', tabIndex: 0 } as const;

/** Between two fingers, CSS px; `null` for another number of them. */
function spreadOf({ length, 0: one, 1: other }: TouchEvent['touches']): number | null {
  return length === 2 && one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : null;
}
