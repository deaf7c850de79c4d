/**
 * Tells everyone the page's width as `--page-width`, for what is painted beyond the column: `100vw` has the scrollbar
 * in it, where one takes room, and whatever is so wide makes the page scroll sideways.
 * @returns stops
 */
export function tellPageWidth({ document }: Pick<Window, 'document'>): () => void {
  const root = document.documentElement;
  const tell = () => root.style.setProperty('--page-width', `${root.clientWidth}px`);
  tell();
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  const observer = new ResizeObserver(tell);
  observer.observe(root);
  return () => observer.disconnect();
}
