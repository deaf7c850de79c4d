import { commonCopy, type DialogContent, fill, type NavigationService } from '@fridge/shared-contracts';
import {
  type Address,
  hostPaths,
  readPageContext,
  type RuntimeSettings,
  serverTimings,
  splitQuery,
  timeoutError,
  writeQuery,
} from '@fridge/shared-contracts/page';
import { copy } from '../copy.ts';
import { createAppLink } from './bridge/app-link.ts';
import { createBridgeClient, isTimeout } from './bridge/bridge-client.ts';
import { createEnvironment, createStatusBarHeight, createVisibility } from './bridge/environment.ts';
import { createClipboard } from './clipboard.ts';
import { createServerClock, createWindows, pageArrival, readPageClock } from './clock.ts';
import { createExternalPages } from './external-pages.ts';
import { createRequests } from './requests/requests.ts';
import { loadSigner } from './requests/signing.ts';
import { activityContextOf, createReportLink, withoutCipher } from './session/report-link.ts';
import { createSession } from './session/session.ts';
import { createSharePage, createSharing } from './sharing.ts';
import { createSkin, servedSkin } from './skin.ts';
import { createTracker } from './tracking/tracker.ts';

export interface PlatformPorts {
  window: Window;
  /** From `takePersonal`, with personal parameters. */
  address: Address;
  settings: RuntimeSettings;
  toast: (text: string) => void;
  /** @param ended closes the dialog */
  confirm: (content: DialogContent, ended?: AbortSignal) => Promise<boolean>;
  navigation: Pick<NavigationService, 'push' | 'replace'> & { location: () => Address };
  /** Of the page's response, by name; empty in engines that don't show them. */
  serverTimings: Readonly<Record<string, string>>;
  /** Registered path of the current route, else `unknown`; for usage events. */
  pageName: () => string;
  fetch: typeof fetch;
  createXhr: () => XMLHttpRequest;
}

export type Platform = ReturnType<typeof createPlatform>;

/** What the host does for every activity and for its own pages; lasts as long as the page. */
export function createPlatform(ports: PlatformPorts) {
  const { window, address, settings, toast, confirm, navigation, fetch, createXhr, pageName } = ports;
  const context = readPageContext(address);

  const clock = createServerClock(() => window.performance.now(), Date.now);
  const link = createAppLink({ window, allowedOrigins: settings.allowedOrigins });
  const environment = createEnvironment(window.navigator, link);
  const bridge = createBridgeClient({
    link,
    onUse(listener) {
      for (const event of ['pointerdown', 'keydown'])
        window.addEventListener(event, ({ isTrusted }) => isTrusted && listener(), true);
    },
    // Spec section 8.
    onError(error, { popup }) {
      if (!isTimeout(error)) return;
      if (context.comeFrom === 'card' && error.code === timeoutError.code) openDisconnected(navigation);
      else if (popup)
        void confirm({
          title: copy['host.native.timeout.title'],
          description: fill(commonCopy['host.native.timeout.desc']),
          confirm: copy['host.native.timeout.button'],
        });
    },
  });
  const visibility = createVisibility(window.document, bridge.covered);
  const tracker = createTracker({
    settings: settings.tracking,
    window,
    visibility,
    fetch,
    now: clock.realNow,
    pageName,
  });
  /** @param at arrival of their response, by `performance.now` */
  const learnTimings = (timings: PlatformPorts['serverTimings'], at?: number) => {
    clock.learn(readPageClock(timings), at);
    tracker.learnPageId(timings[serverTimings.page]);
  };
  const arrived = pageArrival(window.performance);
  if (arrived !== null) learnTimings(ports.serverTimings, arrived);

  const openSharePage = createSharePage(navigation);
  const report = createReportLink(context, [settings.reportLinkKey, ...settings.reportLinkKeysAccepted]);
  const session = createSession({ context, environment, bridge, report, toast, openSharePage });

  const requests = createRequests({
    settings,
    clock,
    credentials: { user: session.credential, report },
    fetch,
    createXhr,
    onRefusedCredential: ({ accessToken }) => session.rejectToken(accessToken),
  });
  const skin = createSkin(withoutCipher(context), session.store, requests, servedSkin(window.document.documentElement));
  const clipboard = createClipboard(window);
  const trackClick = (name: string) => tracker.track('click', { page: pageName(), name });
  const sharing = createSharing({
    context,
    environment,
    bridge,
    clipboard,
    openSharePage,
    toast,
    confirm,
    window,
    trackClick,
    reportFailure: tracker.reportFailure,
  });

  const services = {
    context: activityContextOf(context),
    environment,
    skin,
    bridge,
    tracking: { click: trackClick },
    windows: createWindows(settings.windows, clock),
    clipboard,
    visibility,
    requests: requests.service,
  };

  return {
    environment,
    services,
    bridge,
    clock,
    learnTimings,
    session: session.store,
    skin,
    /** CSS px. */
    statusBarHeight: createStatusBarHeight(environment, bridge),
    tracker,
    /** @param isOver whether the visit is over. @param toast shows why an action failed */
    visitServices: (visit: { isOver: () => boolean; toast: (text: string) => void }) => ({
      session: { ...session.store, ...session.for(visit.isOver) },
      external: createExternalPages({
        settings,
        environment,
        bridge,
        appVersion: link.version,
        toast: visit.toast,
        assign: (url) => window.location.assign(url),
      }),
    }),
    sharingFor: sharing.for,
    share: sharing.share,
    /** Drawing doesn't wait for it. */
    start() {
      void session.start();
      // Ahead of the first call, which tries again.
      if (environment.inApp) void loadSigner(settings.signing).catch(() => undefined);
      if (context.meijuBanner) void bridge.call('setHeader', { visible: false });
      tracker.start();
    },
  };
}

function openDisconnected({ location, replace }: PlatformPorts['navigation']): void {
  const { path, query } = location();
  if (path === hostPaths.disconnected) return;
  const { open, personal } = splitQuery(query);
  replace(hostPaths.disconnected, { ...personal, from: path + writeQuery(open) });
}
