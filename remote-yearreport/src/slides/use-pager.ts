import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import Swiper from 'swiper';
import { Mousewheel } from 'swiper/modules';
import { scrollPage, scrollTallPages } from './tall-pages.ts';

export interface Pager {
  index: number;
  /** At the last rest or touch: it and its neighbours may be visible. */
  resting: number;
  edge: 'first' | 'last' | null;
  next: () => void;
  previous: () => void;
  goTo: (index: number) => void;
}

export type PageClasses = { wrapper: string; page: string };

const SPEED_MS = 620;

/** Wherever the focus is. */
const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, PageDown: 1, ArrowUp: -1, PageUp: -1 };

/**
 * Pages vertically by touch, wheel, keys and buttons (spec section 2), with Swiper.
 * @param root Swiper's element
 */
export function usePager(
  root: RefObject<HTMLDivElement | null>,
  count: number,
  { wrapper, page }: PageClasses,
  start = 0,
): Pager {
  const swiper = useRef<Swiper | null>(null);
  const [index, setIndex] = useState(start);
  const [resting, setResting] = useState(start);
  const [first] = useState(start);
  const [edge, setEdge] = useState<Pager['edge']>(null);

  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const created = new Swiper(element, {
      modules: [Mousewheel],
      wrapperClass: wrapper,
      slideClass: page,
      direction: 'vertical',
      initialSlide: first,
      speed: prefersStillness() ? 0 : SPEED_MS,
      mousewheel: { forceToAxis: true, thresholdDelta: 8, thresholdTime: 700 },
      threshold: 6,
      // A slow drag over a sixth of the screen turns the page.
      longSwipesRatio: 0.16,
      resistanceRatio: 0.5,
      touchReleaseOnEdges: false,
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
  }, [root, wrapper, page, first]);

  const goTo = useCallback(
    (to: number) => {
      if (to < 0) setEdge('first');
      else if (to >= count) setEdge('last');
      else swiper.current?.slideTo(to, prefersStillness() ? 0 : SPEED_MS);
    },
    [count],
  );
  const step = useCallback((by: 1 | -1) => goTo((swiper.current?.activeIndex ?? 0) + by), [goTo]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        isElsewhere(event.target, root.current)
      )
        return;
      const by = steps[event.key];
      if (by !== undefined) {
        const { current } = swiper;
        if (!scrollPage(current?.slides[current.activeIndex], by)) step(by);
      } else if (event.key === 'Home') goTo(0);
      else if (event.key === 'End') goTo(count - 1);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [root, step, goTo, count]);

  return {
    index,
    resting,
    edge,
    goTo,
    next: useCallback(() => step(1), [step]),
    previous: useCallback(() => step(-1), [step]),
  };
}

const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** In a dialog over the story. */
function isElsewhere(target: EventTarget | null, story: HTMLElement | null): boolean {
  if (!(target instanceof Element) || story === null) return false;
  return target.closest('[role="dialog"], [role="alertdialog"]') !== null;
}
