import { Fragment, type ReactNode, useEffect, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { useStore } from 'zustand';
import { Boundary } from '../lib/boundary.tsx';
import { NetworkBanner } from '../pages/network-banner/network-banner.tsx';
import type { Platform } from '../platform/platform.ts';
import { ConfirmDialog } from './feedback/confirm-dialog.tsx';
import type { DialogLoader } from './feedback/dialog-loader.ts';
import type { Dialogs } from './feedback/dialog-store.ts';
import { ToastRegion, type Toasts } from './feedback/toasts.tsx';
import { Header } from './header/header.tsx';
import { createHeader, type HeaderKeeper } from './header/header-store.ts';
import type { Navigation, Visit } from './navigation.ts';
import { usePageFocus } from './page-focus.ts';
import { applySkin } from './skins/root-style.ts';
import { VisitBoundary } from './visit-boundary.tsx';

/** What the frame around every page is made of. */
export interface Shell {
  navigation: Pick<Navigation, 'visit'>;
  /** The visit on show: the current one, or the one before it while its screen still stands. */
  shown: Navigation['visit'];
  header: HeaderKeeper;
  toasts: Toasts;
  dialogs: Dialogs;
  dialogLoader: DialogLoader;
  platform: Pick<Platform, 'skin' | 'statusBarHeight' | 'share'>;
  onBack: () => void;
  /** A fault came up through the shell, of a screen that was leaving or of a page of the host. */
  onEscaped: (error: unknown) => void;
  /** Called once the first screenful stands. */
  onDrawn: () => void;
}

/** Drawn in place of a header that threw: the way back is always there. */
const plainHeader = createHeader();

/** The shell around every page: header, page, network banner, toasts and dialogs. */
export function Layout({ shell, page }: { shell: Shell; page: (visit: Visit) => ReactNode }) {
  const { platform, header, toasts, dialogs, onEscaped, onDrawn } = shell;
  const visit = useStore(shell.navigation.visit);
  const shown = useStore(shell.shown);
  const skin = useStore(platform.skin);
  const title = useStore(header.store, (state) => state.route.title);
  const tone = useStore(header.store, (state) => state.view.tone ?? null);
  const waiting = useStore(dialogs.store, (state) => state.waiting);
  const main = usePageFocus(visit.number);

  const bar = { statusBarHeight: platform.statusBarHeight, onBack: shell.onBack, onShare: () => void platform.share() };

  useLayoutEffect(() => applySkin(skin, tone), [skin, tone]);
  useEffect(onDrawn, [onDrawn]);

  return (
    <>
      <Boundary onError={onEscaped} fallback={<Header header={plainHeader} {...bar} />}>
        <Header header={header} {...bar} />
      </Boundary>
      <main id="main" ref={main} tabIndex={-1} aria-label={title || undefined} aria-busy={waiting || undefined}>
        <VisitBoundary visit={visit.number} onError={onEscaped}>
          {(shown.number === visit.number ? [visit] : [shown, visit]).map((each) => <Fragment key={each.number}>{page(each)}</Fragment>)}
        </VisitBoundary>
      </main>
      <NetworkBanner toast={toasts.show} />
      <ToastRegion toasts={toasts} />
      <ConfirmDialog dialogs={dialogs} loader={shell.dialogLoader} />
    </>
  );
}

/**
 * Draws the first screenful before the browser shows anything. React lets components follow their stores after the
 * first frame, unless the drawing was synchronous: a header would be shown without the title and the colours that its
 * page gave it meanwhile, and jump.
 */
export function drawWhole(root: Pick<Root, 'render'>, screenful: ReactNode): void {
  flushSync(() => root.render(screenful));
}
