import { commonCopy, fill } from '@fridge/shared-contracts';
import { BackIcon, ChevronIcon, unseen } from '@fridge/shared-ui';
import { type KeyboardEvent, useRef, useState } from 'react';
import { copy } from '../../copy.ts';
import { ZoomIcon } from '../../theme/icons.tsx';
import { WorkPicture } from '../../theme/work-picture.tsx';
import styles from './gallery.module.css';
import { PictureViewer } from './picture-viewer.tsx';

const turns = [
  {
    by: -1,
    action: 'previous',
    className: styles.previous,
    label: commonCopy['common.carousel.prev.aria'],
    Icon: BackIcon,
  },
  { by: 1, action: 'next', className: styles.next, label: commonCopy['common.carousel.next.aria'], Icon: ChevronIcon },
];

interface GalleryProps {
  /** At least one. */
  pictures: readonly string[];
  name: string;
}

/** A strip that scrolls from picture to picture; each opens in full size (copy deck 5.8). */
export function Gallery({ pictures, name }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  // `null`: the first picture isn't announced.
  const [turnedTo, setTurnedTo] = useState<number | null>(null);
  const index = turnedTo ?? 0;
  const [enlarged, setEnlarged] = useState(false);
  const count = pictures.length;
  const place = fill(commonCopy['common.carousel.item.aria'], { i: index + 1, n: count });
  const altOf = (at: number) => fill(copy['contest.detail.image.alt'], { cookName: name, i: at + 1 });

  const goTo = (to: number) => strip.current?.scrollTo({ left: to * strip.current.clientWidth });
  const turnByKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo(index + step);
  };

  return (
    <section aria-label={fill(copy['contest.detail.carousel.aria'], { n: count })}>
      <div className={styles.frame}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- scrolled by its keys */}
        <ul
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is focusable, for its keys
          tabIndex={0}
          ref={strip}
          className={styles.strip}
          aria-label={place}
          onKeyDown={turnByKey}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setTurnedTo(Math.round(scrollLeft / clientWidth))
          }
        >
          {pictures.map((picture, at) => (
            <li key={picture} className={styles.slide} aria-hidden={at !== index}>
              <img className={styles.backdrop} src={picture} alt="" loading={at === 0 ? 'eager' : 'lazy'} />
              <WorkPicture src={picture} alt={altOf(at)} whole eager={at === 0} />
            </li>
          ))}
        </ul>
        {count > 1 &&
          turns.map(({ by, action, className, label, Icon }) => (
            <button
              key={by}
              type="button"
              data-action={action}
              className={className}
              aria-label={label}
              disabled={pictures[index + by] === undefined}
              onClick={() => goTo(index + by)}
            >
              <Icon />
            </button>
          ))}
        <output className={unseen}>{turnedTo !== null && place}</output>
        <button
          type="button"
          data-action="enlarge"
          className={styles.lower}
          aria-label={copy['contest.crop.zoomIn.aria']}
          onClick={() => setEnlarged(true)}
        >
          <ZoomIcon />
        </button>
        {enlarged && (
          <PictureViewer src={pictures[index] ?? ''} alt={altOf(index)} onClose={() => setEnlarged(false)} />
        )}
      </div>
      {count > 1 && (
        <div className={styles.thumbs}>
          {pictures.map((picture, at) => (
            <button
              key={picture}
              type="button"
              data-action={`picture-${at + 1}`}
              className={styles.thumb}
              aria-label={fill(commonCopy['common.carousel.dot.aria'], { i: at + 1 })}
              aria-current={at === index || undefined}
              onClick={() => goTo(at)}
            >
              <img src={picture} alt="" loading="lazy" />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
