import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';
import type { BridgeService, Skin } from '@fridge/shared-contracts';
import {
  frameKey,
  type HostShellName,
  hostShellNames,
  SCREEN_MARKER,
  TITLE_MARKER,
  TOLD_MARKER,
} from '@fridge/shared-contracts/page';
import { drawMarkup } from '@fridge/remote-kit/draw-markup';
import { copy } from './src/copy.ts';
import { Countdown } from './src/pages/countdown.tsx';
import Disconnected from './src/pages/disconnected.tsx';
import { hallCards, HallShell } from './src/pages/hall.tsx';
import { Loading } from './src/pages/loading.tsx';
import { type FirstWay, ShareShell } from './src/pages/share.tsx';
import { ClosedPage, FailedPage } from './src/pages/state-pages.tsx';
import { Header } from './src/shell/header.tsx';
import { Notice } from './src/shell/notice.tsx';

/** The bound that a page tells. */
const boundTold: Partial<Record<HostShellName, 'start' | 'end'>> = { notStarted: 'start', ended: 'end' };

/** In the place of a window's bound, which the origin fills in. */
const bound = { instant: '2031-07-17T09:41:00+08:00', text: '2031年7月17日 09:41' };

const doNothing = () => undefined;
/** Never called: nothing is pressed here. */
const noBridge = {} as BridgeService;

const closed = (name: 'notFound' | 'offline' | 'notStarted' | 'ended', children?: ReactNode, told?: string) => ({
  title: copy[`host.${name}.docTitle`],
  draw: () => (
    <ClosedPage name={name} told={told} bound={bound.instant} onPress={doNothing} stillOpen={{ prizesHref: '/prize' }}>
      {children}
    </ClosedPage>
  ),
});
const failed = (kind: 'outdated' | 'registry') => ({
  title: '',
  draw: () => <FailedPage kind={kind} retrying={false} onRetry={doNothing} />,
});

const shareIn = (isReport: boolean, way: FirstWay) => ({
  title: copy['host.share.docTitle'],
  draw: (skin: Skin) => <ShareShell skin={skin} isReport={isReport} way={way} />,
});

/** `title`: empty for the route's. */
const pages: Readonly<Record<HostShellName, { title: string; draw: (skin: Skin) => ReactNode }>> = {
  loading: { title: '', draw: () => <Loading shown /> },
  hall: { title: copy['host.default.docTitle'], draw: () => <HallShell /> },
  share: shareIn(false, 'open'),
  shareDownload: shareIn(false, 'download'),
  shareInWeChat: shareIn(false, 'inWeChat'),
  reportShare: shareIn(true, 'open'),
  reportShareDownload: shareIn(true, 'download'),
  reportShareInWeChat: shareIn(true, 'inWeChat'),
  // Nobody is sent to it there.
  shareInApp: { title: copy['host.share.docTitle'], draw: () => <Loading shown /> },
  disconnected: {
    title: copy['host.disconnected.docTitle'],
    draw: () => <Disconnected query={{}} bridge={noBridge} replace={doNothing} />,
  },
  notFound: closed('notFound'),
  offline: closed('offline'),
  offlineTold: closed('offline', undefined, TOLD_MARKER),
  notStarted: closed('notStarted', <Countdown start={bound.instant} now={() => null} onStart={doNothing} />),
  ended: closed('ended'),
  outdated: failed('outdated'),
  registry: failed('registry'),
};

/** What the page shows before any code, from the same components. Runs in Node: `write-shells.ts`. */
export function drawShells() {
  const either = [false, true] as const;
  const frames = either.flatMap((share) =>
    either.flatMap((overlay) => either.map((toned) => ({ share, overlay, toned }))),
  );
  return {
    frames: Object.fromEntries(frames.map((frame) => [frameKey(frame), drawFrame(frame)])),
    pages: Object.fromEntries(hostShellNames.map((name) => [name, drawPage(name)])),
    cards: Object.fromEntries(hallCards().map(([key, card]) => [key, drawMarkup(card)])),
    notice: { markup: drawMarkup(<Notice store={createStore(() => TOLD_MARKER)} />), styles: '' },
  };
}

function drawPage(name: HostShellName) {
  const { title, draw } = pages[name];
  const markup = (skin: Skin) => withPlaces(drawMarkup(draw(skin)), name);
  return { title, markup: [markup(0), markup(1), markup(2)] };
}

/** As `Layout` draws them. A tone without colours: the origin gives them. */
function drawFrame({ share, overlay, toned }: Parameters<typeof frameKey>[0]): string {
  const view = { title: TITLE_MARKER, share, overlay, ...(toned && { tone: { background: '', ink: '' } }) };
  const header = { store: createStore(() => view) };
  return drawMarkup(
    <>
      <Header header={header} statusBarHeight={createStore(() => 0)} onBack={doNothing} onShare={doNothing} />
      <main tabIndex={-1} aria-label={TITLE_MARKER}>
        {SCREEN_MARKER}
      </main>
    </>,
  );
}

/** @throws when a bound is drawn otherwise */
function withPlaces(markup: string, name: HostShellName): string {
  const kind = boundTold[name];
  if (kind === undefined) return markup;
  if (!markup.includes(bound.text)) throw new Error(`The page ${name} doesn't tell its time: draw-shells.tsx.`);
  return (
    markup
      .replace(bound.text, `<time data-fill="window.${kind}"></time>`)
      // The page has no clock.
      .replace(/(<p role="timer"[^>]*>[^<]*<b)>[^<]*(?=<\/b>)/, '$1 data-live="">\u00A0')
  );
}
