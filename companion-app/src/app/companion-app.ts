import type { BridgeMethod, Store } from '@fridge/shared-contracts';
import { createStore } from 'zustand/vanilla';
import { createBridgeLink } from '../bridge/bridge-link.ts';
import { type Fault, silenceAll } from '../bridge/fault.ts';
import { createMessageLog } from '../bridge/message-log.ts';
import { AppError, appErrorCode, messageOf, type ViewKey } from '../bridge/messages.ts';
import { type Cloud, createCloud } from '../cloud.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import { hostPath, type OpenExtras, reportLinkParameters, resolveHostAddress } from '../settings/host-address.ts';
import { type Device, type StartOptions, writeStartOptions } from '../settings/start-options.ts';
import { type AppState, type AppStore, faultOf, initialState, mainView, type Session } from './app-state.ts';
import { createMethods } from './bridge-methods.ts';
import { createNativePages, createWebViews } from './web-views.ts';

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
    readHome: account.readHome,
    cloud,
    pages,
    views: { ...views, close: closeView },
    sendLoginResult: link.sendLoginResult,
    sendVisibility: link.sendVisibility,
    addShare: (channel, card) =>
      setState(({ shares }) => ({ shares: [{ key: shares.length + 1, channel, card }, ...shares] })),
  });

  function closeView(key: ViewKey) {
    views.close(key);
    const uncovered = getState().views.at(-1);
    if (uncovered) link.sendVisibility(uncovered.key, 'pageShow');
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
        else if (reportLinkKey !== undefined)
          parameters = reportLinkParameters({ userId: session.userId, sn8, fridgeId, token }, reportLinkKey);
      });
      return parameters;
    },
    closeView,
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
      link.listen();
    },
    /** Reloads the page for another user; a page without one gets a `loginResult`. */
    chooseUser: (userId: string) =>
      attempt(async () => {
        const before = getState().session;
        const { accessToken } = await account.login(userId);
        if (before && before.userId !== userId) withMain(views.reload);
        else link.sendLoginResult({ success: true, userId, accessToken });
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
    sendVisibility: (event: 'pageShow' | 'pageHide') => withMain((key) => link.sendVisibility(key, event)),
    setDevice(device: Partial<Device>) {
      setState((value) => ({ device: { ...value.device, ...device } }));
      if (device.agent || device.platform) for (const view of getState().views) link.hello(view.key);
    },
    setFault: (method: BridgeMethod, fault: Fault) =>
      setState(({ faults }) => ({ faults: { ...faults, [method]: fault } })),
    setAllSilent: (silent: boolean) => setState({ faults: silent ? silenceAll() : {} }),
  };
}

function createAccount({ getState, setState }: AppStore, cloud: Cloud) {
  const setHome = (userId: string, home: Session['home']) =>
    setState(({ session }) => (session?.userId === userId ? { session: { ...session, home } } : {}));

  return {
    async loadHouseholds(): Promise<void> {
      setState({ households: { phase: 'loading' } });
      try {
        setState({ households: { phase: 'ready', list: await cloud.households() } });
      } catch (error) {
        setState({ households: { phase: 'failed', message: messageOf(error) } });
      }
    },

    /** @throws AppError when the server refuses or doesn't answer */
    async login(userId: string): Promise<Session> {
      setState({ loggingIn: userId });
      try {
        const reads = [cloud.login(userId), cloud.profile(userId), cloud.home(userId)] as const;
        const [accessToken, profile, home] = await Promise.all(reads);
        const session: Session = { ...profile, userId, accessToken, home };
        setState({ session });
        return session;
      } finally {
        setState(({ loggingIn }) => (loggingIn === userId ? { loggingIn: null } : {}));
      }
    },

    logout: () => setState({ session: null }),

    /** Reads the home again, since a fridge may have been added. */
    async readHome(): Promise<Session['home']> {
      const { session } = getState();
      if (!session) return { homeId: '', fridges: [] };
      const home = await cloud.home(session.userId);
      setHome(session.userId, home);
      return home;
    },

    async bindFridge(userId: string): Promise<void> {
      await cloud.addDevice(userId);
      setHome(userId, await cloud.home(userId));
    },
  };
}

/** Keeps the state in the address, for reloads and copies. */
export function mirrorInAddressBar(store: Store<AppState>): () => void {
  let settled = false;
  const write = () => {
    const state = store.getState();
    // Until the first login is done, it holds the state to restore.
    settled ||= state.loggingIn === null && (state.session !== null || state.households.phase !== 'loading');
    // A reload retries a failed login.
    if (!settled || state.loggingIn || (state.trouble && !state.session)) return;
    const view = mainView(state);
    const search = writeStartOptions({
      user: state.session?.userId ?? null,
      guest: state.session === null,
      open: view ? hostPath(view.url) : null,
      device: state.device,
      faults: state.faults,
    });
    if (search !== location.search) history.replaceState(null, '', `${location.pathname}${search}`);
  };
  return store.subscribe(write);
}
