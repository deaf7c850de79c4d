import { CloseIcon, joinClasses } from '@fridge/shared-ui';
import { copy } from '../story-copy.ts';
import { namedImage } from '../night/named-image.ts';
import night from '../night/night.module.css';
import styles from './end-slide.module.css';

const sectors = Array.from({ length: 8 }, (_, at) => at * 45);

/** A small wheel that leads to the draw, and the cross that takes it away. */
export function DrawEntry({ onOpen, onClose }: { onOpen: () => void; onClose: () => void }) {
  return (
    <div className={styles.draw}>
      <button type="button" className={styles.drawOpen} onClick={onOpen}>
        <svg {...namedImage(copy['report.end.drawEntry.alt'])} viewBox="-50 -50 100 100">
          <circle r="47" fill="#7a0a1b" /><circle r="42" fill="#fff3dc" />
          {sectors.map((turn, at) => at % 2 === 0 && <path key={turn} d="M0 0V-42A42 42 0 0 1 29.7-29.7Z" fill="#e8483c" transform={`rotate(${turn})`} />)}
          {sectors.map((turn) => <circle key={turn} cy="-44.5" r="2.4" fill="#ffe9a8" transform={`rotate(${turn + 22})`} />)}
          <circle r="15" fill="#f6c667" /><path d="m-9-2h18v4h-18ZM-7 2H7v9H-7ZM0-2v13M0-3q-9-1-7-6 6-2 7 6Zm0 0q9-1 7-6-6-2-7 6Z" fill="#b80f2a" stroke="#f6c667" strokeWidth="1.4" />
          <path d="m0-24 7 11H-7Z" fill="#b80f2a" />
        </svg>
      </button>
      <button type="button" className={joinClasses(night.iconButton, styles.drawClose)} aria-label={copy['report.end.drawClose.aria']} onClick={onClose}><CloseIcon /></button>
    </div>
  );
}
