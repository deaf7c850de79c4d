import { useStore } from 'zustand';
import { hostPaths as paths, type RuntimeSettings } from '@fridge/shared-contracts/page';
import { createLateCode } from '@fridge/shared-ui';
import { copy } from './copy.ts';
import type { Releases } from './federation/releases.ts';
import type { HallProps } from './pages/hall.tsx';
import { LazyPage } from './pages/lazy-page.tsx';
import { DocumentPage } from './pages/document-page.tsx';
import type { Platform } from './platform/create-platform.ts';
import type { Navigation, Visit } from './shell/navigation.ts';
import type { HostRoute } from './shell/router.tsx';

const lateDisconnected = createLateCode(() => import('./pages/disconnected.tsx'));
const lateHall = createLateCode(() => import('./pages/hall.tsx'));
const lateShare = createLateCode(() => import('./pages/share.tsx'));

export interface PageParts {
  releases: Releases;
  hrefOf: Navigation['hrefOf'];
  /** Of one's prizes, while their page opens. */
  prizesHref: () => string | undefined;
  loadDocument: () => Promise<void>;
  platform: Platform;
  settings: RuntimeSettings;
  origin: string;
  navigation: Navigation;
  toast: (text: string) => void;
}

export function isHostPage(path: string): boolean {
  return Object.values<string>(paths).includes(path);
}

/** The host's pages, which need no remote (architecture, "The house"). */
export function hostRoutes(visit: Visit, parts: PageParts): HostRoute[] {
  const variant = visit.query['type'] === '2' ? 'report' : 'activity';
  const { bridge } = parts.platform;
  return [
    {
      path: paths.share,
      title: copy['host.share.docTitle'],
      element: <SharePage visit={visit} parts={parts} variant={variant} />,
    },
    {
      path: paths.reportShare,
      title: copy['host.share.docTitle'],
      element: <SharePage visit={visit} parts={parts} variant="report" />,
    },
    { path: paths.hall, title: copy['host.default.docTitle'], element: <HallPage visit={visit} parts={parts} /> },
    {
      path: paths.disconnected,
      title: copy['host.disconnected.docTitle'],
      element: (
        <LazyPage
          code={lateDisconnected}
          props={{ query: visit.query, bridge, replace: parts.navigation.replace }}
          loadDocument={parts.loadDocument}
        />
      ),
    },
  ];
}

function HallPage({ visit, parts }: { visit: Visit; parts: PageParts }) {
  const { releases, platform, navigation, toast } = parts;
  useStore(releases.switches);
  const registry = releases.current();
  const { windows } = platform.services;
  const needsFridge = useStore(platform.session, (who) => who.needsFridge);
  const skin = useStore(platform.skin);
  if (registry === null) return <DocumentPage failed="registry" loadDocument={parts.loadDocument} />;
  const { session } = platform.visitServices({
    isOver: () => navigation.visit.getState().number !== visit.number,
    toast,
  });
  const { bindFridge } = session;
  const props: HallProps = {
    registry,
    windows,
    hrefOf: parts.hrefOf,
    prizesHref: parts.prizesHref(),
    skin,
    needsFridge,
    bindFridge,
  };
  return <LazyPage code={lateHall} props={props} loadDocument={parts.loadDocument} />;
}

function SharePage({ visit, parts, variant }: { visit: Visit; parts: PageParts; variant: 'report' | 'activity' }) {
  const { platform, settings, origin, toast } = parts;
  const skin = useStore(platform.skin);
  const registry = parts.releases.current();
  const {
    environment,
    services: { clipboard },
  } = platform;
  return (
    <LazyPage
      code={lateShare}
      loadDocument={parts.loadDocument}
      props={{
        skin,
        occasion: { origin, variant, query: visit.query, registry },
        app: settings,
        environment,
        clipboard,
        toast,
      }}
    />
  );
}
