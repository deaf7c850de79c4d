import type { Environment } from '@fridge/shared-contracts';
import type { AppLink } from './app-link.ts';

/** Where the page runs. `inApp` follows the link: a web view may inject its bridge after the page began to run. */
export function createEnvironment(
  navigator: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>,
  link: Pick<AppLink, 'transport' | 'mayAppear' | 'version' | 'platform'>,
): Environment {
  const agent = navigator.userAgent;
  return {
    get inApp() {
      return link.transport() !== null || (link.version() !== null && link.mayAppear());
    },
    inWeChat: /\bMicroMessenger\//i.test(agent),
    get platform() {
      return link.platform() ?? platformOf(agent, navigator.maxTouchPoints);
    },
  };
}

function platformOf(agent: string, touchPoints: number): Environment['platform'] {
  if (/\bAndroid\b/i.test(agent)) return 'android';
  // An iPad's desktop mode calls itself a Mac; no Mac has a touch screen.
  if (/\b(iPhone|iPad|iPod)\b/.test(agent) || (/\bMacintosh\b/.test(agent) && touchPoints > 1)) return 'ios';
  return 'other';
}
