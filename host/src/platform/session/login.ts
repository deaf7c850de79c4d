import type { BridgeData, BridgeError } from '@fridge/shared-contracts';
import type { LoginResult } from '@fridge/shared-contracts/page';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { BridgeClient } from '../bridge/bridge-client.ts';

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
  /** `null` when nobody waits for a result. */
  let waiting: Promise<unknown> | null = null;
  let end: (() => void) | undefined;
  let lag: ReturnType<typeof setTimeout> | undefined;

  const startWaiting = async () => {
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    await withTimeout(ended, LOGIN_LIMIT_MS, undefined);
    clearTimeout(lag);
    waiting = null;
  };

  const latestVisit = visitCall(() => isOver?.() !== false);
  const call = async () => {
    isCalled = true;
    const answer = await bridge.call('login', undefined, latestVisit);
    isCalled = false;
    if (answer.ok) return;
    end?.();
    if (!latestVisit.isOver()) showRefusal(answer.error);
  };

  return {
    /** A refusal is shown to the visit that asked last. */
    open(isVisitOver: () => boolean) {
      isOver = isVisitOver;
      waiting ??= startWaiting();
      if (!isCalled) void call();
    },
    /** Resolves when the login ends or its limit is over. */
    over: async () => waiting,
    end: () => end?.(),
    /** The page is shown again; no result means that the user cancelled. */
    onPageShow(onCancel: () => void) {
      if (waiting === null) return;
      clearTimeout(lag);
      lag = setTimeout(() => {
        end?.();
        onCancel();
      }, RESULT_LAG_MS);
    },
  };
}

/** Results may come as events and as window messages. */
export function listenForLogin(bridge: BridgeClient, onResult: (result: LoginResult) => void): void {
  let last = '';
  bridge.listen(({ event, data }) => {
    if (event !== 'loginResult') return;
    const key = JSON.stringify(data);
    if (key === last) return;
    last = key;
    setTimeout(() => (last = ''), SAME_RESULT_MS);
    onResult(data);
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
