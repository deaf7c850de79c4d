import { useStore } from 'zustand';
import { hostPaths as paths, type RuntimeSettings } from '@fridge/shared-contracts/page';
import { createLateCode } from '@fridge/shared-ui';
import { copy } from './copy.ts';
import type { Releases } from './federation/releases.ts';
import type { ActivityParts } from './open-activity.tsx';
import { LazyPage } from './pages/lazy-page.tsx';
import { DocumentPage } from './pages/document-page.tsx';
import type { Platform } from './platform/create-platform.ts';
import type { Navigation, Visit } from './shell/navigation.ts';
import type { HostRoute } from './shell/router.tsx';

const lateDisconnected = createLateCode(() => import('./pages/disconnected.tsx'));
const lateShare = createLateCode(() => import('./pages/share.tsx'));

export interface PageParts extends ActivityParts, Pick<Navigation, 'hrefOf'> {
  platform: Platform;
  /** Of one's prizes, while their page opens. */
  prizesHref: () => string | undefined;
  settings: RuntimeSettings;
  toast: (text: string) => void;
  lateHall: ReturnType<typeof createLateHall>;
}

/** With what its cards tell. */
export const createLateHall = ({ completeCards }: Releases) =>
  createLateCode(async () => {
    const [hall] = await Promise.all([import('./pages/hall.tsx'), completeCards()]);
    return hall;
  });

export function isHostPage(path: string): boolean {
  return Object.values<string>(paths).includes(path);
}

/** The host's pages, which need no remote (architecture, "The house"). */
export function hostRoutes(visit: Visit, parts: PageParts): HostRoute[] {
  const { loadDocument, platform, replace, settings, toast } = parts;
  const shared = { page: visit, registry: parts.releases.current(), app: settings, platform, toast };
  const share = {
    title: copy['host.share.docTitle'],
    element: <LazyPage code={lateShare} props={shared} loadDocument={loadDocument} />,
  };
  const disconnected = { query: visit.query, bridge: platform.bridge, replace };
  return [
    { path: paths.share, ...share },
    { path: paths.reportShare, ...share },
    { path: paths.hall, title: copy['host.default.docTitle'], element: <HallPage visit={visit} parts={parts} /> },
    {
      path: paths.disconnected,
      title: copy['host.disconnected.docTitle'],
      element: <LazyPage code={lateDisconnected} props={disconnected} loadDocument={loadDocument} />,
    },
  ];
}

function HallPage({ visit, parts }: { visit: Visit; parts: PageParts }) {
  const { releases, platform, hrefOf, toast, loadDocument } = parts;
  useStore(releases.switches);
  useStore(parts.lateHall); // with it the cards have come
  const registry = releases.current();
  const needsFridge = useStore(platform.session, (who) => who.needsFridge);
  const skin = useStore(platform.skin);
  if (registry === null) return <DocumentPage failed="registry" loadDocument={loadDocument} />;
  if (!releases.hasCards()) return <DocumentPage loadDocument={loadDocument} />;
  const { windows } = platform.services;
  const isOver = () => !parts.screens.isCurrent(visit);
  const { bindFridge } = platform.visitServices({ isOver, toast }).session;
  const prizesHref = parts.prizesHref();
  const props = { registry, windows, hrefOf, prizesHref, skin, needsFridge, bindFridge };
  return <LazyPage code={parts.lateHall} props={props} loadDocument={loadDocument} />;
}
