import type { BridgeMethod, Store } from '@fridge/shared-contracts';
import { AppError, appErrorCode } from '../bridge/app-error.ts';
import { createMessageLog, type MessageLog } from '../bridge/message-log.ts';
import type { Fault } from '../bridge/fault.ts';
import { silenceAll } from '../bridge/fault-text.ts';
import type { ViewKey } from '../bridge/incoming.ts';
import { createCloud } from '../cloud/cloud.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import type { Device } from '../settings/device.ts';
import { resolveHostAddress, type OpenExtras } from '../settings/host-address.ts';
import { reportLinkParameters } from '../settings/report-link.ts';
import type { StartOptions } from '../settings/start-options.ts';
import { createAccount } from './account.ts';
import { faultOf, mainView, type AppState } from './app-state.ts';
import { createBridgeLink, type BridgeLink } from './bridge-link.ts';
import { createMethods } from './bridge-methods.ts';
import { createStore } from './create-store.ts';
import { initialState } from './initial-state.ts';
import { createNativePages } from './native-pages.ts';
import { createWebViews } from './web-views.ts';

/** The stand-in app: its state, and everything that a person at the phone or the panel can do. */
export type CompanionApp = {
  state: Store<AppState>;
  log: MessageLog;
  hostUrl: string;
  attach: BridgeLink['attach'];
  hello: BridgeLink['hello'];
  /** Begins to hear pages, logs in and opens what the address asks for. @returns stops hearing */
  start(options: StartOptions): () => void;
  loadHouseholds(): Promise<void>;
  /** For the login page. @throws AppError */
  login(userId: string): ReturnType<ReturnType<typeof createAccount>['login']>;
  /** From the panel: an open page of another user begins anew, one without a user hears of the login. */
  chooseUser(userId: string): Promise<void>;
  /** Closes every page, as apps do. */
  logout(): void;
  /** The login page, from the app's home screen. */
  askLogin(): void;
  /** The add-device page, from the app's home screen. */
  askAddDevice(): void;
  bindFridge(): Promise<void>;
  /** @returns whether the address belongs to the host */
  open(address: string, extras?: OpenExtras): boolean;
  /** Whether report links can be made: their key is set. */
  linksToReports: boolean;
  /**
   * What a link carries that lets somebody read the user's report: a `wxToken`, or the parameters of
   * `source=meijuReport`. Empty when nobody is logged in; a server that doesn't answer leaves its reason in the state.
   */
  reportAccess(by: 'wxToken' | 'meijuReport'): Promise<Record<string, string>>;
  closeView(key: ViewKey): void;
  goHome(): void;
  reload(): void;
  setNativeHeader(visible: boolean): void;
  tellVisibility(event: 'pageShow' | 'pageHide'): void;
  setDevice(device: Partial<Device>): void;
  setFault(method: BridgeMethod, fault: Fault): void;
  setAllSilent(silent: boolean): void;
};

/** In place of a web view's key: the app's home screen asked. */
const HOME_SCREEN: ViewKey = 0;

export function createCompanionApp({ hostUrl, apiBase, reportLinkKey }: AppSettings): CompanionApp {
  const state = createStore(initialState);
  const log = createMessageLog();
  const cloud = createCloud(apiBase);
  const account = createAccount(state, cloud);
  const views = createWebViews(state);
  const pages = createNativePages(state);
  const link = createBridgeLink({
    hostOrigin: new URL(hostUrl).origin,
    log,
    device: () => state.getState().device,
    faultOf: (method) => faultOf(state.getState(), method),
    act: async (method, params, view) => {
      if (!state.getState().views.some(({ key }) => key === view)) throw new AppError(appErrorCode.pageGone, 'the page was closed');
      return methods[method](params, view);
    },
  });
  const methods = createMethods({
    state: state.getState,
    hostUrl,
    account,
    cloud,
    pages,
    views: { ...views, close: closeView },
    tellLoginResult: link.tellLoginResult,
    tellVisibility: link.tellVisibility,
    keepShare: (channel, card) =>
      state.update((value) => ({ ...value, shares: [{ key: value.shares.length + 1, channel, card }, ...value.shares] })),
  });

  function closeView(key: ViewKey) {
    views.close(key);
    const uncovered = state.getState().views.at(-1);
    if (uncovered) link.tellVisibility(uncovered.key, 'pageShow');
  }

  /** Runs what the panel asked for, and keeps the reason when it can't be done. */
  const attempt = async (work: () => Promise<void>) => {
    state.update((value) => ({ ...value, trouble: null }));
    try {
      await work();
    } catch (error) {
      state.update((value) => ({ ...value, trouble: error instanceof Error ? error.message : String(error) }));
    }
  };

  const withMain = (work: (key: ViewKey) => void) => {
    const view = mainView(state.getState());
    if (view) work(view.key);
  };

  const open = (address: string, extras?: OpenExtras) => {
    const url = resolveHostAddress(address, hostUrl, extras);
    if (url) views.openMain(url);
    return url !== null;
  };

  return {
    state,
    log,
    hostUrl,
    attach: link.attach,
    hello: link.hello,
    login: account.login,
    loadHouseholds: account.loadHouseholds,
    open,
    linksToReports: reportLinkKey !== undefined,
    async reportAccess(by) {
      const { session } = state.getState();
      let parameters: Record<string, string> = {};
      if (session === null) return parameters;
      await attempt(async () => {
        const token = await cloud.login(session.userId, 'report');
        const { fridgeId = '', sn8 = '' } = session.home.fridges[0] ?? {};
        if (by === 'wxToken') parameters = { wxToken: token };
        else if (reportLinkKey !== undefined) parameters = await reportLinkParameters({ userId: session.userId, sn8, fridgeId, token }, reportLinkKey);
      });
      return parameters;
    },
    closeView,
    start(options) {
      state.update((value) => ({ ...value, device: options.device, faults: options.faults }));
      void attempt(async () => {
        const loading = account.loadHouseholds();
        try {
          if (options.user) await account.login(options.user);
          if (!options.user && !options.guest) {
            await loading;
            const { households } = state.getState();
            const first = households.status === 'ready' ? households.list[0] : undefined;
            if (first) await account.login(first.userId);
          }
        } finally {
          if (options.open !== null) open(options.open);
        }
      });
      return link.listen();
    },
    chooseUser: (userId) =>
      attempt(async () => {
        const before = state.getState().session;
        const { accessToken } = await account.login(userId);
        if (before && before.userId !== userId) withMain(views.reload);
        else link.tellLoginResult({ success: true, userId, accessToken });
      }),
    logout() {
      views.closeAll();
      account.logout();
    },
    askLogin: () => void pages.login(HOME_SCREEN),
    askAddDevice: () => void pages.addDevice(HOME_SCREEN),
    async bindFridge() {
      const { session } = state.getState();
      if (session) await account.bindFridge(session.userId);
    },
    goHome: views.closeAll,
    reload: () => withMain(views.reload),
    setNativeHeader: (visible) => withMain((key) => views.setNativeHeader(key, visible)),
    tellVisibility: (event) => withMain((key) => link.tellVisibility(key, event)),
    setDevice(device) {
      state.update((value) => ({ ...value, device: { ...value.device, ...device } }));
      if (device.agent || device.platform) for (const view of state.getState().views) link.hello(view.key);
    },
    setFault: (method, fault) => state.update((value) => ({ ...value, faults: { ...value.faults, [method]: fault } })),
    setAllSilent: (silent) => state.update((value) => ({ ...value, faults: silent ? silenceAll() : {} })),
  };
}
