import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import Swiper from 'swiper';
import { Mousewheel } from 'swiper/modules';
import styles from './story.module.css';
import { scrollPage, scrollTallPages } from './tall-pages.ts';

export interface Pager {
  index: number;
  /** At the last rest or touch: it and its neighbours may be visible. */
  resting: number;
  edge: 'first' | 'last' | null;
  goTo: (index: number) => void;
  step: (by: 1 | -1) => void;
}

const SPEED_MS = 620;

/** Wherever the focus is. */
const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, PageDown: 1, ArrowUp: -1, PageUp: -1 };

/**
 * Pages vertically by touch, wheel, keys and buttons (spec section 2), with Swiper.
 * @param root Swiper's element
 */
export function usePager(root: RefObject<HTMLDivElement | null>, count: number, start: number): Pager {
  const swiper = useRef<Swiper>(null);
  const [first] = useState(Math.min(start, count - 1));
  const [index, setIndex] = useState(first);
  const [resting, setResting] = useState(first);
  const [edge, setEdge] = useState<Pager['edge']>(null);

  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const created = new Swiper(element, {
      modules: [Mousewheel],
      wrapperClass: styles.wrapper ?? '',
      slideClass: styles.page ?? '',
      direction: 'vertical',
      initialSlide: first,
      speed: turnMs(),
      mousewheel: { forceToAxis: true, thresholdDelta: 8, thresholdTime: 700 },
      threshold: 6,
      // A slow drag over a sixth of the screen turns the page.
      longSwipesRatio: 0.16,
      resistanceRatio: 0.5,
      on: {
        activeIndexChange: ({ activeIndex }) => {
          setIndex(activeIndex);
          setEdge(null);
        },
        transitionEnd: ({ activeIndex }) => setResting(activeIndex),
        touchStart: ({ activeIndex }) => setResting(activeIndex),
      },
    });
    swiper.current = created;
    const endScrolling = scrollTallPages(element, created.slides);
    return () => {
      endScrolling();
      swiper.current = null;
      created.destroy(true, false);
    };
  }, [root, first]);

  const goTo = (to: number) => {
    if (to < 0) setEdge('first');
    else if (to >= count) setEdge('last');
    else swiper.current?.slideTo(to, turnMs());
  };
  const step = (by: 1 | -1) => goTo((swiper.current?.activeIndex ?? 0) + by);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isInDialog = event.target instanceof Element && event.target.closest('dialog, [role$="dialog"]') !== null;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isInDialog) return;
    const by = steps[event.key];
    const { current } = swiper;
    if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(count - 1);
    else if (by === undefined) return;
    else if (!scrollPage(current?.slides[current.activeIndex], by)) step(by);
    event.preventDefault();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return { index, resting, edge, goTo, step };
}

const turnMs = () => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : SPEED_MS);
