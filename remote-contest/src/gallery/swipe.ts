import Swiper from 'swiper';
import { Zoom } from 'swiper/modules';

export interface SwipeOptions {
  classes: { wrapper: string; slide: string; zoom: string; zoomed: string };
  start: number;
  onSlide: (at: number) => void;
  onZoom: (zoomed: boolean) => void;
}

export interface Swipe {
  goTo(at: number): void;
  /** In, or out again. */
  toggleZoom(): void;
  stop(): void;
}

/**
 * The product's given carousel on a strip of slides (domain, "Depend or write"), with its own names for our classes:
 * Swiper's stylesheet is global, and each remote of the page brings another. Keys are the gallery's own: Swiper's listen
 * on the whole document, and take Page Up and Page Down from it.
 */
export function startSwipe(element: HTMLElement, { classes, start, onSlide, onZoom }: SwipeOptions): Swipe {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const swiper = new Swiper(element, {
    modules: [Zoom],
    wrapperClass: classes.wrapper,
    slideClass: classes.slide,
    speed: calm ? 0 : 300,
    initialSlide: start,
    zoom: { maxRatio: 3, containerClass: classes.zoom, zoomedSlideClass: classes.zoomed },
    on: {
      slideChange: ({ activeIndex, zoom }) => {
        zoom.out();
        onSlide(activeIndex);
      },
      zoomChange: (_, scale) => onZoom(scale > 1),
    },
  });
  return {
    goTo: (at) => void swiper.slideTo(at),
    toggleZoom: () => swiper.zoom.toggle(),
    stop: () => swiper.destroy(true, true),
  };
}
