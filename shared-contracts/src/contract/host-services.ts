import type { ComponentType, ReactNode } from 'react';
import type { BridgeData, BridgeError, BridgeMethod, BridgeParams, Fridge } from './bridge.ts';
import type { Call, CallAccess, CallData, CallFields, CallFiles } from './calls.ts';
import type { ActivityContext, Skin } from './page-context.ts';
import type { HeaderTone } from './route.ts';
import type { DialogContent, HeaderState, Query, ShareParameters } from './screen-values.ts';
import type { WindowState } from './windows.ts';

/** All host services, one frozen object per remote. Globals that a remote patches aren't isolated. */
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
  /** From the app's `pageShow` and `pageHide`, and the document. */
  readonly visibility: Store<Visibility>;
}

/** A changing value, shaped for React's `useSyncExternalStore`. */
export interface Store<Value> {
  /** The same object until a change. */
  getState(): Value;
  /** @returns unsubscribes */
  subscribe(listener: () => void): () => void;
}

export type Visibility = 'visible' | 'hidden';

export interface Environment {
  readonly inApp: boolean;
  readonly inWeChat: boolean;
  readonly platform: 'ios' | 'android' | 'other';
}

/** Remotes never get the access token. */
export type Session = {
  /** `unknown` until the app answers or times out. */
  status: 'unknown' | 'guest' | 'user';
  /** A guest only because the app doesn't answer. */
  appIsSilent?: true;
  userId: string;
  nickName: string;
  headImgUrl: string;
  mobile: string;
  homeId: string;
  /** The address's fridge, else the home's first, else `null`. */
  fridge: Fridge | null;
  /** Empty state (architecture): in the app, neither home nor address has a fridge. */
  needsFridge: boolean;
};

export type Household = { userId: string; phone: string; fridgeId: string; homeId: string };

/**
 * - `outsideApp`: the share page was opened
 * - `noUser`: login cancelled, or not finished within 5 minutes
 * - `noFridge`: the screen shows its empty state
 * - `timeout`: the app didn't answer
 * - `outdatedApp`: the app lacks a method that the release requires
 * - `visitEnded`: the screen was left, and the user would have to act
 */
export type Permission =
  | { allowed: true; household: Household }
  | { allowed: false; reason: 'outsideApp' | 'noUser' | 'noFridge' | 'timeout' | 'outdatedApp' | 'visitEnded' };

export interface SessionService extends Store<Session> {
  /**
   * Asks for permission to act. On refusal the host opens the share page (outside the app), opens the native login with
   * toast "请先登录" and waits for it (no user), or says that the app doesn't answer or has to be updated.
   * @param access `report`: a report token suffices, also outside the app; the household then has its user and fridge,
   *   no phone or home. A full session takes precedence. Default: `household`.
   */
  require(access?: Exclude<CallAccess, 'none'>): Promise<Permission>;
  /** Opens the native add-device page and reloads the home; toasts on failure. */
  bindFridge(): Promise<void>;
}

/**
 * - `notice`: code 204; `refused`: other non-zero codes
 * - `timeout`, `network`, `aborted`, `malformed`: result unknown
 * - `undeclared` (not in the release), `invalid` (violates the definition): not sent
 */
export type CallFailure =
  | 'notice'
  | 'refused'
  | 'timeout'
  | 'network'
  | 'malformed'
  | 'aborted'
  | 'undeclared'
  | 'invalid';

export type CallResult<Data> =
  | { ok: true; data: Data }
  | { ok: false; reason: CallFailure; code: number; message: string };

export interface CallOptions<C extends Call = Call> {
  signal?: AbortSignal | undefined;
  /** No toast. */
  quiet?: boolean;
  files?: CallFiles<C>;
  /** 0 to 1. */
  onProgress?: (sent: number) => void;
}

export interface RequestService {
  /**
   * Makes a signed call that the release lists; one that requires no fields needs none. Timeout: 10 s; with files 10 s
   * without progress, 120 s in total. Failures but aborts are toasted (the server's message or the deck's) unless
   * `quiet`. Never rejects or throws.
   */
  call<C extends Call<never>>(
    call: C,
    fields?: CallFields<C>,
    options?: CallOptions<C>,
  ): Promise<CallResult<CallData<C>>>;
  call<C extends Call>(call: C, fields: CallFields<C>, options?: CallOptions<C>): Promise<CallResult<CallData<C>>>;
}

export interface DialogProps {
  open: boolean;
  /** Escape, close button, press outside, or leaving the screen. */
  onClose: () => void;
  /** Visible, also the accessible name. */
  title: string;
  /** Default: the deck's. */
  closeLabel?: string;
  /** Rising from the bottom or centred. Default: `sheet`. */
  shape?: 'sheet' | 'card';
  tone?: HeaderTone;
  children: ReactNode;
}

export interface FeedbackService {
  /** The host's dialog, for a remote's content. */
  readonly Dialog: ComponentType<DialogProps>;
  /**
   * A status message for 5000 ms, centred or at a dialog's upper edge. Replaces the last one; an empty text removes it.
   */
  toast(text: string): void;
  /** `false` on cancel, close, Escape or leaving the screen. */
  confirm(content: DialogContent): Promise<boolean>;
}

export interface NavigationService {
  /** From both sides of `#`, including personal ones (`isPersonalParameter`), which the address bar omits. */
  readonly query: Readonly<Record<string, string>>;
  /** Keeps the page context (fridge, brand, …) and adds `query`. */
  push(path: string, query?: Query): void;
  replace(path: string, query?: Query): void;
  /** Whether a path is a host page or an enabled remote's route. */
  opens(path: string): boolean;
  /** The address of `push`, with public context only. */
  hrefOf(path: string, query?: Query): string;
  /** At the first entry, closes the web view in the app, else opens the hall. */
  back(): void;
  /**
   * Asks before unsaved input is left by a link or by back (header, browser). Reloading or closing the tab shows the
   * browser's question; the native back and closing the web view can't be intercepted.
   * @param question `null`: nothing to lose
   * @returns removes the guard
   */
  guard(question: () => DialogContent | null): () => void;
}

export interface HeaderService {
  /** For the current screen. @returns undoes it */
  set(state: HeaderState): () => void;
}

export interface SharingService {
  /** Prepares the next `share()`. @returns undoes it */
  prepare(parameters: ShareParameters): () => void;
  /**
   * In the app: share panel; in a phone's browser: its share sheet; else with a `wxToken`: copies the link; else: share
   * page. Unprepared: only logs (spec section 8).
   */
  share(): Promise<void>;
  /** `report` is the specification's "parameter 2". */
  openLanding(variant: ShareParameters['landing']): void;
}

export interface ExternalPages {
  /** `false`: didn't open, the caller reports it; `true` also when the host has reported it. */
  openCoupon(): Promise<boolean>;
  /** The same; an outdated app gets a message. */
  openShop(): Promise<boolean>;
}

export type BridgeResult<M extends BridgeMethod> =
  | { ok: true; data: BridgeData<M> }
  | { ok: false; error: BridgeError };

export interface BridgeService {
  /** The app has it and the release lists it. */
  supports(method: BridgeMethod): boolean;
  /**
   * Never rejects. Timeout: `{ code: -1, errMessage: 'TimeOut' }`; unlisted method: `bridgeErrorCode.undeclared`, not
   * sent. `popup`: shows the timeout popup, for user actions.
   */
  call<M extends BridgeMethod>(
    method: M,
    ...args: BridgeParams[M] extends undefined
      ? [params?: undefined, options?: { popup?: boolean }]
      : [params: BridgeParams[M], options?: { popup?: boolean }]
  ): Promise<BridgeResult<M>>;
}

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

/** Text for an event: a literal without digits. Runtime values (phone, token, address) don't compile. */
export type EventWord<Word extends string> =
  {} extends Record<Word, 1> ? never : Word extends `${string}${Digit}${string}` ? never : Word;

export interface TrackingService {
  /** A button was used, such as `campaign.home.question`. */
  click<const Name extends string>(name: EventWord<Name>): void;
}

export interface WindowService extends Store<number | null> {
  /** By the server's business clock; `open` while unknown: the server decides. */
  stateOf(name: string): WindowState;
  /** Business time in milliseconds, `null` while unknown. */
  now(): number | null;
  /** ISO times. */
  bounds(name: string): { start: string | null; end: string | null };
}

export interface ClipboardService {
  /** `true` only when the browser confirmed it. Gives no feedback. */
  copy(text: string): Promise<boolean>;
}
