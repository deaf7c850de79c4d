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
  let waiting: Promise<void> | null = null;
  let end: (() => void) | undefined;
  let lag: ReturnType<typeof setTimeout> | undefined;

  const wait = async () => {
    const ended = new Promise<void>((resolve) => (end = resolve));
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
    /**
     * A refusal is shown to the visit that asked last.
     * @returns resolves when the login ends or its limit is over
     */
    open(isVisitOver: () => boolean): Promise<void> {
      isOver = isVisitOver;
      waiting ??= wait();
      if (!isCalled) void call();
      return waiting;
    },
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
export function listenForLogin(bridge: BridgeClient, onResult: (result: LoginResult) => unknown): void {
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
  /** Tokens that the server has refused, or a login has replaced. */
  const outdated = new Set<string>();
  let login: LoginResult | null = null;

  return {
    record(result: LoginResult, previous: UserInfo | null | undefined) {
      if (result.userId === '' || result.accessToken === '') return;
      if (previous?.accessToken) outdated.add(previous.accessToken);
      outdated.delete(result.accessToken);
      login = result;
    },
    refuse: (accessToken: string) => void outdated.add(accessToken),
    isOutdated: (accessToken: string) => outdated.has(accessToken),
    /** @returns the user of the login while the app lags behind it, else the app's */
    applyTo(info: UserInfo | null): UserInfo | null {
      if (login === null || outdated.has(login.accessToken)) return info;
      if (info?.userId && info.accessToken && !outdated.has(info.accessToken)) {
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
