import type { BridgeMethod, ShareCard, ShareChannel } from '@fridge/shared-contracts';
import type { LoginResult } from '@fridge/shared-contracts/host';
import { AppError, appErrorCode } from '../bridge/app-error.ts';
import type { ViewKey } from '../bridge/incoming.ts';
import type { Cloud } from '../cloud/cloud.ts';
import { readWebAddress } from '../settings/host-address.ts';
import type { Account } from './account.ts';
import type { AppState, Session } from './app-state.ts';
import { readParams } from './method-params.ts';
import type { NativePages } from './native-pages.ts';
import type { WebViews } from './web-views.ts';

type MethodParts = {
  state(): AppState;
  hostUrl: string;
  account: Account;
  cloud: Cloud;
  views: WebViews;
  pages: NativePages;
  tellLoginResult(result: LoginResult): void;
  tellVisibility(view: ViewKey, event: 'pageShow' | 'pageHide'): void;
  keepShare(channel: ShareChannel, card: ShareCard): void;
};

type Method = (params: unknown, view: ViewKey) => unknown;

const loggedOut = { userId: '', accessToken: '', nickName: '', headImgUrl: '', mobile: '' };

/** The app's bridge methods (architecture, "The native bridge"). */
export function createMethods(parts: MethodParts): Record<BridgeMethod, Method> {
  const session = (): Session => {
    const { session: current } = parts.state();
    if (!current) throw new AppError(appErrorCode.notLoggedIn, 'not logged in');
    return current;
  };
  /** `pageHide` makes a covered page pause its time limits. */
  const covering = async <Result>(view: ViewKey, work: () => Promise<Result>): Promise<Result> => {
    parts.tellVisibility(view, 'pageHide');
    try {
      return await work();
    } finally {
      parts.tellVisibility(view, 'pageShow');
    }
  };

  return {
    getUserInfo() {
      const { session: current } = parts.state();
      if (!current) return loggedOut;
      const { userId, accessToken, nickName, headImgUrl, mobile } = current;
      return { userId, accessToken, nickName, headImgUrl, mobile };
    },
    getHomeInfo: () => parts.account.readHome(),
    getStatusBarHeight: () => ({ height: parts.state().device.statusBarHeight }),
    choosePhotos(params, view) {
      const { max } = readParams('choosePhotos', params);
      return covering(view, async () => ({ photos: await parts.pages.photos(view, max) }));
    },
    async share(params, view) {
      const { channels, ...card } = readParams('share', params);
      const channel = await covering(view, () => parts.pages.share(view, card, channels));
      if (channel) parts.keepShare(channel, card);
      return channel ? { channel } : {};
    },
    openWebView(params, view) {
      const { url, title } = readParams('openWebView', params);
      const address = readWebAddress(url, parts.hostUrl);
      if (!address) throw new AppError(appErrorCode.badParams, `openWebView: url: ${url} isn't an http or https address`);
      parts.views.openSecond(address, title);
      parts.tellVisibility(view, 'pageHide');
      return {};
    },
    login: (_params, view) =>
      covering(view, async () => {
        const result = await parts.pages.login(view);
        parts.tellLoginResult({ success: result !== null, userId: result?.userId ?? '', accessToken: result?.accessToken ?? '' });
        return {};
      }),
    addDevice: (_params, view) => {
      session();
      return covering(view, async () => ({ bound: await parts.pages.addDevice(view) }));
    },
    cloudRequest(params) {
      const { path, body } = readParams('cloudRequest', params);
      return parts.cloud.request(path, body, session());
    },
    setHeader(params, view) {
      parts.views.setNativeHeader(view, readParams('setHeader', params).visible);
      return {};
    },
    closePage(_params, view) {
      // A closed web view couldn't receive the answer.
      setTimeout(() => parts.views.close(view), 0);
      return {};
    },
  };
}
