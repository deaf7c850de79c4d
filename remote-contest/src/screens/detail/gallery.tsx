import { commonCopy, fill } from '@fridge/shared-contracts';
import { BackIcon, ChevronIcon, createLateCode, joinClasses, unseen } from '@fridge/shared-ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { copy } from '../../copy.ts';
import { MinusIcon, ZoomIcon } from '../../theme/icons.tsx';
import { Photo } from '../../theme/photo.tsx';
import styles from './gallery.module.css';
import type { Swipe } from './swipe.ts';

/** The strip scrolls without Swiper. */
const lateSwipe = createLateCode(() => import('./swipe.ts'), 20_000);

const turns = [
  { by: -1, className: styles.previous, label: commonCopy['common.carousel.prev.aria'], Icon: BackIcon },
  { by: 1, className: styles.next, label: commonCopy['common.carousel.next.aria'], Icon: ChevronIcon },
];

interface GalleryProps {
  /** At least one. */
  images: readonly string[];
  name: string;
}

/** Scrolls natively from the first frame (copy deck 5.8). Swiper with its zoom loads after the first picture. */
export function Gallery({ images, name }: GalleryProps) {
  const strip = useRef<HTMLDivElement>(null);
  const thumbs = useRef<HTMLDivElement>(null);
  const swipe = useRef<Swipe | null>(null);
  const [index, setIndex] = useState(0);
  // The first picture isn't announced.
  const [turned, setTurned] = useState(false);
  if (index !== 0 && !turned) setTurned(true);
  const [ready, setReady] = useState(false);
  const [zoomed, setZoomed] = useState(false);
  const count = images.length;
  const place = fill(commonCopy['common.carousel.item.aria'], { i: index + 1, n: count });

  useEffect(() => {
    const element = strip.current;
    if (element === null) return undefined;
    let left = false;
    const begin = async () => {
      const swiper = await lateSwipe.load();
      if (left || !swiper.ok) return;
      const start = scrolledIndex(element);
      element.scrollLeft = 0;
      const { wrapper = '', slide = '', zoom = '', zoomed: zoomedClass = '' } = styles;
      const classes = { wrapper, slide, zoom, zoomed: zoomedClass };
      swipe.current = swiper.code.startSwipe(element, { classes, start, onSlide: setIndex, onZoom: setZoomed });
      setReady(true);
    };
    const stopWaiting = whenSettled(element.querySelector('img'), () => void begin());
    return () => {
      left = true;
      stopWaiting();
      swipe.current?.stop();
      swipe.current = null;
    };
  }, []);

  useEffect(() => {
    const thumb = thumbs.current?.children[index];
    if (!(thumb instanceof HTMLElement) || !thumbs.current) return;
    thumbs.current.scrollLeft = thumb.offsetLeft - (thumbs.current.clientWidth - thumb.clientWidth) / 2;
  }, [index]);

  const goTo = (to: number) => {
    const target = Math.min(count - 1, Math.max(0, to));
    if (swipe.current) swipe.current.goTo(target);
    else strip.current?.scrollTo({ left: target * strip.current.clientWidth });
  };
  const turnByKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo(index + step);
  };

  return (
    <section className={styles.gallery} aria-label={fill(copy['contest.detail.carousel.aria'], { n: count })}>
      <div className={styles.frame}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div
          {...focusableGroup}
          ref={strip}
          aria-label={place}
          className={joinClasses(styles.strip, !ready && styles.plain)}
          onScroll={(event) => !ready && setIndex(scrolledIndex(event.currentTarget))}
          onKeyDown={turnByKey}
        >
          <ul className={styles.wrapper}>
            {images.map((image, at) => (
              <li key={image} className={styles.slide} aria-hidden={at !== index || undefined}>
                <img
                  className={styles.backdrop}
                  src={image}
                  alt=""
                  aria-hidden="true"
                  loading={at === 0 ? 'eager' : 'lazy'}
                  decoding="async"
                />
                <div className={styles.zoom}>
                  <Photo
                    src={image}
                    alt={fill(copy['contest.detail.image.alt'], { cookName: name, i: at + 1 })}
                    whole
                    eager={at === 0}
                    className={styles.photo}
                  />
                </div>
              </li>
            ))}
          </ul>
        </div>
        {count > 1 &&
          turns.map(({ by, className, label, Icon }) => (
            <button
              key={by}
              type="button"
              className={joinClasses(styles.button, className)}
              aria-label={label}
              disabled={images[index + by] === undefined}
              onClick={() => goTo(index + by)}
            >
              <Icon />
            </button>
          ))}
        <output className={unseen}>{turned && place}</output>
        {ready && (
          <button
            type="button"
            className={joinClasses(styles.button, styles.magnify)}
            aria-label={copy[zoomed ? 'contest.crop.zoomOut.aria' : 'contest.crop.zoomIn.aria']}
            onClick={() => swipe.current?.toggleZoom()}
          >
            {zoomed ? <MinusIcon /> : <ZoomIcon />}
          </button>
        )}
      </div>
      {count > 1 && (
        <div ref={thumbs} className={styles.thumbs}>
          {images.map((image, at) => (
            <button
              key={image}
              type="button"
              className={joinClasses(styles.thumb, at === index && styles.current)}
              aria-label={fill(commonCopy['common.carousel.dot.aria'], { i: at + 1 })}
              aria-current={at === index || undefined}
              onClick={() => goTo(at)}
            >
              <img src={image} alt="" loading="lazy" decoding="async" draggable={false} />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

/** Focusable, for its keys. */
const focusableGroup = { role: 'group', tabIndex: 0 } as const;

const scrolledIndex = ({ scrollLeft, clientWidth }: Element) => Math.round(scrollLeft / Math.max(1, clientWidth));

/** Leaves the connection to the image until then. @returns stops waiting */
function whenSettled(image: HTMLImageElement | null, then: () => void): () => void {
  if (image === null || image.complete) {
    then();
    return () => {};
  }
  const waiting = new AbortController();
  for (const event of ['load', 'error']) image.addEventListener(event, then, { once: true, signal: waiting.signal });
  return () => waiting.abort();
}
