import { commonCopy, fill } from '@fridge/shared-contracts';
import { BackIcon, ChevronIcon, createLateCode, joinClasses } from '@fridge/shared-ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import { MinusIcon, ZoomIcon } from '../kitchen/icons.tsx';
import kitchen from '../kitchen/kitchen.module.css';
import { Photo } from '../kitchen/photo.tsx';
import styles from './gallery.module.css';
import type { Swipe } from './swipe.ts';

/** Without Swiper's code the strip goes on scrolling, so nobody waits for it. */
const lateSwipe = createLateCode(() => import('./swipe.ts'), 20_000);

export interface GalleryProps {
  /** Addresses, at least one. */
  images: readonly string[];
  /** What the work is called. */
  name: string;
}

/**
 * A work's pictures, whole and large (copy deck 5.8). It scrolls by itself from the first frame; Swiper and its zoom come
 * after, and a visitor who doesn't get them has lost nothing but the zoom.
 */
export function Gallery({ images, name }: GalleryProps) {
  const strip = useRef<HTMLDivElement>(null);
  const thumbs = useRef<HTMLDivElement>(null);
  const swipe = useRef<Swipe | null>(null);
  const [at, setAt] = useState(0);
  // What is shown first isn't announced.
  const [turned, setTurned] = useState(false);
  if (at !== 0 && !turned) setTurned(true);
  const [ready, setReady] = useState(false);
  const [zoomed, setZoomed] = useState(false);
  const count = images.length;

  useEffect(() => {
    const element = strip.current;
    if (element === null) return undefined;
    let left = false;
    const begin = () => {
      if (left) return;
      void lateSwipe.load().then((swiper) => {
        if (left || !swiper.ok) return;
        const start = Math.round(element.scrollLeft / Math.max(1, element.clientWidth));
        element.scrollLeft = 0;
        const { wrapper = '', slide = '', zoom = '', zoomed: zoomedClass = '' } = styles;
        swipe.current = swiper.code.startSwipe(element, { classes: { wrapper, slide, zoom, zoomed: zoomedClass }, start, onSlide: setAt, onZoom: setZoomed });
        setReady(true);
      });
    };
    const stopWaiting = whenShown(element.querySelector('img'), begin);
    return () => {
      left = true;
      stopWaiting();
      swipe.current?.stop();
      swipe.current = null;
    };
  }, []);

  useEffect(() => {
    const thumb = thumbs.current?.children[at];
    if (!(thumb instanceof HTMLElement) || !thumbs.current) return;
    thumbs.current.scrollLeft = thumb.offsetLeft - (thumbs.current.clientWidth - thumb.clientWidth) / 2;
  }, [at]);

  const goTo = (place: number) => {
    const target = Math.min(count - 1, Math.max(0, place));
    if (swipe.current) swipe.current.goTo(target);
    else strip.current?.scrollTo({ left: target * strip.current.clientWidth });
  };
  const turnByKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo(at + step);
  };
  const follow = () => {
    const element = strip.current;
    if (!ready && element) setAt(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)));
  };

  return (
    <section className={styles.gallery} aria-label={fill(copy['contest.detail.carousel.aria'], { n: count })}>
      <div className={styles.frame}>
        {/* A strip that scrolls is reached and scrolled by keys. */}
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
        <div ref={strip} role="group" tabIndex={0} aria-label={placeOf(at, count)} className={joinClasses(styles.strip, !ready && styles.plain)} onScroll={follow} onKeyDown={turnByKey}>
          <ul className={styles.wrapper}>
            {images.map((image, place) => (
              <li key={image} className={styles.slide} aria-hidden={place !== at || undefined}>
                <img className={styles.backdrop} src={image} alt="" aria-hidden="true" loading={place === 0 ? 'eager' : 'lazy'} decoding="async" />
                <div className={styles.zoom}>
                  <Photo src={image} alt={fill(copy['contest.detail.image.alt'], { cookName: name, i: place + 1 })} whole eager={place === 0} className={styles.photo} />
                </div>
              </li>
            ))}
          </ul>
        </div>
        {count > 1 && (
          <>
            <button type="button" className={joinClasses(styles.button, styles.previous)} aria-label={commonCopy['common.carousel.prev.aria']} disabled={at === 0} onClick={() => goTo(at - 1)}><BackIcon /></button>
            <button type="button" className={joinClasses(styles.button, styles.next)} aria-label={commonCopy['common.carousel.next.aria']} disabled={at === count - 1} onClick={() => goTo(at + 1)}><ChevronIcon /></button>
          </>
        )}
        <output className={kitchen.unseen}>{turned && placeOf(at, count)}</output>
        {ready && (
          <button type="button" className={joinClasses(styles.button, styles.magnify)} aria-label={copy[zoomed ? 'contest.crop.zoomOut.aria' : 'contest.crop.zoomIn.aria']} onClick={() => swipe.current?.toggleZoom()}>
            {zoomed ? <MinusIcon /> : <ZoomIcon />}
          </button>
        )}
      </div>
      {count > 1 && (
        <div ref={thumbs} className={styles.thumbs}>
          {images.map((image, place) => (
            <button key={image} type="button" className={joinClasses(styles.thumb, place === at && styles.current)} aria-label={fill(commonCopy['common.carousel.dot.aria'], { i: place + 1 })} aria-current={place === at || undefined} onClick={() => goTo(place)}>
              <img src={image} alt="" loading="lazy" decoding="async" draggable={false} />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

const placeOf = (at: number, count: number): string => fill(commonCopy['common.carousel.item.aria'], { i: at + 1, n: count });

/** The first picture has the line to itself: what comes after it waits until it shows, or can't. @returns stops waiting */
function whenShown(image: HTMLImageElement | null, then: () => void): () => void {
  if (image === null || image.complete) {
    then();
    return () => {};
  }
  image.addEventListener('load', then, { once: true });
  image.addEventListener('error', then, { once: true });
  return () => {
    image.removeEventListener('load', then);
    image.removeEventListener('error', then);
  };
}
