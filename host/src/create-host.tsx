import {
  type Address,
  normalisePath,
  pageIdHeader,
  type PagePreview,
  serverTimings,
  type RuntimeSettings,
} from '@fridge/shared-contracts/page';
import { accessStorage } from '@fridge/shared-ui';
import { createRoot } from 'react-dom/client';
import { createActivityServices } from './federation/activity-services.ts';
import { createFailureLog, logInDevelopment } from './federation/failures.ts';
import type { FederationPort } from './federation/federation.ts';
import { createRemoteModules } from './federation/load-screen.ts';
import { createPublishedFiles } from './federation/published-files.ts';
import { createNewerHost } from './federation/newer-host.ts';
import { needsDocument } from './federation/page-preview.ts';
import type { IntegrityMaps } from './federation/integrity-maps.ts';
import { createRegistry } from './federation/registry.ts';
import { enabledRemoteAt, opensAt } from './federation/resolve-route.ts';
import { reportUncaught } from './federation/report-uncaught.ts';
import { createScreenChange } from './federation/screen-change.ts';
import { createStylesheets } from './federation/stylesheets.ts';
import { hostRoutes, isHostPage, type PageParts } from './host-pages.tsx';
import { reloadOnline } from './lib/reload-online.ts';
import { whenIdle } from './lib/when-idle.ts';
import { type ActivityParts, OpenActivity } from './open-activity.tsx';
import { capturedPage } from './captured-page.ts';
import type { PageClock } from './platform/clock.ts';
import { createPlatform } from './platform/create-platform.ts';
import { createDialogs, createVisitDialog } from './shell/feedback/dialogs.tsx';
import { createToasts } from './shell/feedback/toasts.tsx';
import { createHeader } from './shell/header.tsx';
import { createPageHistory } from './shell/history.ts';
import { showPreviewBadge } from './shell/preview-badge.ts';
import { renderFirstPage, Layout, type Shell } from './shell/layout.tsx';
import { createBack, createNavigation, type Visit } from './shell/navigation.ts';
import { followLinks, HostRouter } from './shell/router.tsx';
import { rememberScroll } from './shell/scroll.ts';
import { publishPageWidth } from './shell/root-style.ts';

/**
 * Creates the parts in order of dependency; some closures read parts created later. `render` mounts the host, `start`
 * begins its background work: sign-in, the registry's poll, the first `pageView`.
 */
export function createHost({
  settings,
  address,
  page: pageData,
  federation,
  importMaps,
  integrity,
}: {
  settings: RuntimeSettings;
  address: Address;
  page: { registry: unknown; clock: PageClock; preview: PagePreview | null };
  federation: FederationPort;
  importMaps: readonly string[];
  integrity: IntegrityMaps;
}) {
  const { tabStorage, fetch, random, createXhr } = capturedPage;
  const remoteAt = (path: string) => enabledRemoteAt(registry.store.getState(), path);
  const opens = (rawPath: string) => {
    const path = normalisePath(rawPath);
    return isHostPage(path) || opensAt(registry.store.getState(), path);
  };

  const toasts = createToasts();
  const dialogs = createDialogs(toasts.show);
  const header = createHeader();

  const { preview } = pageData;
  const history = createPageHistory(window, tabStorage, needsDocument(preview));
  const navigation = createNavigation({ history, window, confirm: dialogs.confirm });
  const { visit, push, replace, hrefOf, guard } = navigation;
  const pageName = () => {
    const { path } = visit.getState();
    return isHostPage(path) || screens.remoteShown() !== null ? path : 'unknown';
  };

  const platform = createPlatform({
    window,
    address,
    settings,
    clock: pageData.clock,
    fetch,
    random,
    createXhr,
    toast: toasts.show,
    confirm: dialogs.confirm,
    navigation: { push, replace, location: visit.getState },
    pageName,
    pageId: capturedPage.serverTimings[serverTimings.page],
  });
  const { bridge, environment, tracker } = platform;
  const registry = createRegistry({
    embedded: pageData.registry,
    showsPreview: preview?.shown === true,
    storage: accessStorage(() => localStorage),
    fetch,
    observe(headers) {
      platform.clock.observeKept(headers);
      tracker.learnPageId(headers.get(pageIdHeader));
    },
    report({ name, reason, problems }) {
      tracker.reportFailure({ remote: name, version: 'unknown', phase: 'registry', reason });
      logInDevelopment(`The registry leaves out ${name}:`, ...problems);
    },
  });
  const published = createPublishedFiles(document.baseURI, importMaps);
  const failures = createFailureLog({ tracker, fetch });
  reportUncaught(window, registry.current, { tracker, fetch, published, open: failures.open });
  const back = createBack(navigation, async () => environment.inApp && (await bridge.call('closePage')).ok);

  const screens = createScreenChange({
    visit,
    remoteAt,
    holdHeader() {
      const { tone, overlay } = header.store.getState().view;
      return header.set({ ...(tone && { tone }), ...(overlay && { overlay }) });
    },
  });
  const activities: ActivityParts = {
    registry,
    newerHost: createNewerHost({ registry, storage: tabStorage, reload: () => reloadOnline(window) }),
    windows: platform.services.windows,
    remoteOrigins: settings.remoteOrigins,
    modules: createRemoteModules(federation),
    published,
    integrity,
    styles: createStylesheets(),
    screens,
    serve: createActivityServices({
      platform,
      visit,
      remoteShown: screens.remoteShown,
      header,
      feedback: { toast: toasts.show, confirm: dialogs.confirm },
      dialogOf: (ended) => createVisitDialog({ loader: dialogs.loader, toast: toasts.show, ended }),
      dismissDialogs: dialogs.dismissAll,
      navigation: { push, replace, hrefOf, guard, opens, back },
    }),
    failures,
    onOpened: ({ name, remote }, opened) => tracker.reportOpen({ remote: name, version: remote.version, ...opened }),
    reload: () => reloadOnline(window),
    setHeader: header.setRoute,
    push,
  };
  const pages: PageParts = { registry, platform, settings, origin: location.origin, navigation, toast: toasts.show };
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
      if (preview?.shown) showPreviewBadge(preview, platform.statusBarHeight);
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
      registry.start();
      if (platform.clock.businessNow() === null) void registry.refresh(); // its answer has the clocks
      trackVisit();
      visit.subscribe(trackVisit);
      visit.subscribe(dialogs.dismissAll);
      rememberScroll(screens.shown, window, tabStorage);
      followLinks(window, push, opens);
      whenIdle(window, () => {
        dialogs.loader.preload(); // the first dialog then opens at once
        for (const [name, entry] of Object.entries(registry.current()?.remotes ?? {}))
          void integrity.prepare({ name, ...entry }); // and so does another activity
      });
    },
  };
}
