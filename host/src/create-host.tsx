import {
  type Address,
  isHashRoute,
  normalisePath,
  type PagePreview,
  readAddress,
  type RouteMatch,
  serverTimings,
  type RuntimeSettings,
} from '@fridge/shared-contracts/page';
import { createRoot } from 'react-dom/client';
import { createActivityServices } from './federation/activity-services.ts';
import { createFailureLog, logInDevelopment } from './federation/failures.ts';
import type { FederationPort } from './federation/federation.ts';
import { createRemoteModules } from './federation/load-screen.ts';
import { createDocumentNeed } from './federation/needs-document.ts';
import type { IntegrityMaps } from './federation/integrity-maps.ts';
import { createDocumentOffer } from './federation/offer-document.ts';
import { createReleases } from './federation/releases.ts';
import { reportUncaught } from './federation/report-uncaught.ts';
import { createScreenChange } from './federation/screen-change.ts';
import { createStylesheets } from './federation/stylesheets.ts';
import { hostRoutes, isHostPage, type PageParts } from './host-pages.tsx';
import { originAnswers } from './lib/reload-online.ts';
import { whenIdle } from './lib/when-idle.ts';
import { type ActivityParts, OpenActivity } from './open-activity.tsx';
import { capturedPage, requestServerTimings } from './captured-page.ts';
import { readPageClock } from './platform/clock.ts';
import { createPlatform } from './platform/create-platform.ts';
import { createDialogs, createVisitDialog } from './shell/feedback/dialogs.tsx';
import { createToasts } from './shell/feedback/toasts.tsx';
import { createHeader } from './shell/header.tsx';
import { createPageHistory } from './shell/history.ts';
import { renderFirstPage, Layout, type Shell } from './shell/layout.tsx';
import { createBack, createNavigation, type Navigation, type Visit } from './shell/navigation.ts';
import { followLinks, HostRouter } from './shell/router.tsx';
import { rememberScroll } from './shell/scroll.ts';
import { publishPageWidth } from './shell/root-style.ts';

/** Where users see what they have won (spec section 2, "Routes"), whichever activity has it. */
const PRIZES_PATH = '/prize';

/** A document that doesn't come in place of this page: then the user may try again. */
const RELOAD_LIMIT_MS = 10_000;

/**
 * Creates the parts in order of dependency; some closures read parts created later. `render` mounts the host, `start`
 * begins its background work: sign-in, the poll of switches, the first `pageView`.
 */
export function createHost({
  settings,
  address,
  page: pageData,
  federation,
  integrity,
}: {
  settings: RuntimeSettings;
  address: Address;
  page: { registry: unknown; preview: PagePreview | null };
  federation: FederationPort;
  integrity: IntegrityMaps;
}) {
  const { tabStorage, fetch, createXhr } = capturedPage;
  /** Routes that screens link to or ask about. Their maps come before the user does, in one idle request. */
  const linked = new Set<RouteMatch>();
  const linkTo = (path: string) => {
    const match = releases.find(path);
    if (match === null || linked.has(match)) return;
    linked.add(match);
    whenIdle(window, prepare);
  };
  const prepare = () => {
    const links = [...document.links].flatMap(({ href }) => releases.find(readAddress(new URL(href)).path) ?? []);
    integrity.prepare([...linked, ...links]);
  };
  const opens = (rawPath: string) => {
    const path = normalisePath(rawPath);
    linkTo(path);
    return isHostPage(path) || releases.opensAt(path);
  };
  const hrefOf: Navigation['hrefOf'] = (path, query) => {
    linkTo(normalisePath(path));
    return navigation.hrefOf(path, query);
  };
  const prizesHref = () => (opens(PRIZES_PATH) ? hrefOf(PRIZES_PATH) : undefined);

  const toasts = createToasts();
  const dialogs = createDialogs();
  const header = createHeader();

  const { preview } = pageData;
  const isHashLink = isHashRoute(window.location);
  const history = createPageHistory(window, tabStorage);
  const navigation = createNavigation({ history, window, confirm: dialogs.confirm });
  const { visit, push, replace, guard } = navigation;
  const pageName = () => {
    const { path } = visit.getState();
    return isHostPage(path) || screens.remoteShown() !== null ? path : 'unknown';
  };

  const platform = createPlatform({
    window,
    address,
    settings,
    clock: readPageClock(capturedPage.serverTimings),
    fetch,
    createXhr,
    toast: toasts.show,
    confirm: dialogs.confirm,
    navigation: { push, replace, location: visit.getState },
    pageName,
    pageId: capturedPage.serverTimings[serverTimings.page],
  });
  const { bridge, environment, tracker } = platform;
  const learnTimings = (timings: Readonly<Record<string, string>>) => {
    platform.clock.learn(readPageClock(timings));
    tracker.learnPageId(timings[serverTimings.page]);
  };
  const releases = createReleases({
    embedded: pageData.registry,
    preview,
    fetch,
    report({ name, reason, problems }) {
      tracker.reportFailure({ remote: name, version: 'unknown', phase: 'registry', reason });
      logInDevelopment(`The registry leaves out ${name}:`, ...problems);
    },
  });
  const failures = createFailureLog({ tracker, fetch });
  reportUncaught(window, releases.registry, {
    tracker,
    failures,
    integrity,
    onUsedUp: createDocumentOffer(dialogs.confirm, () => activities.loadDocument()),
  });
  const back = createBack(navigation, async () => environment.inApp && (await bridge.call('closePage')).ok);

  const screens = createScreenChange({
    visit,
    remoteAt: releases.remoteAt,
    holdHeader() {
      const { tone, overlay } = header.store.getState().view;
      return header.set({ ...(tone && { tone }), ...(overlay && { overlay }) });
    },
  });
  const activities: ActivityParts = {
    releases,
    needsDocument: createDocumentNeed({
      visit,
      releases,
      integrity,
      preview,
      handsOver: tabStorage !== null,
      isHashLink,
      window,
    }),
    async loadDocument() {
      if (!(await originAnswers(fetch)))
        return tracker.reportFailure({ remote: 'host', version: 'unknown', phase: 'registry', reason: 'network' });
      location.reload();
      await new Promise((resolve) => setTimeout(resolve, RELOAD_LIMIT_MS));
    },
    windows: platform.services.windows,
    remoteOrigins: settings.remoteOrigins,
    modules: createRemoteModules(federation),
    integrity,
    styles: createStylesheets(),
    screens,
    serve: createActivityServices({
      platform,
      visit,
      remoteShown: screens.remoteShown,
      header,
      feedback: { toast: toasts.show, confirm: dialogs.confirm },
      dialogOf: (ended) => createVisitDialog({ toasts, ended }),
      dismissDialogs: dialogs.dismissAll,
      navigation: { push, replace, hrefOf, guard, opens, back },
    }),
    failures,
    onOpened({ name, remote }, opened) {
      whenIdle(window, prepare);
      return tracker.reportOpen({ remote: name, version: remote.version, ...opened });
    },
    setHeader: header.setRoute,
    push,
    prizesHref,
  };
  const pages: PageParts = {
    releases,
    hrefOf,
    prizesHref,
    loadDocument: activities.loadDocument,
    platform,
    settings,
    origin: location.origin,
    navigation,
    toast: toasts.show,
  };
  const shell: Shell = {
    navigation,
    shown: screens.shown,
    header,
    toasts,
    dialogs,
    platform,
    onBack: back,
    onEscaped: failures.reportEscaped,
    onFirstRender: () => window.hostReady?.(() => failures.reportEscaped(new Error('The page is empty.'))),
  };
  const trackVisit = () => tracker.track('pageView', { page: pageName() });
  const page = (current: Visit) => (
    <HostRouter
      visit={current}
      history={history}
      navigation={navigation}
      routes={hostRoutes(current, pages)}
      rest={<OpenActivity visit={current} parts={activities} />}
      setHeader={header.setRoute}
    />
  );

  return {
    render(root: HTMLElement) {
      publishPageWidth();
      if (preview?.shown)
        // `reportUncaught` tells of a failure, as of each late import's.
        void import('./shell/preview-badge.ts').then((code) =>
          code.showPreviewBadge(preview, platform.statusBarHeight),
        );
      const reactRoot = createRoot(root, {
        onCaughtError: () => undefined, // boundaries report their own
        onUncaughtError(error) {
          window.hostFailed?.(); // React has unmounted everything: only the page's own message is left
          failures.reportEscaped(error);
        },
      });
      renderFirstPage(reactRoot, <Layout shell={shell} page={page} />);
    },
    start() {
      platform.start();
      releases.start();
      // Where that fails, calls tell the clocks.
      if (platform.clock.businessNow() === null) void requestServerTimings().then(learnTimings, () => undefined);
      trackVisit();
      visit.subscribe(trackVisit);
      visit.subscribe(dialogs.dismissAll);
      visit.subscribe((now, former) => toasts.endPage(releases.remoteAt(now.path) === releases.remoteAt(former.path)));
      rememberScroll(screens.shown, window, tabStorage);
      followLinks(window, push, opens);
    },
  };
}
