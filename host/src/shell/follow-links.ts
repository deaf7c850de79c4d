import { isHashRoute, normalisePath, readAddress } from '@fridge/shared-contracts/host';
import type { Navigation } from './navigation.ts';

/**
 * Turns clicks on internal links into navigation, except with a modifier key, target or download.
 * @returns stops
 */
export function followLinks(window: Window, navigation: Pick<Navigation, 'push'>, opens: (path: string) => boolean): () => void {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || (link.target && link.target !== '_self') || link.hasAttribute('download')) return;
    const url = new URL(link.href, window.location.href);
    if (url.origin !== window.location.origin || (url.hash !== '' && !isHashRoute(url))) return;
    const { path, query } = readAddress(url);
    if (!opens(normalisePath(path))) return;
    event.preventDefault();
    navigation.push(path, query);
  };
  window.addEventListener('click', follow);
  return () => window.removeEventListener('click', follow);
}
