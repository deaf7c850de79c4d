import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { useStore } from 'zustand';
import { FailedPage } from '../pages/state-pages.tsx';
import type { ReadableStore } from '../lib/read-store.ts';
import type { Platform } from '../platform/create-platform.ts';
import { HeaderToneContext } from './feedback/dialog-frame.tsx';
import { ConfirmDialog, type Dialogs } from './feedback/dialogs.tsx';
import { NetworkBanner } from './feedback/network-banner.tsx';
import { ToastRegion, type Toasts } from './feedback/toasts.tsx';
import { createHeader, Header, type HeaderKeeper } from './header.tsx';
import type { Navigation, Visit } from './navigation.ts';
import { applySkin } from './root-style.ts';

export interface Shell {
  navigation: Pick<Navigation, 'visit' | 'back'>;
  shown: Navigation['visit'];
  header: HeaderKeeper;
  notice: ReadableStore<string | null>;
  toasts: Toasts;
  dialogs: Dialogs;
  platform: Pick<Platform, 'skin' | 'statusBarHeight' | 'share'>;
  /** Of an unmounted screen or a host page. */
  onEscaped: (error: unknown) => void;
  onFirstRender: () => void;
}

/** Replaces a header that threw: the back button must stay. */
const plainHeader = createHeader();

export function Layout({ shell, page }: { shell: Shell; page: (visit: Visit) => ReactNode }) {
  const { navigation, platform, header, toasts, dialogs, onEscaped, onFirstRender } = shell;
  const visit = useStore(navigation.visit);
  const shown = useStore(shell.shown);
  const skin = useStore(platform.skin);
  const title = useStore(header.store, (view) => view.title);
  const tone = useStore(header.store, (view) => view.tone ?? null);
  const main = usePageFocus(visit.number);
  /** The visit whose page was drawn again. */
  const [recovered, setRecovered] = useState<number | null>(null);

  const bar = {
    notice: shell.notice,
    statusBarHeight: platform.statusBarHeight,
    onBack: navigation.back,
    onShare: () => void platform.share(),
  };

  useLayoutEffect(() => applySkin(skin, tone), [skin, tone]);
  useEffect(onFirstRender, [onFirstRender]);

  return (
    <HeaderToneContext value={tone}>
      <ErrorBoundary onError={onEscaped} fallback={<Header header={plainHeader} {...bar} />}>
        <Header header={header} {...bar} />
      </ErrorBoundary>
      <main id="main" ref={main} tabIndex={-1} aria-label={title || undefined}>
        {/* Outlives visits: a screen that throws while unmounting (effect clean-up, ref callback) takes its own
            boundary with it. Redraws the next page, unless it keeps throwing. */}
        <ErrorBoundary
          resetKeys={[visit.number]}
          onError={onEscaped}
          onReset={() => setRecovered(visit.number)}
          // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
          fallbackRender={({ resetErrorBoundary: reset }) =>
            recovered === visit.number ? (
              <FailedPage kind="crash" retrying={false} onRetry={reset} />
            ) : (
              <Recovery onMounted={reset} />
            )
          }
        >
          {(shown.number === visit.number ? [visit] : [shown, visit]).map((each) => (
            <Fragment key={each.number}>{page(each)}</Fragment>
          ))}
        </ErrorBoundary>
      </main>
      <NetworkBanner toast={toasts.show} />
      <ToastRegion toasts={toasts} />
      <ConfirmDialog dialogs={dialogs} toasts={toasts} />
    </HeaderToneContext>
  );
}

/** React would show the first frame without store updates made in rendering: the header's title and colours. */
export function renderFirstPage(root: Pick<Root, 'render'>, page: ReactNode): void {
  flushSync(() => root.render(page));
}

/**
 * Focuses the page after each navigation but the first, unless it has taken the focus.
 * @param visit differs for every visit
 */
export function usePageFocus(visit: number) {
  const page = useRef<HTMLElement>(null);
  const seen = useRef(visit);
  useEffect(() => {
    if (seen.current === visit) return;
    seen.current = visit;
    const focused = document.activeElement;
    // The previous screen is inert while mounted.
    const isInPage = page.current?.contains(focused) && focused?.closest('[inert]') === null;
    if (!isInPage) page.current?.focus({ preventScroll: true });
  }, [visit]);
  return page;
}

/** After the clean-ups of what the error unmounted, which may throw too: one redraw covers them. */
function Recovery({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return null;
}
