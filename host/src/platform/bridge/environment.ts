import { createStore } from 'zustand/vanilla';
import type { BridgeService, Environment, Visibility } from '@fridge/shared-contracts';
import type { ReadableStore } from '../../lib/read-store.ts';
import type { AppLink } from './app-link.ts';
import type { BridgeClient } from './bridge-client.ts';

/** Where the page runs. `inApp` follows the link: a web view may inject its bridge after the page began to run. */
export function createEnvironment(
  navigator: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>,
  link: Pick<AppLink, 'transport' | 'mayAppear' | 'version' | 'platform'>,
): Environment {
  const agent = navigator.userAgent;
  return Object.freeze({
    get inApp() {
      return link.transport() !== null || (link.version() !== null && link.mayAppear());
    },
    inWeChat: /\bMicroMessenger\//i.test(agent),
    get platform() {
      return link.platform() ?? platformOf(agent, navigator.maxTouchPoints);
    },
  });
}

function platformOf(agent: string, touchPoints: number): Environment['platform'] {
  if (/\bAndroid\b/i.test(agent)) return 'android';
  // An iPad's desktop mode calls itself a Mac; no Mac has a touch screen.
  if (/\b(iPhone|iPad|iPod)\b/.test(agent) || (/\bMacintosh\b/.test(agent) && touchPoints > 1)) return 'ios';
  return 'other';
}

/** Whether the page can be seen: no native page covers it, and the document isn't hidden. */
export function createVisibility(
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
  bridge: Pick<BridgeClient, 'on'>,
): { store: ReadableStore<Visibility>; stop(): void } {
  let covered = false;
  const current = (): Visibility => (covered || document.visibilityState === 'hidden' ? 'hidden' : 'visible');
  const store = createStore(current);
  const update = () => store.setState(current());
  const cover = (isCovered: boolean) => () => {
    covered = isCovered;
    update();
  };
  const stops = [bridge.on('pageHide', cover(true)), bridge.on('pageShow', cover(false))];
  document.addEventListener('visibilitychange', update);
  return {
    store,
    stop() {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', update);
    },
  };
}

/** Height of the app's status bar until the app tells it, CSS px (spec section 9). */
export const DEFAULT_STATUS_BAR_HEIGHT = 44;

/**
 * Height that the header leaves free on top, CSS px: the app draws its status bar over the web view, a browser
 * doesn't.
 */
export function createStatusBar(environment: Pick<Environment, 'inApp'>, bridge: Pick<BridgeService, 'call'>): { height: ReadableStore<number>; read(): Promise<void> } {
  const untold = () => (environment.inApp ? DEFAULT_STATUS_BAR_HEIGHT : 0);
  const height = createStore<number>(untold);
  return {
    height,
    async read() {
      const answer = await bridge.call('getStatusBarHeight');
      height.setState(answer.ok ? answer.data.height : untold());
    },
  };
}
