import Swiper from 'swiper';
import { Zoom } from 'swiper/modules';

interface SwipeOptions {
  classes: { wrapper: string; slide: string; zoom: string; zoomed: string };
  start: number;
  onSlide: (index: number) => void;
  onZoom: (zoomed: boolean) => void;
}

export type Swipe = ReturnType<typeof startSwipe>;

/**
 * Runs Swiper on a strip (domain, "Depend or write"). Its stylesheet is global, so it gets our class names. The gallery
 * handles keys: Swiper would listen on the whole document.
 */
export function startSwipe(element: HTMLElement, { classes, start, onSlide, onZoom }: SwipeOptions) {
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
    goTo: (index: number) => void swiper.slideTo(index),
    toggleZoom: () => swiper.zoom.toggle(),
    stop: () => swiper.destroy(true, true),
  };
}
