import type { ComponentType, ReactNode } from 'react';
import type { BridgeError } from './bridge-messages.ts';
import type { BridgeData, BridgeMethod, BridgeParams, Fridge, ShareChannel } from './bridge-methods.ts';
import type { Call, CallAccess, CallData, CallFields, CallFiles } from './calls.ts';
import type { ActivityContext, Skin } from './page-context.ts';
import type { HeaderTone } from './route.ts';
import type { WindowState } from './windows.ts';
import type { Store } from './store.ts';

/**
 * Everything the host does for an activity. Each remote gets an object of its own, frozen with all its members: what
 * one writes to it reaches nobody else. What a remote patches on globals can't be contained within one page.
 */
export interface HostServices {
  readonly context: ActivityContext;
  readonly environment: Environment;
  readonly skin: Store<Skin>;
  readonly session: SessionService;
  readonly requests: RequestService;
  readonly feedback: FeedbackService;
  readonly navigation: NavigationService;
  readonly header: HeaderService;
  readonly sharing: SharingService;
  readonly external: ExternalPages;
  readonly bridge: BridgeService;
  readonly tracking: TrackingService;
  readonly windows: WindowService;
  readonly clipboard: ClipboardService;
  /** Whether the page can be seen: by the app's `pageShow` and `pageHide`, and by the document. */
  readonly visibility: Store<Visibility>;
}

export type Visibility = 'visible' | 'hidden';

/** Where the page runs. */
export interface Environment {
  readonly inApp: boolean;
  readonly inWeChat: boolean;
  readonly platform: 'ios' | 'android' | 'other';
}

/** Who is using the page. The access token stays in the host; no remote ever sees it. */
export type Session = {
  /** `unknown` until the app has answered or its time is up. */
  status: 'unknown' | 'guest' | 'user';
  userId: string;
  nickName: string;
  headImgUrl: string;
  mobile: string;
  homeId: string;
  /** The fridge the page is about: the address's, else the home's first. `null` when there is none. */
  fridge: Fridge | null;
  /** In the app, the home has no fridge and the address names none: the empty state (architecture). */
  needsFridge: boolean;
};

/** What a signed-in household sends with its calls. */
export type Household = { userId: string; phone: string; fridgeId: string; homeId: string };

/**
 * - `outsideApp`: the user is led to the share page
 * - `noUser`: the login was cancelled, or wasn't over within 5 minutes
 * - `noFridge`: the home has no fridge; the screen shows its empty state
 * - `timeout`: the app didn't answer
 * - `visitEnded`: asked after the screen was left, for a user who would have to do something first
 */
export type Permission =
  | { allowed: true; household: Household }
  | { allowed: false; reason: 'outsideApp' | 'noUser' | 'noFridge' | 'timeout' | 'visitEnded' };

export interface SessionService extends Store<Session> {
  /**
   * Asks whether an action may go on. The host does what has to be done when it may not: outside the app it goes to
   * the share page, without a user it opens the native login (toast "请先登录") and waits for its end, a silent app gets the
   * timeout popup.
   * Without a fridge it only says so: the screen shows its empty state.
   * @param access `report`: the token of a report link is enough, in the app or out of it; a full session wins. The
   *   household then names the token's user and fridge and has neither phone nor home. Default: `household`.
   */
  require(access?: Exclude<CallAccess, 'none'>): Promise<Permission>;
  /** Opens the native add-device page and reads the home again; toasts when the page doesn't open. */
  bindFridge(): Promise<void>;
}

/**
 * - `notice`: code 204; `refused`: any other code but 0
 * - `timeout`, `network`, `aborted`, `malformed`: no judgement was reached
 * - `undeclared`: the release doesn't list this call; nothing was sent
 * - `invalid`: the call or its fields aren't what the call's definition says; nothing was sent
 */
export type CallFailure = 'notice' | 'refused' | 'timeout' | 'network' | 'malformed' | 'aborted' | 'undeclared' | 'invalid';

export type CallResult<Data> = { ok: true; data: Data } | { ok: false; reason: CallFailure; code: number; message: string };

export interface CallOptions<C extends Call = Call> {
  signal?: AbortSignal | undefined;
  /** No toast: the caller says it in its own place. */
  quiet?: boolean;
  /** The files of a call that has any. */
  files?: CallFiles<C>;
  /** How much of the files has been sent, 0 to 1. */
  onProgress?: (sent: number) => void;
}

export interface RequestService {
  /**
   * Makes one signed call that the remote defined and its release lists, and reads its data by the call's schema.
   * Limits: 10 s; with files 10 s without progress and 120 s in all. Every failure but an abort is shown as a toast -
   * the server's message, or the deck's - unless `quiet`. Never rejects or throws: a malformed call is a result.
   */
  call<C extends Call>(call: C, fields: CallFields<C>, options?: CallOptions<C>): Promise<CallResult<CallData<C>>>;
}

export interface DialogContent {
  title: string;
  /** Plain text under the title. */
  description?: string;
  /** The action the user most likely wants. */
  confirm: string;
  /** Omitted: a dialog with one button. */
  cancel?: string;
  /** The action can't be undone: its button is drawn as a warning. Default: `false`. */
  danger?: boolean;
  /** Colours of the dialog's surface and text. Default: those of the header, where they are dark, else the skin's. */
  tone?: HeaderTone;
}

/** What a remote puts inside the host's dialog. */
export interface DialogProps {
  open: boolean;
  /** Escape, the close button, a press beside it, or leaving the screen. */
  onClose: () => void;
  /** Visible, and the dialog's accessible name. */
  title: string;
  /** Names the close button; the deck's word for closing when left out. */
  closeLabel?: string;
  /** `sheet` rises from the bottom edge, `card` stands in the middle. Default: `sheet`. */
  shape?: 'sheet' | 'card';
  /** As in `DialogContent`. */
  tone?: HeaderTone;
  children: ReactNode;
}

export interface FeedbackService {
  /** Draws a remote's own content inside the host's one dialog implementation. */
  readonly Dialog: ComponentType<DialogProps>;
  /**
   * A status message for 5000 ms, in the middle of the screen or, while a dialog is open, at its upper edge; a new one
   * replaces the one before, an empty text takes it away.
   */
  toast(text: string): void;
  /** Resolves `true` on confirm; `false` on cancel, close, Escape or leaving the screen. */
  confirm(content: DialogContent): Promise<boolean>;
}

export type Query = Readonly<Record<string, string | undefined>>;

export interface NavigationService {
  /**
   * The parameters of the current screen, from both sides of `#`. Personal ones (`isPersonalParameter`) are among
   * them though they never stand in the address bar.
   */
  readonly query: Readonly<Record<string, string>>;
  /** Goes to a host path. The page context (fridge, brand, …) is carried on; `query` adds to it. */
  push(path: string, query?: Query): void;
  replace(path: string, query?: Query): void;
  /** Whether a path leads somewhere at the moment: a page of the host, or a route of a remote that is switched on. */
  opens(path: string): boolean;
  /** The address that `push` would lead to, for real links: with the public context, and nothing personal. */
  hrefOf(path: string, query?: Query): string;
  /** Back; at the first entry it closes the web view in the app and goes to the hall elsewhere. */
  back(): void;
  /**
   * Asks before the screen is left with unsaved input: by a link, the header's back or the browser's. Leaving the page
   * altogether (reload, closing the tab) brings the browser's own question where it has one. The native back and
   * closing the web view can't be asked.
   * @param question what to ask at this moment, `null` when there is nothing to lose
   * @returns takes it back; fit to be an effect's clean-up
   */
  guard(question: () => DialogContent | null): () => void;
}

export interface HeaderState {
  /** Also the document title. Default: the route's title. */
  title?: string;
  tabs?: { labels: readonly string[]; selected: number; onSelect: (index: number) => void };
  /** Shows the share icon, which calls `sharing.share()`. */
  share?: boolean;
  right?: { label: string; onPress: () => void };
  /** Colours of header and status bar, in place of the route's own tone. */
  tone?: HeaderTone;
  /** The header lies over the top of the screen instead of standing above it; its background is then see-through. */
  overlay?: boolean;
}

export interface HeaderService {
  /** Sets the header for the current screen. @returns undoes it; fit to be an effect's clean-up. */
  set(state: HeaderState): () => void;
}

export interface ShareParameters {
  title: string;
  description: string;
  /** Host path the link opens. */
  path: string;
  /** Parameters of the link; only those that the release declared public are sent. */
  query?: Query;
  /** Absolute address of the card's picture; the host has one of its own. */
  image?: string;
  /** Which share page someone outside the app is led to. */
  landing: 'activity' | 'report';
  /**
   * Asked before each share, from the header's icon as from `share()`: a notice that has to be read first. `false`
   * ends it without a word. `signal` is aborted when the visit ends, which is a `false`.
   */
  before?: (signal: AbortSignal) => boolean | Promise<boolean>;
  /**
   * Called once for each share the app reports as done.
   * @returns `true` when the activity tells the user itself, so that the host's own success toast is left out.
   */
  onShared?: (channel: ShareChannel | undefined) => boolean | void | Promise<void>;
}

export interface SharingService {
  /** Prepares what the next `share()` sends. @returns takes it back; fit to be an effect's clean-up. */
  prepare(parameters: ShareParameters): () => void;
  /**
   * In the app: its share panel. In a browser with a `wxToken`: copies the link. Elsewhere: the share page.
   * Unprepared, it is logged and nothing else happens (spec section 8).
   */
  share(): Promise<void>;
  /** Goes to the share page, `report` being the specification's "parameter 2". */
  openLanding(variant: ShareParameters['landing']): void;
}

export interface ExternalPages {
  /**
   * Resolves `false` when the page didn't open; the caller says so in its own words. Where the host itself has told
   * the user why (the app can't do it), it resolves `true`: there is nothing left to say.
   */
  openCoupon(): Promise<boolean>;
  /** The same, gated by the app's version: too old an app gets a message. */
  openShop(): Promise<boolean>;
}

export type BridgeResult<M extends BridgeMethod> = { ok: true; data: BridgeData<M> } | { ok: false; error: BridgeError };

export interface BridgeService {
  /** Whether the app has a method and the release lists it (`bridge`). */
  supports(method: BridgeMethod): boolean;
  /**
   * Calls the app. Never rejects: silence within the method's limit is `{ code: -1, errMessage: 'TimeOut' }`. A method
   * that the release doesn't list fails with `bridgeErrorCode.undeclared`, and the app hears nothing.
   * `popup`: the timeout popup for actions a person started.
   */
  call<M extends BridgeMethod>(
    method: M,
    ...args: BridgeParams[M] extends undefined ? [params?: undefined, options?: { popup?: boolean }] : [params: BridgeParams[M], options?: { popup?: boolean }]
  ): Promise<BridgeResult<M>>;
}

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

/**
 * A word that may leave the page in an event: written out in the code, without a digit. A value that is only known at
 * runtime - a phone, a token, a code, an address - has the type `string` (or a pattern) and doesn't compile.
 */
export type EventWord<Word extends string> = {} extends Record<Word, 1> ? never : Word extends `${string}${Digit}${string}` ? never : Word;

export interface TrackingService {
  /**
   * A button was used. `name` is written out in the code, such as `campaign.home.question`, and has no digits: a
   * value of a user doesn't compile.
   */
  click<const Name extends string>(name: EventWord<Name>): void;
}

export interface WindowService extends Store<number | null> {
  /** State of a named window by the server's business clock; `open` while the clock isn't known: the server decides. */
  stateOf(name: string): WindowState;
  /** Business time in milliseconds, or `null` while it isn't known. */
  now(): number | null;
  /** The bounds of a window, ISO times, for dates shown on screen. */
  bounds(name: string): { start: string | null; end: string | null };
}

export interface ClipboardService {
  /** Copies text. Resolves `true` only when the browser confirmed it; tells the user nothing by itself. */
  copy(text: string): Promise<boolean>;
}
