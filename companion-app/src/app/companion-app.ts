import type { BridgeMethod } from '@fridge/shared-contracts';
import { createStore } from 'zustand/vanilla';
import { AppError, appErrorCode, messageOf } from '../bridge/app-error.ts';
import { createMessageLog } from '../bridge/message-log.ts';
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
import { type AppState, faultOf, initialState, mainView } from './app-state.ts';
import { createBridgeLink } from './bridge-link.ts';
import { createMethods } from './bridge-methods.ts';
import { createNativePages } from './native-pages.ts';
import { createWebViews } from './web-views.ts';

const HOME_SCREEN: ViewKey = 0;

export type CompanionApp = ReturnType<typeof createCompanionApp>;

/** The stand-in app: its state and actions. */
export function createCompanionApp({ hostUrl, apiBase, reportLinkKey }: AppSettings) {
  const state = createStore<AppState>()(() => initialState);
  const { getState, setState } = state;
  const log = createMessageLog();
  const cloud = createCloud(apiBase);
  const account = createAccount(state, cloud);
  const views = createWebViews(state);
  const pages = createNativePages(state);
  const link = createBridgeLink({
    hostOrigin: new URL(hostUrl).origin,
    log,
    device: () => getState().device,
    faultOf: (method) => faultOf(getState(), method),
    act: async (method, params, view) => {
      const isOpen = getState().views.some(({ key }) => key === view);
      if (!isOpen) throw new AppError(appErrorCode.pageGone, 'the page was closed');
      return methods[method](params, view);
    },
  });
  const methods = createMethods({
    state: getState,
    hostUrl,
    account,
    cloud,
    pages,
    views: { ...views, close: closeView },
    tellLoginResult: link.tellLoginResult,
    tellVisibility: link.tellVisibility,
    keepShare: (channel, card) =>
      setState(({ shares }) => ({ shares: [{ key: shares.length + 1, channel, card }, ...shares] })),
  });

  function closeView(key: ViewKey) {
    views.close(key);
    const uncovered = getState().views.at(-1);
    if (uncovered) link.tellVisibility(uncovered.key, 'pageShow');
  }

  const attempt = async (work: () => Promise<void>) => {
    setState({ trouble: null });
    try {
      await work();
    } catch (error) {
      setState({ trouble: messageOf(error) });
    }
  };

  const withMain = (work: (key: ViewKey) => void) => {
    const view = mainView(getState());
    if (view) work(view.key);
  };

  /** @returns whether the address belongs to the host */
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
    /**
     * Parameters for the user's report: a `wxToken`, or those of `source=meijuReport`. Empty without a user, or after a
     * failure, which sets `trouble`.
     */
    async reportAccess(by: 'wxToken' | 'meijuReport') {
      const { session } = getState();
      let parameters: Record<string, string> = {};
      if (session === null) return parameters;
      await attempt(async () => {
        const token = await cloud.login(session.userId, 'report');
        const { fridgeId = '', sn8 = '' } = session.home.fridges[0] ?? {};
        if (by === 'wxToken') parameters = { wxToken: token };
        else if (reportLinkKey !== undefined) {
          parameters = await reportLinkParameters({ userId: session.userId, sn8, fridgeId, token }, reportLinkKey);
        }
      });
      return parameters;
    },
    closeView,
    /** @returns stops listening to pages */
    start(options: StartOptions) {
      setState({ device: options.device, faults: options.faults });
      void attempt(async () => {
        const loading = account.loadHouseholds();
        try {
          if (options.user) await account.login(options.user);
          if (!options.user && !options.guest) {
            await loading;
            const { households } = getState();
            const first = households.phase === 'ready' ? households.list[0] : undefined;
            if (first) await account.login(first.userId);
          }
        } finally {
          if (options.open !== null) open(options.open);
        }
      });
      return link.listen();
    },
    /** Reloads the page for another user; a page without one gets a `loginResult`. */
    chooseUser: (userId: string) =>
      attempt(async () => {
        const before = getState().session;
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
      const { session } = getState();
      if (session) await account.bindFridge(session.userId);
    },
    goHome: views.closeAll,
    reload: () => withMain(views.reload),
    setNativeHeader: (visible: boolean) => withMain((key) => views.setNativeHeader(key, visible)),
    tellVisibility: (event: 'pageShow' | 'pageHide') => withMain((key) => link.tellVisibility(key, event)),
    setDevice(device: Partial<Device>) {
      setState((value) => ({ device: { ...value.device, ...device } }));
      if (device.agent || device.platform) for (const view of getState().views) link.hello(view.key);
    },
    setFault: (method: BridgeMethod, fault: Fault) => setState(({ faults }) => ({ faults: { ...faults, [method]: fault } })),
    setAllSilent: (silent: boolean) => setState({ faults: silent ? silenceAll() : {} }),
  };
}
