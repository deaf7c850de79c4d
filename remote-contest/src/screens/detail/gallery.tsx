import { commonCopy, fill } from '@fridge/shared-contracts';
import { BackIcon, ChevronIcon, joinClasses, unseen } from '@fridge/shared-ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { copy } from '../../copy.ts';
import { WorkPicture } from '../../theme/work-picture.tsx';
import styles from './gallery.module.css';
import { ZoomIcon } from './icons.tsx';
import { PictureViewer } from './picture-viewer.tsx';

const turns = [
  { by: -1, className: styles.previous, label: commonCopy['common.carousel.prev.aria'], Icon: BackIcon },
  { by: 1, className: styles.next, label: commonCopy['common.carousel.next.aria'], Icon: ChevronIcon },
];

interface GalleryProps {
  /** At least one. */
  pictures: readonly string[];
  name: string;
}

/** A strip that scrolls from picture to picture; each opens in full size (copy deck 5.8). */
export function Gallery({ pictures, name }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  const thumbs = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  // The first picture isn't announced.
  const [turned, setTurned] = useState(false);
  if (index !== 0 && !turned) setTurned(true);
  const [enlarged, setEnlarged] = useState(false);
  const count = pictures.length;
  const place = fill(commonCopy['common.carousel.item.aria'], { i: index + 1, n: count });
  const altOf = (at: number) => fill(copy['contest.detail.image.alt'], { cookName: name, i: at + 1 });

  useEffect(() => {
    const thumb = thumbs.current?.children[index];
    if (!(thumb instanceof HTMLElement) || !thumbs.current) return;
    thumbs.current.scrollLeft = thumb.offsetLeft - (thumbs.current.clientWidth - thumb.clientWidth) / 2;
  }, [index]);

  const goTo = (to: number) => strip.current?.scrollTo({ left: to * strip.current.clientWidth });
  const turnByKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo(index + step);
  };

  return (
    <section className={styles.gallery} aria-label={fill(copy['contest.detail.carousel.aria'], { n: count })}>
      <div className={styles.frame}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- scrolled by its keys */}
        <ul
          {...focusable}
          ref={strip}
          className={styles.strip}
          aria-label={place}
          onKeyDown={turnByKey}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setIndex(Math.round(scrollLeft / Math.max(1, clientWidth)))
          }
        >
          {pictures.map((picture, at) => (
            <li key={picture} className={styles.slide} aria-hidden={at !== index || undefined}>
              <img
                className={styles.backdrop}
                src={picture}
                alt=""
                aria-hidden="true"
                loading={at === 0 ? 'eager' : 'lazy'}
                decoding="async"
              />
              <WorkPicture src={picture} alt={altOf(at)} whole eager={at === 0} className={styles.picture} />
            </li>
          ))}
        </ul>
        {count > 1 &&
          turns.map(({ by, className, label, Icon }) => (
            <button
              key={by}
              type="button"
              className={joinClasses(styles.button, className)}
              aria-label={label}
              disabled={pictures[index + by] === undefined}
              onClick={() => goTo(index + by)}
            >
              <Icon />
            </button>
          ))}
        <output className={unseen}>{turned && place}</output>
        <button
          type="button"
          className={joinClasses(styles.button, styles.magnify)}
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
        <div ref={thumbs} className={styles.thumbs}>
          {pictures.map((picture, at) => (
            <button
              key={picture}
              type="button"
              className={joinClasses(styles.thumb, at === index && styles.current)}
              aria-label={fill(commonCopy['common.carousel.dot.aria'], { i: at + 1 })}
              aria-current={at === index || undefined}
              onClick={() => goTo(at)}
            >
              <img src={picture} alt="" loading="lazy" decoding="async" draggable={false} />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

/** What scrolls is focusable, for its keys. */
const focusable = { tabIndex: 0 } as const;
