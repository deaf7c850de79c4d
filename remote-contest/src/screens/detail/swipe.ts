import Swiper from 'swiper';
import { Zoom } from 'swiper/modules';

export interface SwipeOptions {
  classes: { wrapper: string; slide: string; zoom: string; zoomed: string };
  start: number;
  onSlide: (index: number) => void;
  onZoom: (zoomed: boolean) => void;
}

export interface Swipe {
  goTo(index: number): void;
  toggleZoom(): void;
  stop(): void;
}

/**
 * Runs Swiper on a strip of slides (domain, "Depend or write"). It gets our class names, because Swiper's stylesheet is
 * global and another remote may load its own. Keys are the gallery's: Swiper listens on the whole document and takes
 * Page Up and Page Down.
 */
export function startSwipe(element: HTMLElement, { classes, start, onSlide, onZoom }: SwipeOptions): Swipe {
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const swiper = new Swiper(element, {
    modules: [Zoom],
    wrapperClass: classes.wrapper,
    slideClass: classes.slide,
    speed: reducedMotion ? 0 : 300,
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
    goTo: (index) => void swiper.slideTo(index),
    toggleZoom: () => swiper.zoom.toggle(),
    stop: () => swiper.destroy(true, true),
  };
}
