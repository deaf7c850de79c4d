import './lib/older-engines.ts';
import '@fridge/shared-ui/skins.css';
import './shell/skins/document.css';
import { createRoot } from 'react-dom/client';
import { normalisePath, readAddress } from '@fridge/shared-contracts/host';
import { accessStorage } from '@fridge/shared-ui';
import { createActivityServices } from './federation/activity-services.ts';
import { createFailureLog, logInDevelopment } from './federation/failures.ts';
import { createRemoteModules } from './federation/load-screen.ts';
import { createRegistry, readEmbeddedRegistry } from './federation/registry.ts';
import { createWindowJudge, remoteAt } from './federation/resolve-route.ts';
import { createScreenChange } from './federation/screen-change.ts';
import { createStylesheets } from './federation/stylesheets.ts';
import { reportUncaught } from './federation/uncaught.ts';
import { hostRoutes, isHostPage, type PageParts } from './host-pages.tsx';
import { nextTask } from './lib/next-task.ts';
import { whenIdle } from './lib/when-idle.ts';
import { type ActivityHouse, OpenActivity } from './open-activity.tsx';
import { pageStart } from './page-start.ts';
import { createPlatform } from './platform/create-platform.ts';
import { readSettings, reportBrokenSettings } from './platform/read-settings.ts';
import { takePersonal } from './platform/take-personal.ts';
import { createBack } from './shell/back.ts';
import { createDialogs } from './shell/feedback/dialog-store.ts';
import { createVisitDialog } from './shell/feedback/dialogs.tsx';
import { createToasts } from './shell/feedback/toasts.tsx';
import { followLinks } from './shell/follow-links.ts';
import { createHeader } from './shell/header/header-store.ts';
import { createPageHistory } from './shell/history.ts';
import { drawFirstPage, Layout, type Shell } from './shell/layout.tsx';
import { createLeaveGuard } from './shell/leave-guard.ts';
import { createNavigation } from './shell/navigation.ts';
import { HostRouter } from './shell/router.tsx';
import { rememberScroll, scrollingPage } from './shell/scroll.ts';
import { publishPageWidth } from './shell/skins/root-style.ts';
import { federation } from './start-container.ts';

/** Puts the house together; the way from an address to a mounted screen is told in `open-activity.tsx`. */
async function boot(root: HTMLElement): Promise<void> {
  const reading = readSettings(pageStart.settingsText);
  if (!reading.ok) {
    reportBrokenSettings(reading, window, pageStart.fetch);
    throw new Error(`The page's settings can't be used (${reading.reason}). ${reading.detail}`);
  }
  const { settings } = reading;
  const { tabStorage } = pageStart;
  const embedded = readEmbeddedRegistry(pageStart.registryText);
  const { address } = takePersonal(readAddress(location), tabStorage, window);

  const registry = createRegistry(embedded.registry, accessStorage(() => localStorage));
  const opens = (given: string) => {
    const path = normalisePath(given);
    return isHostPage(path) || remoteAt(registry.store.getState(), path) !== null;
  };

  const toasts = createToasts();
  const dialogs = createDialogs(toasts.show);
  const header = createHeader();

  const history = createPageHistory(window, tabStorage);
  const navigation = createNavigation({ history, guard: createLeaveGuard({ window, confirm: dialogs.confirm }) });
  const pageName = () => {
    const { path } = navigation.visit.getState();
    return opens(path) ? path : 'unknown';
  };

  const remoteOf = (path: string) => remoteAt(registry.store.getState(), path);
  const screens = createScreenChange({
    visit: navigation.visit,
    remoteAt: remoteOf,
    holdHeader() {
      const { tone, overlay } = header.store.getState().view;
      return header.set({ ...(tone && { tone }), ...(overlay && { overlay }) });
    },
  });

  const platform = createPlatform({
    window,
    address,
    settings,
    clock: embedded.clock,
    fetch: pageStart.fetch,
    random: pageStart.random,
    createRequest: pageStart.createRequest,
    toast: toasts.show,
    confirm: dialogs.confirm,
    navigation: { push: navigation.push, replace: navigation.replace, location: navigation.visit.getState },
    pageName,
  });
  const { bridge, environment, tracker } = platform;
  const failures = createFailureLog(tracker);
  const registryInForce = () => {
    const state = registry.store.getState();
    return state.kind === 'ready' ? state.registry : null;
  };
  reportUncaught({ window, registry: registryInForce, tracker });
  const back = createBack({ navigation, closePage: async () => environment.inApp && (await bridge.call('closePage')).ok });

  const serve = createActivityServices({
    platform,
    visit: navigation.visit,
    remoteAt: remoteOf,
    header,
    feedback: { toast: toasts.show, confirm: dialogs.confirm },
    dialogOf: (ended) => createVisitDialog({ loader: dialogs.loader, toast: toasts.show, ended }),
    dismissDialogs: dialogs.dismissAll,
    navigation: {
      push: navigation.push,
      replace: navigation.replace,
      hrefOf: navigation.hrefOf,
      guard: navigation.guard,
      opens,
      back,
    },
  });
  const activities: ActivityHouse = {
    registry,
    windows: platform.services.windows,
    judge: createWindowJudge(platform.services.windows),
    remoteOrigins: settings.remoteOrigins,
    modules: createRemoteModules(federation),
    styles: createStylesheets(),
    screens,
    serve,
    failures,
    setHeader: header.setRoute,
    push: navigation.push,
  };
  const pages: PageParts = { registry, platform, settings, origin: location.origin, navigation, toast: toasts.show };
  const shell: Shell = {
    navigation, shown: screens.shown, header, toasts, dialogs, platform,
    onBack: back,
    onEscaped: failures.reportEscaped,
    onDrawn: () => window.hostReady?.(() => failures.reportEscaped(new Error('The page is empty.'))),
  };

  publishPageWidth();
  await nextTask(); // assembling and drawing in one task would hold up a slow phone for a quarter of a second
  const drawing = createRoot(root, {
    onCaughtError: () => undefined, // each boundary reports its own
    onUncaughtError: (error) => {
      // React has taken everything down: what stands in the page itself is all there is left to say it with.
      window.hostFailed?.();
      failures.reportEscaped(error);
    },
  });
  drawFirstPage(
    drawing,
    <Layout
      shell={shell}
      page={(visit) => (
        <HostRouter
          visit={visit}
          history={history}
          navigation={navigation}
          routes={hostRoutes(visit, pages)}
          rest={<OpenActivity visit={visit} house={activities} />}
          setHeader={header.setRoute}
        />
      )}
    />,
  );

  platform.start();
  registry.start({
    fetch: pageStart.fetch,
    observe: platform.clock.observeKept,
    report({ name, reason, problems }) {
      tracker.reportFailure({ remote: name, version: 'unknown', phase: 'registry', reason });
      logInDevelopment(`The registry leaves out ${name}:`, ...problems);
    },
  });
  const countVisit = () => tracker.track('pageView', { page: pageName() });
  countVisit();
  navigation.visit.subscribe(countVisit);
  navigation.visit.subscribe(dialogs.dismissAll);
  rememberScroll(screens.shown, scrollingPage(window), tabStorage);
  followLinks(window, navigation, opens);
  whenIdle(window, dialogs.loader.preload); // the first dialog should open at once
}

const root = document.getElementById('root');
if (root) {
  boot(root).catch((error: unknown) => {
    window.hostFailed?.();
    throw error;
  });
}
