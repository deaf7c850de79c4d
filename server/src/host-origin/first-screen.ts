import {
  type ActivityWindow,
  type ActivityWindows,
  type Address,
  CARD_MARKERS,
  cardKey,
  type CardPart,
  CARDS_MARKER,
  compatibility,
  DOWNLOAD_MARKER,
  type FillKind,
  fillKinds,
  FIRST_SCREEN_ID,
  frameKey,
  hallEntries,
  type HallEntry,
  type HostShellName,
  type HostShells,
  hostPaths,
  isLetOpen,
  isReportShare,
  type RegistryEntry,
  RELEASE_ADDRESS,
  type RouteEntry,
  type RouteShell,
  type RuntimeSettings,
  SCREEN_MARKER,
  type ShareName,
  SHELL_ATTRIBUTE,
  type Skin,
  switchStateOf,
  TITLE_MARKER,
  TOLD_MARKER,
  windowStateOf,
} from '@fridge/shared-contracts/page';
import { html } from '../edge/html.ts';

/** Of the app's web view until the bridge tells (spec section 9), CSS px. */
const STATUS_BAR_PX = 44;

/**
 * - `isWhole`: every remote's entry can be read
 * - `inApp`: the companion app shows the page
 * - `now`: business time, ms
 * - `notice`: what operators say to everybody now
 */
export type FirstView = Address & {
  remotes: Readonly<Record<string, RegistryEntry>>;
  isWhole: boolean;
  windows: ActivityWindows;
  skin: Skin;
  inApp: boolean;
  inWeChat: boolean;
  app: Pick<RuntimeSettings, 'downloadPage' | 'appLink'>;
  now: number;
  notice: string | null;
};

/** `title`: of the document, empty for none of its own. */
export type FirstScreen = { html: string; styles: string; title: string; themeColor: string; skin: Skin };

type Match = { remote: RegistryEntry; route: RouteEntry };
type Drawn = { markup: string; styles: string; header: RouteShell['header'] };

/**
 * What a page shows before any code: the shell of its route, or the host's own page where none opens, as
 * `resolve-route.ts` and `load-screen.ts` of the host will find.
 * @param textOf a shell's file by its integrity; without it the host's skeleton stands for the route
 */
export async function firstScreenOf(
  shells: HostShells,
  view: FirstView,
  textOf: (integrity: string) => Promise<string | null>,
): Promise<FirstScreen> {
  const { skin, inApp, notice } = view;
  const { page, match } = pageAt(view);
  const own = page === 'screen' && match !== null ? await drawShell(match, view, textOf) : null;
  const host = shells.pages[page === 'screen' ? 'loading' : page];
  const isOfRoute = match !== null && ['screen', 'outdated'].includes(page);
  const title = isOfRoute ? match.route.title || match.remote.title : host.title;
  const tone = isOfRoute ? match.route.tone : null;
  const { share, overlay } = own?.header ?? { share: false, overlay: false };
  const frame = shells.frames[frameKey({ share, overlay, toned: tone !== null })] ?? SCREEN_MARKER;
  const screen = own?.markup ?? drawHostPage(host.markup[skin], shells.cards, view, match);
  const inFrame = frame
    .replace(MARKERS, (marker) => (marker === TITLE_MARKER ? escape(title) : screen))
    .replace('</header>', (end) => (notice === null ? '' : withTold(shells.notice.markup, notice)) + end);
  const hostStyles = shells.styles[skin];
  return {
    html: `<div id="${FIRST_SCREEN_ID}">${inFrame}</div>`,
    styles: [
      hostStyles,
      // Before the host's own value, whatever follows.
      `html:root{--status-bar-height:${inApp ? STATUS_BAR_PX : 0}px}`,
      tone && `#${FIRST_SCREEN_ID}{--header-background:${tone.background};--header-ink:${tone.ink}}`,
      own?.styles ?? host.styles,
      notice !== null && shells.notice.styles,
    ]
      .filter(Boolean)
      .join(''),
    title,
    themeColor: tone?.background ?? backgroundIn(hostStyles),
    skin,
  };
}

const MARKERS = new RegExp(`${TITLE_MARKER}|${SCREEN_MARKER}`, 'g');

const pagesOfHost = new Map<string, (view: FirstView) => HostShellName>([
  [hostPaths.hall, () => 'hall'],
  [hostPaths.share, sharePage],
  [hostPaths.reportShare, sharePage],
  [hostPaths.disconnected, () => 'disconnected'],
]);

function sharePage(view: FirstView): ShareName {
  if (view.inApp) return 'shareInApp';
  const name = isReportShare(view) ? 'reportShare' : 'share';
  if (view.inWeChat) return `${name}InWeChat`;
  return view.app.appLink === null ? `${name}Download` : name;
}

/** Of the hall: more are below the first window. */
const FIRST_CARDS = 4;

const cardsOf = ({ remotes, windows, now }: FirstView) =>
  hallEntries(remotes, (window) => windowStateOf(windows[window], now)).slice(0, FIRST_CARDS);

const withTold = (markup: string, told = ''): string => markup.replaceAll(TOLD_MARKER, () => escape(told));

function drawHostPage(template: string, cards: HostShells['cards'], view: FirstView, match: Match | null): string {
  return withTold(fill(template, view.windows, match?.route.window ?? null), match?.remote.offText)
    .replaceAll(DOWNLOAD_MARKER, () => escape(view.app.downloadPage))
    .replace(CARDS_MARKER, () =>
      cardsOf(view)
        .map((entry, at) => drawCard(cards, entry, at === 0, view.skin))
        .join(''),
    );
}

function drawCard(cards: HostShells['cards'], entry: HallEntry, lead: boolean, skin: Skin): string {
  const { path, title, description, picture, state } = entry;
  const key = cardKey({ lead, state, hasPicture: picture !== null, hasDescription: description !== '' });
  const told: Record<CardPart, string> = { path, title, description, picture: picture ?? '' };
  return (cards[key] ?? '')
    .replace('#skin-0', `#skin-${skin}`)
    .replace(CARD_MARKERS, (_, part: CardPart) => escape(told[part]));
}

/** @returns `screen` where the route opens; `match` where a remote has the path */
function pageAt(view: FirstView): { page: HostShellName | 'screen'; match: Match | null } {
  const { remotes, isWhole, windows, path, now } = view;
  const ofHost = pagesOfHost.get(path);
  if (ofHost !== undefined) return { page: ofHost(view), match: null };
  const matches = Object.values(remotes).flatMap((remote) =>
    remote.routes.filter((route) => route.path === path).map((route) => ({ remote, route })),
  );
  const match = matches.find(({ remote, route }) => isLetOpen(switchStateOf(remote), route));
  if (match === undefined) {
    const [closed = null] = matches;
    // An entry that can't be read may have the route.
    return {
      page: closed
        ? closed.remote.offText === undefined
          ? 'offline'
          : 'offlineTold'
        : isWhole
          ? 'notFound'
          : 'registry',
      match: closed,
    };
  }
  const { window } = match.route;
  const state = window === null ? 'open' : windowStateOf(windows[window], now);
  if (state !== 'open') return { page: state, match };
  if (compatibility(match.remote.contract) !== 'fits') return { page: 'outdated', match };
  return { page: 'screen', match };
}

/** @returns `null` without a shell, or without one of its texts */
async function drawShell(
  { remote, route }: Match,
  view: FirstView,
  textOf: (integrity: string) => Promise<string | null>,
): Promise<Drawn | null> {
  const { shell, path } = route;
  if (shell === undefined) return null;
  const [template, css] = await Promise.all([
    markupOf(shell, { remote, window: route.window }, view, textOf),
    textOf(shell.styles.integrity),
  ]);
  if (template === null || css === null) return null;
  const address = addressOf(remote);
  const withAddress = (text: string) => text.replaceAll(RELEASE_ADDRESS, () => address);
  const filled = fill(withAddress(template), view.windows, route.window);
  return {
    markup: `<div ${SHELL_ATTRIBUTE}="${path}">${filled}</div>`,
    styles: withAddress(css),
    header: shell.header,
  };
}

/**
 * For the skin, the surroundings and the address, and for whether the activity's window has a bound: that of the route,
 * or those that the markup names.
 */
async function markupOf(
  { markups }: RouteShell,
  { remote, window }: { remote: RegistryEntry; window: string | null },
  { skin, windows, inApp, query }: FirstView,
  textOf: (integrity: string) => Promise<string | null>,
): Promise<string | null> {
  const isBare = !remote.publicParameters.some((name) => Object.hasOwn(query, name));
  const isForView = ({ surroundings, address }: RouteShell['markups'][number]) =>
    ['any', inApp ? 'app' : 'browser'].includes(surroundings) && ['any', isBare ? 'bare' : 'named'].includes(address);
  const find = (...periods: RouteShell['markups'][number]['period'][]) => {
    const found = markups.find((each) => each.skins.includes(skin) && periods.includes(each.period) && isForView(each));
    return found ? textOf(found.markup.integrity) : Promise.resolve(null);
  };
  const text = await find('any', 'bounded');
  if (text === null) return null;
  const named = [...text.matchAll(FILLS)].map(([, , name = '']) => windowNamed(name, window));
  const isBounded = [window, ...named].some((name) => {
    const { start, end } = boundsOf(name, windows);
    return start !== null || end !== null;
  });
  return isBounded ? text : find('any', 'open');
}

/** Of the release, in an attribute or in `url()` without quotes. */
const addressOf = ({ entry }: RegistryEntry): string =>
  new URL('.', entry).href
    .replace(/\/$/, '')
    .replace(/['()&]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

const FILLS = /(<time\b[^>]* data-fill="(?:(windows\.[^"]+|window)\.)(\w+)"[^>]*>)(?=<\/time>)/g;

/** @param window of the route */
function fill(markup: string, windows: ActivityWindows, window: string | null): string {
  return markup.replace(FILLS, (tag, _: string, name: string, kind: string) =>
    isFillKind(kind) ? tag + escape(fillKinds[kind](boundsOf(windowNamed(name, window), windows))) : tag,
  );
}

const isFillKind = (kind: string): kind is FillKind => Object.hasOwn(fillKinds, kind);

const windowNamed = (name: string, own: string | null): string | null =>
  name === 'window' ? own : name.slice('windows.'.length);

const boundsOf = (name: string | null, windows: ActivityWindows): ActivityWindow =>
  (name === null ? undefined : windows[name]) ?? { start: null, end: null };

/** The skin's, as `applySkin` of the host reads it: of several rules the last. */
const backgroundIn = (styles: string): string =>
  [...styles.matchAll(/--color-background:\s*(#[\da-f]{3,8})/gi)].at(-1)?.[1] ?? '';

const escape = (text: string): string => html`${text}`.markup;
