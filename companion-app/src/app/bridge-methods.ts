import type { BridgeMethod, ShareCard, ShareChannel } from '@fridge/shared-contracts';
import { type LoginResult, shareChannelSchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { AppError, appErrorCode, type ViewKey } from '../bridge/messages.ts';
import type { Cloud } from '../cloud.ts';
import { readWebAddress } from '../settings/host-address.ts';
import type { AppState, Session } from './app-state.ts';
import type { NativePages, WebViews } from './web-views.ts';

type MethodParts = {
  state(): AppState;
  hostUrl: string;
  readHome(): Promise<Session['home']>;
  cloud: Cloud;
  views: WebViews;
  pages: NativePages;
  sendLoginResult(result: LoginResult): void;
  sendVisibility(view: ViewKey, event: 'pageShow' | 'pageHide'): void;
  addShare(channel: ShareChannel, card: ShareCard): void;
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
    parts.sendVisibility(view, 'pageHide');
    try {
      return await work();
    } finally {
      parts.sendVisibility(view, 'pageShow');
    }
  };

  return {
    getUserInfo() {
      const { userId, accessToken, nickName, headImgUrl, mobile } = parts.state().session ?? loggedOut;
      return { userId, accessToken, nickName, headImgUrl, mobile };
    },
    getHomeInfo: () => parts.readHome(),
    getStatusBarHeight: () => ({ height: parts.state().device.statusBarHeight }),
    choosePhotos(params, view) {
      const { max } = readParams('choosePhotos', params);
      return covering(view, async () => ({ photos: await parts.pages.photos(view, max) }));
    },
    async share(params, view) {
      const { channels, ...card } = readParams('share', params);
      const channel = await covering(view, () => parts.pages.share(view, card, channels));
      if (channel) parts.addShare(channel, card);
      return channel ? { channel } : {};
    },
    openWebView(params, view) {
      const { url, title } = readParams('openWebView', params);
      const address = readWebAddress(url, parts.hostUrl);
      if (!address)
        throw new AppError(appErrorCode.badParams, `openWebView: url: ${url} isn't an http or https address`);
      parts.views.openSecond(address, title);
      parts.sendVisibility(view, 'pageHide');
      return {};
    },
    login: (_params, view) =>
      covering(view, async () => {
        const result = await parts.pages.login(view);
        parts.sendLoginResult({
          success: result !== null,
          userId: result?.userId ?? '',
          accessToken: result?.accessToken ?? '',
        });
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

const text = v.optional(v.string(), '');

/** Parameters of the methods (architecture, "The native bridge"). */
const methodParams = {
  choosePhotos: v.object({ max: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)) }),
  share: v.object({
    channels: v.pipe(v.array(shareChannelSchema), v.minLength(1)),
    title: text,
    description: text,
    link: v.pipe(v.string(), v.url()),
    image: text,
  }),
  openWebView: v.object({ url: v.pipe(v.string(), v.minLength(1)), title: text }),
  cloudRequest: v.object({ path: v.string(), body: v.optional(v.unknown()) }),
  setHeader: v.object({ visible: v.boolean() }),
} as const;

type Params<Name extends keyof typeof methodParams> = v.InferOutput<(typeof methodParams)[Name]>;

/** @throws AppError that names the wrong parameter */
export function readParams<Name extends keyof typeof methodParams>(method: Name, params: unknown): Params<Name> {
  const result = v.safeParse(methodParams[method], params);
  if (result.success) return result.output as Params<Name>; // a generic index loses the link of schema and output
  const issue = result.issues[0];
  throw new AppError(appErrorCode.badParams, `${method}: ${v.getDotPath(issue) ?? 'params'}: ${issue.message}`);
}
