/** Turns of the wheel that follow each other sooner are one gesture, milliseconds. */
const WHEEL_GESTURE_MS = 200;
/** Of its height that a key scrolls a page by. */
const KEY_SCROLL = 0.8;

/**
 * With large texts a page can be taller than the screen: it is marked by `data-tall` and scrolls. At its end the next
 * gesture turns the page.
 * @param root of the pages; its capturing listeners come before the pager's
 * @returns ends it
 */
export function scrollTallPages(root: HTMLElement, pages: readonly HTMLElement[]): () => void {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const page = target.parentElement;
      page?.toggleAttribute('data-tall', target.clientHeight > page.clientHeight + 1);
    }
  });
  for (const { firstElementChild: content } of pages) if (content) sizes.observe(content);

  let startedAt = 0;
  /** Of the current touch, once its direction is known. */
  let scrolls: boolean | null = null;
  const onTouchStart = ({ touches: [touch] }: TouchEvent) => {
    startedAt = touch?.clientY ?? 0;
    scrolls = null;
  };
  const onTouchMove = (event: TouchEvent) => {
    const moved = (event.touches[0]?.clientY ?? startedAt) - startedAt;
    if (moved !== 0) scrolls ??= canScroll(pageOf(event.target), moved < 0 ? 1 : -1);
    if (scrolls) event.stopPropagation();
  };
  let scrolledAt = -WHEEL_GESTURE_MS;
  const onWheel = (event: WheelEvent) => {
    const isSameGesture = event.timeStamp - scrolledAt < WHEEL_GESTURE_MS;
    if (!isSameGesture && !canScroll(pageOf(event.target), event.deltaY > 0 ? 1 : -1)) return;
    scrolledAt = event.timeStamp;
    event.stopPropagation();
  };
  const ending = new AbortController();
  const options = { capture: true, passive: true, signal: ending.signal };
  root.addEventListener('touchstart', onTouchStart, options);
  root.addEventListener('touchmove', onTouchMove, options);
  root.addEventListener('wheel', onWheel, options);
  return () => {
    sizes.disconnect();
    ending.abort();
  };
}

/** @param by down or up @returns `false` at the page's end, or when all of it is on the screen */
export function scrollPage(page: Element | undefined, by: 1 | -1): boolean {
  if (!page || !canScroll(page, by)) return false;
  page.scrollBy({ top: by * KEY_SCROLL * page.clientHeight });
  return true;
}

const pageOf = (target: EventTarget | null) => (target instanceof Element ? target.closest('[data-tall]') : null);

function canScroll(page: Element | null, by: 1 | -1): boolean {
  if (page === null || !page.hasAttribute('data-tall')) return false;
  const { scrollTop, scrollHeight, clientHeight } = page;
  return by > 0 ? scrollTop + clientHeight < scrollHeight - 1 : scrollTop > 0;
}
