import type { Page } from '@playwright/test';

/**
 * Lets a story hear a page's music.
 * @param inTouch sound may start in an event of the user's (or of WeChat's bridge) alone, as WebKit has it
 * @returns whether anything plays now
 */
export async function hearMusic(page: Page, inTouch = false): Promise<() => Promise<boolean>> {
  await page.addInitScript((onlyInTouch) => {
    const { play } = HTMLMediaElement.prototype;
    const heard = new Set<HTMLMediaElement>();
    Object.assign(window, {
      isHeard: () => [...heard].some(({ paused, muted, volume }) => !paused && !muted && volume > 0),
    });
    HTMLMediaElement.prototype.play = function playHeard(this: HTMLMediaElement) {
      heard.add(this);
      const chances = ['click', 'touchend', 'pointerup', 'keydown', 'WeixinJSBridgeReady'];
      if (onlyInTouch && !chances.includes(window.event?.type ?? ''))
        return Promise.reject(new DOMException('no gesture', 'NotAllowedError'));
      return play.call(this);
    };
  }, inTouch);
  return () => page.evaluate<boolean>('window.isHeard()');
}

/** Hides the page or shows it, as a browser does whose tab is left. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isHidden ? 'hidden' : 'visible'),
    });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}
