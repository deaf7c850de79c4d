import * as v from 'valibot';
import type { BridgeData, BridgeError } from '@fridge/shared-contracts';
import { type LoginResult, loginWindowMessageSchema } from '@fridge/shared-contracts/page';
import type { AppLink } from '../bridge/app-link.ts';
import { type BridgeClient, isCancel } from '../bridge/bridge-client.ts';

/** Includes looking up a password or waiting for a code. */
const LOGIN_LIMIT_MS = 5 * 60 * 1000;
/** The app may announce a login after showing the page again. */
const RESULT_LAG_MS = 3_000;
/** The app announces a login twice: equal results within this time are one. */
const SAME_RESULT_MS = 1_000;

export type UserInfo = BridgeData<'getUserInfo'>;

export type VisitCall = ReturnType<typeof visitCall>;

/** Options of a bridge call: the popup shows only during the visit. */
export const visitCall = (isOver: () => boolean) => ({
  isOver,
  get popup() {
    return !isOver();
  },
});

/**
 * The app's login page (architecture, "The native bridge"): its call is answered at any time; the result is an event.
 */
export function createLoginPage(bridge: Pick<BridgeClient, 'call'>, showRefusal: (error: BridgeError) => void) {
  let isCalled = false;
  let isOver: (() => boolean) | undefined;
  let wait: { over: Promise<void>; end(): void; lag?: ReturnType<typeof setTimeout> } | null = null;

  const startWaiting = () => {
    let resolve: (() => void) | undefined;
    const over = new Promise<void>((settle) => {
      resolve = settle;
    });
    const end = () => {
      clearTimeout(limit);
      clearTimeout(thisWait.lag);
      if (wait === thisWait) wait = null;
      resolve?.();
    };
    const limit = setTimeout(end, LOGIN_LIMIT_MS);
    const thisWait: NonNullable<typeof wait> = { over, end };
    return thisWait;
  };

  const latestVisit = visitCall(() => isOver?.() !== false);
  const call = async () => {
    isCalled = true;
    const answer = await bridge.call('login', undefined, latestVisit);
    isCalled = false;
    if (answer.ok) return;
    wait?.end();
    if (!latestVisit.isOver() && !isCancel(answer.error)) showRefusal(answer.error);
  };

  return {
    /** A refusal is shown to the visit that asked last. */
    open(isVisitOver: () => boolean) {
      isOver = isVisitOver;
      wait ??= startWaiting();
      if (!isCalled) void call();
    },
    /** Resolves when the login ends or its limit is over. */
    over: () => wait?.over ?? Promise.resolve(),
    end: () => wait?.end(),
    /** The page is shown again; no result means that the user cancelled. */
    onPageShow(onCancel: () => void) {
      const waiting = wait;
      if (waiting === null) return;
      clearTimeout(waiting.lag);
      waiting.lag = setTimeout(() => {
        waiting.end();
        onCancel();
      }, RESULT_LAG_MS);
    },
  };
}

/** Accepts the window message, which anyone can post, only from the app (architecture, "The native bridge"). */
export function listenForLogin({
  window,
  link,
  bridge,
  monotonic,
  onResult,
}: {
  window: Window;
  link: AppLink;
  bridge: BridgeClient;
  monotonic: () => number;
  onResult: (result: LoginResult) => void;
}): void {
  let last = { key: '', at: Number.NEGATIVE_INFINITY };
  const take = ({ success, userId, accessToken }: LoginResult) => {
    const key = JSON.stringify([success, userId, accessToken]);
    const at = monotonic();
    if (key === last.key && at - last.at < SAME_RESULT_MS) return;
    last = { key, at };
    onResult({ success, userId, accessToken });
  };
  bridge.listen((event) => event.event === 'loginResult' && take(event.data));
  window.addEventListener('message', (event) => {
    const message = v.safeParse(loginWindowMessageSchema, event.data);
    if (message.success && link.isFromApp(event)) take(message.output);
  });
}

/** Knows the user of a login before the app's user info does, which lags behind. */
export function createLatestLogin() {
  const refused = new Set<string>();
  const replaced = new Set<string>();
  let login: LoginResult | null = null;

  return {
    record(result: LoginResult, previous: UserInfo | null) {
      if (result.userId === '' || result.accessToken === '') return;
      if (previous?.accessToken) replaced.add(previous.accessToken);
      replaced.delete(result.accessToken);
      refused.delete(result.accessToken);
      login = result;
    },
    refuse: (accessToken: string) => void refused.add(accessToken),
    isRefused: (accessToken: string) => refused.has(accessToken),
    /**
     * From the app or the last login.
     * @param afterLogin `info` was read after a login: an app without a user lags behind
     */
    applyTo(info: UserInfo | null, afterLogin: boolean): UserInfo | null {
      if (login === null || refused.has(login.accessToken)) return info;
      const isOld = (token: string) => token === '' || refused.has(token) || replaced.has(token);
      const lags = info === null || info.userId === '' ? afterLogin : isOld(info.accessToken);
      if (!lags) {
        login = null; // the app knows this login or a newer one
        return info;
      }
      const { userId, accessToken } = login;
      return info?.userId === userId
        ? { ...info, accessToken }
        : { userId, accessToken, nickName: '', headImgUrl: '', mobile: '' };
    },
  };
}
