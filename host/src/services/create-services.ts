import { type Address, type HostServices, readPageContext, type RuntimeSettings } from '@fridge/shared-contracts';
import { fill } from '@fridge/shared-contracts/copy';
import { createAppLink } from '../bridge/app-link.ts';
import { createBridgeClient } from '../bridge/bridge-client.ts';
import { bridgeWithoutToken } from '../bridge/bridge-without-token.ts';
import { createEnvironment } from '../bridge/environment.ts';
import { installNativeEntry } from '../bridge/native-entry.ts';
import { timeoutReaction } from '../bridge/timeout-reaction.ts';
import { createServerClock, type ServerClock } from '../clock/server-clock.ts';
import { createWindowService } from '../clock/window-service.ts';
import { copy } from '../copy.ts';
import { createExternalPages } from '../external/external-pages.ts';
import { createDialogLoader, type DialogLoader } from '../feedback/dialog-loader.ts';
import { createDialogQueue, type DialogQueue } from '../feedback/dialog-queue.ts';
import { createRemoteDialog } from '../feedback/remote-dialog.tsx';
import { createToastStore, type ToastStore } from '../feedback/toast-store.ts';
import { createHeaderStore, type HeaderStore } from '../header/header-store.ts';
import { createStatusBar } from '../header/status-bar.ts';
import { createBrowserHistory } from '../navigation/browser-history.ts';
import { createNavigation, type Navigation } from '../navigation/navigation.ts';
import { lookUpBrand } from '../requests/brand-lookup.ts';
import { createRequests } from '../requests/requests.ts';
import { createCredentials } from '../session/credentials.ts';
import { listenForLogin } from '../session/login-listener.ts';
import { createSession, type SessionKeeper } from '../session/session.ts';
import { createClipboard } from '../sharing/clipboard.ts';
import { createSharing } from '../sharing/sharing.ts';
import { startAnalytics } from '../tracking/analytics.ts';
import { createTracker, type Tracker } from '../tracking/tracker.ts';
import { createSkin } from './create-skin.ts';
import { whenIdle } from './when-idle.ts';

/** What the shell needs besides the services every activity gets. */
export interface Shell {
  readonly services: HostServices;
  readonly navigation: Navigation;
  readonly header: HeaderStore;
  readonly statusBar: ReturnType<typeof createStatusBar>;
  readonly toasts: ToastStore;
  readonly dialogs: DialogQueue;
  readonly dialogLoader: DialogLoader;
  readonly clock: ServerClock;
  readonly session: SessionKeeper;
  readonly tracker: Tracker;
  /** Reads what only the app knows. Nothing that is drawn first waits for it. */
  start(): void;
  /** Takes back every listener; for tests and hot reload. */
  stop(): void;
}

export interface ShellDependencies {
  /** The address the page was opened with. */
  address: Address;
  settings: RuntimeSettings;
  window: Window;
  /** Whether a path leads somewhere, by the registry as it stands. */
  opens: (path: string) => boolean;
  fetch?: typeof fetch;
}

/** Where a device card leads when the app is silent (spec section 8). */
const DISCONNECTED = '/disconnected';

/** Puts the host's services together; each gets exactly what it uses. */
export function createServices({ address, settings, window, opens, fetch = window.fetch.bind(window) }: ShellDependencies): Shell {
  const context = readPageContext(address);
  const { origin } = window.location;
  const monotonic = () => window.performance.now();
  const clock = createServerClock({ monotonic, device: Date.now });
  const toasts = createToastStore();
  const dialogs = createDialogQueue();
  const dialogLoader = createDialogLoader();
  const header = createHeaderStore();

  const link = createAppLink({ window, allowedOrigins: settings.allowedOrigins, monotonic, onMessage: (raw) => bridge.receive(raw) });
  const environment = createEnvironment(window.navigator, link);
  const bridge = createBridgeClient({
    link,
    firstId: window.crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
    onError(_method, error, { popup }) {
      const reaction = timeoutReaction(error, { onCard: context.comeFrom === 'card', popup, covered });
      const { path } = navigation.get();
      if (reaction === 'disconnected' && path !== DISCONNECTED) navigation.replace(DISCONNECTED, { from: path });
      if (reaction === 'popup') showTimeout();
    },
  });
  let covered = false;
  bridge.on('pageHide', () => {
    covered = true;
  });
  bridge.on('pageShow', () => {
    covered = false;
  });
  const showTimeout = () =>
    void dialogs.confirm({
      title: copy['host.native.timeout.title'],
      description: fill(copy['host.native.timeout.desc']),
      confirm: copy['host.native.timeout.button'],
    });
  const navigation = createNavigation({
    opens,
    history: createBrowserHistory(window),
    closePage: async () => environment.inApp && (await bridge.call('closePage')).ok,
  });

  const credentials = createCredentials(context.wxToken === '' ? null : { userId: context.userId, accessToken: context.wxToken });
  const session = createSession({ context, environment, bridge, credentials, toast: toasts.show, navigation });
  const stopLogin = listenForLogin({ window, link, bridge, monotonic, onResult: (result) => void session.takeLoginResult(result) });
  const removeEntry = installNativeEntry(window, link.transport, bridge.receive);

  const requests = createRequests({
    settings,
    clock,
    credentials,
    fetch,
    random: window.crypto,
    toast: toasts.show,
    onRefusedCredential: ({ accessToken }) => session.rejectToken(accessToken),
  });
  const analytics = startAnalytics(settings.tracking, { fetch, sendBeacon: window.navigator.sendBeacon?.bind(window.navigator) });
  const tracker = createTracker({ analytics, now: clock.realNow, window });
  const here = () => navigation.get().path;
  const stopDismissing = navigation.subscribe(() => dialogs.dismissAll());
  const clipboard = createClipboard(window);
  const statusBar = createStatusBar(environment, bridge);
  let forgetDialog: (() => void) | undefined;

  const services: HostServices = {
    context,
    environment,
    skin: createSkin(context, session, (sn8) => lookUpBrand(sn8, requests)),
    session,
    requests,
    feedback: { toast: toasts.show, confirm: dialogs.confirm, Dialog: createRemoteDialog(dialogLoader) },
    navigation,
    header,
    sharing: createSharing({
      context,
      environment,
      bridge,
      clipboard,
      navigation,
      toast: toasts.show,
      origin,
      image: `${origin}/share-card.png`,
      onUnprepared: () => tracker.track('unpreparedShare', { path: here() }),
      onCallbackFailure: () => tracker.track('callbackFailed', { path: here(), callback: 'onShared' }),
    }),
    external: createExternalPages({
      settings,
      environment,
      bridge,
      appVersion: link.version,
      toast: toasts.show,
      assign: (url) => window.location.assign(url),
    }),
    bridge: bridgeWithoutToken(bridge),
    tracking: { click: (name) => tracker.track('click', { path: here(), name }) },
    windows: createWindowService(settings.windows, clock),
    clipboard,
  };

  return {
    services,
    navigation,
    header,
    statusBar,
    toasts,
    dialogs,
    dialogLoader,
    clock,
    session,
    tracker,
    start() {
      void session.start();
      void statusBar.read();
      if (context.meijuBanner) void bridge.call('setHeader', { visible: false });
      // The first dialog should open at once, and its code should hold up nothing before.
      forgetDialog = whenIdle(window, dialogLoader.preload);
    },
    stop() {
      forgetDialog?.();
      for (const stop of [stopDismissing, stopLogin, removeEntry, session.stop, navigation.stop, tracker.stop, link.stop]) stop();
    },
  };
}
