import * as v from 'valibot';
import {
  type Address,
  isHashRoute,
  normalisePath,
  pagePreviewSchema,
  redirectedPath,
  type RuntimeSettings,
} from '@fridge/shared-contracts/page';
import { createRoot } from 'react-dom/client';
import { createActivityServices } from './federation/activity-services.ts';
import { createFailureLog } from './federation/failures.ts';
import { createDocumentLoad } from './federation/load-document.ts';
import { createScreenLoader } from './federation/load-screen.ts';
import { createDocumentNeed } from './federation/needs-document.ts';
import { createReleases, type PageMatch } from './federation/releases.ts';
import { reportUncaught } from './federation/report-uncaught.ts';
import { createScreenChange } from './federation/screen-change.ts';
import { createStylesheets } from './federation/stylesheets.ts';
import { withRuntime } from './federation/with-runtime.ts';
import { createLateHall, hostRoutes, isHostPage, type PageParts } from './host-pages.tsx';
import { whenIdle } from './lib/when-idle.ts';
import { OpenActivity } from './open-activity.tsx';
import { capturedPage, requestServerTimings } from './captured-page.ts';
import { createPlatform } from './platform/create-platform.ts';
import { createDialogs, createVisitDialog } from './shell/feedback/dialogs.tsx';
import { createToasts } from './shell/feedback/toasts.tsx';
import { createFirstScreen, FirstScreenContext } from './lib/first-screen.ts';
import { createHeader } from './shell/header.tsx';
import { createPageHistory } from './shell/history.ts';
import { renderFirstPage, Layout, type Shell } from './shell/layout.tsx';
import { createNavigation, type Navigation, type Visit } from './shell/navigation.ts';
import { followLinks, HostRouter } from './shell/router.tsx';
import { rememberScroll } from './shell/scroll.ts';
import { publishSize } from './shell/root-style.ts';
import { federation, integrity, page } from './start-remote.ts';

/** Where users see what they have won (spec section 2, "Routes"), whichever activity has it. */
const PRIZES_PATH = '/prize';

/** By the origin's own block: it is asked before the registry in it is checked. */
const redirected = (path: string) => redirectedPath(page.registry, path);

/**
 * Creates the parts in order of dependency; some closures read parts created later.
 * @returns mounts the host and begins its background work: sign-in, the poll of switches, the first `pageView`
 */
export function createHost(settings: RuntimeSettings, address: Address) {
  const preview = v.is(pagePreviewSchema, page.preview) ? page.preview : null;
  const { tabStorage, fetch, createXhr } = capturedPage;
  /** Routes that screens link to or ask about. Their maps come before the user does, in one idle request. */
  const linked = new Set<PageMatch>();
  const linkTo = (path: string) => {
    const match = releases.find(path);
    if (match === null || linked.has(match)) return;
    linked.add(match);
    whenIdle(window, () => integrity.prepare([...linked]));
  };
  const opens = (rawPath: string) => {
    const path = redirected(normalisePath(rawPath));
    linkTo(path);
    return isHostPage(path) || releases.opensAt(path);
  };
  const hrefOf: Navigation['hrefOf'] = (path, query) => {
    linkTo(redirected(normalisePath(path)));
    return navigation.hrefOf(path, query);
  };
  const prizesHref = () => (opens(PRIZES_PATH) ? hrefOf(PRIZES_PATH) : undefined);
  const stillOpenAt = (path: string) => {
    const routes = releases.find(path)?.remote.routes ?? [];
    const kept = routes.find((route) => route.keeps && route.path !== PRIZES_PATH && opens(route.path));
    return { prizesHref: prizesHref(), kept: kept && { href: hrefOf(kept.path), title: kept.title } };
  };
  const remoteAt = (path: string) => releases.openAt(path)?.name ?? null;

  const toasts = createToasts();
  const dialogs = createDialogs();
  const header = createHeader();

  const isHashLink = isHashRoute(window.location);
  const navigation = createNavigation({
    history: createPageHistory(window, tabStorage),
    window,
    confirm: dialogs.confirm,
    closePage: async () => environment.inApp && (await bridge.call('closePage')).ok,
    redirected,
  });
  const { visit, push, replace, guard, back } = navigation;
  const pageName = () => {
    const { path } = visit.getState();
    return isHostPage(path) || screens.remoteShown() !== null ? path : 'unknown';
  };

  const platform = createPlatform({
    window,
    address,
    settings,
    serverTimings: capturedPage.serverTimings,
    fetch,
    createXhr,
    toast: toasts.show,
    confirm: dialogs.confirm,
    navigation: { push, replace, location: visit.getState },
    pageName,
  });
  const { bridge, environment, tracker } = platform;
  // Where that fails, calls tell the clocks.
  const askTimings = () => void requestServerTimings().then(platform.learnTimings, () => undefined);
  const failures = createFailureLog(tracker, fetch, integrity.publishedHash);
  const releases = createReleases(page.registry, preview, fetch, failures, integrity, page.notice);
  const documentLoad = createDocumentLoad(fetch, failures, dialogs.confirm);
  reportUncaught(releases.current, failures, documentLoad.offer);

  const screens = createScreenChange(visit, remoteAt, () => {
    const { tone, overlay } = header.store.getState();
    return header.set({ ...(tone && { tone }), ...(overlay && { overlay }) });
  });
  const parts: PageParts = {
    releases,
    platform,
    settings,
    failures,
    screens,
    push,
    replace,
    hrefOf,
    prizesHref,
    lateHall: createLateHall(releases),
    stillOpenAt,
    toast: toasts.show,
    setHeader: header.setRoute,
    loadDocument: documentLoad.load,
    needsDocument: createDocumentNeed({
      releases,
      integrity,
      preview,
      handsOver: tabStorage !== null,
      isHashLink,
    }),
    loader: createScreenLoader(withRuntime(federation), releases, createStylesheets(), settings.remoteOrigins),
    serve: createActivityServices({
      platform,
      failures,
      screens,
      header,
      feedback: { toast: toasts.show, confirm: dialogs.confirm },
      dialogOf: (ended) => createVisitDialog(toasts, ended),
      dismissDialogs: dialogs.dismissAll,
      navigation: { push, replace, hrefOf, guard, opens, back },
    }),
    reportOpen: tracker.reportOpen,
  };
  const shell: Shell = {
    navigation,
    shown: screens.shown,
    header,
    notice: releases.notice,
    toasts,
    dialogs,
    platform,
    onEscaped: failures.reportEscaped,
    onFirstRender: () => window.hostReady?.(() => failures.reportEscaped(new Error('The page is empty.'))),
  };
  const trackVisit = () => tracker.track('pageView', { page: pageName() });
  const drawPage = (current: Visit) => (
    <HostRouter
      visit={current}
      navigation={navigation}
      routes={hostRoutes(current, parts)}
      rest={<OpenActivity visit={current} parts={parts} />}
      setHeader={header.setRoute}
    />
  );

  return (root: HTMLElement): void => {
    publishSize('--page-width', document.documentElement, 'clientWidth');
    if (preview?.shown)
      // `reportUncaught` tells of a failure, as of each late import's.
      void import('./shell/preview-badge.ts').then((code) => code.showPreviewBadge(preview));
    const reactRoot = createRoot(root, {
      onCaughtError: () => undefined, // boundaries report their own
      onUncaughtError(error) {
        window.hostFailed?.(); // React has unmounted everything: only the page's own message is left
        failures.reportEscaped(error);
      },
    });
    const firstScreen = createFirstScreen(root, toasts.show);
    renderFirstPage(
      reactRoot,
      <FirstScreenContext value={firstScreen}>
        <Layout shell={shell} page={drawPage} />
      </FirstScreenContext>,
    );
    platform.start();
    releases.start();
    if (platform.clock.businessNow() === null) askTimings();
    platform.services.visibility.subscribe((now) => now === 'visible' && platform.clock.mayBeLate() && askTimings());
    trackVisit();
    visit.subscribe(trackVisit);
    visit.subscribe(dialogs.dismissAll);
    visit.subscribe((now, former) => now.number !== former.number && firstScreen.drop());
    visit.subscribe((now, former) => toasts.endPage(remoteAt(now.path) === remoteAt(former.path)));
    rememberScroll(screens.shown, window, tabStorage);
    followLinks(window, push, opens);
  };
}
