import { createStore } from 'zustand/vanilla';
import type { Environment, Store, Visibility } from '@fridge/shared-contracts';
import { isWeChat } from '@fridge/shared-contracts/page';
import type { ReadableStore } from '../../lib/read-store.ts';
import type { AppLink } from './app-link.ts';
import type { BridgeClient } from './bridge-client.ts';

/** `inApp` follows the link: a web view may inject its bridge late. */
export function createEnvironment(
  navigator: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>,
  link: Pick<AppLink, 'transport' | 'mayAppear' | 'version' | 'platform'>,
): Environment {
  const agent = navigator.userAgent;
  return {
    get inApp() {
      return link.transport() !== null || (link.version() !== null && link.mayAppear());
    },
    inWeChat: isWeChat(agent),
    get platform() {
      return link.platform() ?? platformOf(agent, navigator.maxTouchPoints);
    },
  };
}

function platformOf(agent: string, touchPoints: number): Environment['platform'] {
  if (/\bAndroid\b/i.test(agent)) return 'android';
  // An iPad in desktop mode reports a Mac, which has no touch screen.
  if (/\b(iPhone|iPad|iPod)\b/.test(agent) || (/\bMacintosh\b/.test(agent) && touchPoints > 1)) return 'ios';
  return 'other';
}

/** Also hidden while a native page covers the page. */
export function createVisibility(
  document: Pick<Document, 'visibilityState' | 'addEventListener'>,
  covered: Store<boolean>,
): ReadableStore<Visibility> {
  const current = () => (covered.getState() || document.visibilityState === 'hidden' ? 'hidden' : 'visible');
  const store = createStore<Visibility>(current);
  const update = () => store.setState(current());
  covered.subscribe(update);
  document.addEventListener('visibilitychange', update);
  return store;
}

/** Until the app reports it, CSS px (spec section 9). */
const DEFAULT_STATUS_BAR_HEIGHT = 44;

/** CSS px; 0 in a browser. */
export function createStatusBarHeight(
  environment: Pick<Environment, 'inApp'>,
  bridge: Pick<BridgeClient, 'call'>,
): ReadableStore<number> {
  const defaultHeight = () => (environment.inApp ? DEFAULT_STATUS_BAR_HEIGHT : 0);
  const height = createStore<number>(defaultHeight);
  const read = async () => {
    const answer = await bridge.call('getStatusBarHeight');
    height.setState(answer.ok ? answer.data.height : defaultHeight());
  };
  void read();
  return height;
}
