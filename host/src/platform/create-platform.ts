import { type BridgeError, fill } from '@fridge/shared-contracts';
import { readPageContext, splitQuery, writeQuery } from '@fridge/shared-contracts/host';
import { copy } from '../copy.ts';
import { readStore } from '../lib/read-store.ts';
import { createAppLink } from './bridge/app-link.ts';
import { bridgeWithoutToken, createBridgeClient } from './bridge/bridge-client.ts';
import { type TimeoutOccasion, timeoutReaction } from './bridge/bridge-errors.ts';
import { createEnvironment, createStatusBar, createVisibility } from './bridge/environment.ts';
import { createClipboard } from './clipboard.ts';
import { createExternalPages } from './external-pages.ts';
import type { CommonServices, Platform, PlatformPorts } from './platform.ts';
import { createRequests } from './requests/requests.ts';
import { preloadSigner } from './requests/signing.ts';
import { createWindows, createServerClock, pageArrival } from './clock.ts';
import { createCredentials } from './session/credentials.ts';
import { listenForLogin } from './session/login-listener.ts';
import { activityContextOf, createReportLink, isEncryptedLink } from './session/report-link.ts';
import { createSession } from './session/session.ts';
import { createSharePage } from './share-page.ts';
import { createSharing } from './sharing.ts';
import { createSkin, lookUpBrand } from './skin.ts';
import { createTracker } from './tracking/tracker.ts';

/** For card pages when the app doesn't answer (spec section 8). */
const DISCONNECTED = '/disconnected';

const inputs = ['pointerdown', 'keydown'] as const;

export function createPlatform(ports: PlatformPorts): Platform {
  const { window, address, settings, toast, navigation, fetch = window.fetch.bind(window), random = window.crypto } = ports;
  const monotonic = () => window.performance.now();
  const context = readPageContext(address);
  const activityContext = activityContextOf(context);

  const arrived = ports.clock && pageArrival(window.performance);
  const page = ports.clock && arrived !== null ? { clock: ports.clock, arrived } : undefined;
  const clock = createServerClock({ monotonic, device: Date.now, page });

  const link = createAppLink({ window, allowedOrigins: settings.allowedOrigins, monotonic });
  const environment = createEnvironment(window.navigator, link);
  let stopUse: (() => void) | undefined;
  const bridge = createBridgeClient({
    link,
    monotonic,
    onUse(listener) {
      const onInput = ({ isTrusted }: Event) => isTrusted && listener();
      for (const event of inputs) window.addEventListener(event, onInput, true);
      stopUse = () => inputs.forEach((event) => window.removeEventListener(event, onInput, true));
    },
    firstId: window.crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
    onError: (_method, error, { popup }) => reactToError(ports, error, { popup, onCard: context.comeFrom === 'card' }),
  });
  const visibility = createVisibility(window.document, bridge);
  const statusBar = createStatusBar(environment, bridge);

  const tracker = createTracker({ settings: settings.tracking, window, visibility: visibility.store, fetch, now: clock.realNow, pageName: ports.pageName });

  const openSharePage = createSharePage(navigation);

  const report = createReportLink(context, settings.reportLinkKey);
  const credentials = createCredentials(report);
  const session = createSession({ context, environment, bridge, credentials, report, toast, openSharePage });
  const stopLogin = listenForLogin({ window, link, bridge, monotonic, onResult: (result) => void session.takeLoginResult(result) });

  const requests = createRequests({
    settings,
    clock,
    credentials,
    fetch,
    random,
    createRequest: ports.createRequest,
    onRefusedCredential: ({ accessToken }) => session.rejectToken(accessToken),
    reportFailure: tracker.reportFailure,
  });
  const lookUp = (sn8: string) => lookUpBrand(sn8, requests);
  const skin = createSkin(isEncryptedLink(context) ? { ...context, sn8: '' } : context, session.store, lookUp);
  const clipboard = createClipboard(window);
  const { origin } = window.location;
  const sharing = createSharing({ context, environment, bridge, clipboard, openSharePage, toast, origin, reportFailure: tracker.reportFailure });
  const assign = (url: string) => window.location.assign(url);

  const services: CommonServices = Object.freeze({
    context: activityContext,
    environment,
    skin: readStore(skin),
    bridge: bridgeWithoutToken(bridge),
    tracking: Object.freeze({ click: (name: string) => tracker.track('click', { page: ports.pageName(), name }) }),
    windows: createWindows(settings.windows, clock),
    clipboard,
    visibility: readStore(visibility.store),
  });

  return {
    context,
    activityContext,
    environment,
    services,
    bridge,
    clock,
    session: session.store,
    skin,
    visibility: visibility.store,
    statusBarHeight: statusBar.height,
    tracker,
    requestsFor: requests.for,
    visitServices: (visit) => ({
      session: { ...readStore(session.store), ...session.for(visit.isOver) },
      external: createExternalPages({ settings, environment, bridge, appVersion: link.version, toast: visit.toast, assign }),
    }),
    sharingFor: sharing.for,
    share: sharing.share,
    start() {
      void session.start();
      if (environment.inApp) preloadSigner(settings.signing);
      void statusBar.read();
      if (context.meijuBanner) void bridge.call('setHeader', { visible: false });
      tracker.start();
    },
    stop() {
      for (const stop of [stopLogin, session.stop, visibility.stop, tracker.stop, stopUse, link.stop]) stop?.();
    },
  };
}

function reactToError({ navigation, confirm }: PlatformPorts, error: BridgeError, occasion: TimeoutOccasion): void {
  const reaction = timeoutReaction(error, occasion);
  const { path, query } = navigation.location();
  if (reaction === 'disconnected' && path !== DISCONNECTED) {
    const { open, personal } = splitQuery(query);
    navigation.replace(DISCONNECTED, { ...personal, from: path + writeQuery(open) });
  }
  if (reaction !== 'popup') return;
  void confirm({
    title: copy['host.native.timeout.title'],
    description: fill(copy['host.native.timeout.desc']),
    confirm: copy['host.native.timeout.button'],
  });
}
