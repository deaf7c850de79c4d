import { bridgeErrorCode, type Environment, type ExternalPages, fill } from '@fridge/shared-contracts';
import { type AppVersion, type RuntimeSettings, outdatedForShop } from '@fridge/shared-contracts/page';
import { copy } from '../copy.ts';
import type { BridgeClient } from './bridge/bridge-client.ts';

/** Opens an app web view, or the next page in a browser. */
export function createExternalPages({
  settings,
  environment,
  bridge,
  appVersion,
  toast,
  assign,
}: {
  settings: Pick<RuntimeSettings, 'couponPage' | 'couponTitle' | 'shopPage'>;
  environment: Environment;
  bridge: Pick<BridgeClient, 'call'>;
  appVersion: () => AppVersion | null;
  toast: (text: string) => void;
  assign: (url: string) => void;
}): ExternalPages {
  const open = async (url: string, title: string) => {
    if (!environment.inApp) {
      assign(url);
      return true;
    }
    const answer = await bridge.call('openWebView', { url, title });
    if (answer.ok) return true;
    if (answer.error.code !== bridgeErrorCode.unsupported) return false;
    toast(fill(copy['host.native.unsupported.toast']));
    return true;
  };

  return {
    openCoupon: () => open(settings.couponPage, settings.couponTitle),
    async openShop() {
      const outdated = environment.inApp ? outdatedForShop(appVersion(), environment.platform) : null;
      if (!outdated) return open(settings.shopPage, copy['host.external.shop.title']);
      toast(fill(copy[`host.version.${outdated}`]));
      return true;
    },
  };
}
