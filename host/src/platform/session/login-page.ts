import type { BridgeError } from '@fridge/shared-contracts';
import type { BridgeClient } from '../bridge/bridge-client.ts';
import { isCancel } from '../bridge/bridge-errors.ts';

/** A login may include looking up a password or waiting for a code, milliseconds. */
const LOGIN_LIMIT_MS = 5 * 60 * 1000;
/** The app may announce a login only after it has shown the page again, milliseconds. */
const RESULT_LAG_MS = 3_000;

/** Options of a bridge call for one visit: its popup shows only while the visit lasts. */
export interface VisitCall {
  isOver(): boolean;
  readonly popup: boolean;
}

export function visitCall(isOver: () => boolean): VisitCall {
  return {
    isOver,
    get popup() {
      return !isOver();
    },
  };
}

export interface LoginPage {
  /** Opens the app's login page unless it is open. A refusal is shown to the visit that asked last. */
  open(isOver: () => boolean): void;
  /** Resolves when the login has ended in whatever way, or its limit is over. */
  over(): Promise<void>;
  /** The login has ended. */
  end(): void;
  /** The page is shown again; without a result the user has cancelled. */
  shownAgain(onCancel: () => void): void;
}

/** The app's login page (architecture, "The native bridge"): its call is answered early or late; its result is an event. */
export function createLoginPage(dependencies: {
  bridge: Pick<BridgeClient, 'call'>;
  showRefusal: (error: BridgeError) => void;
}): LoginPage {
  const { bridge, showRefusal } = dependencies;
  let isCalled = false;
  let isOver: (() => boolean) | null = null;
  let wait: { over: Promise<void>; end(): void; lag?: ReturnType<typeof setTimeout> } | null = null;

  const startWaiting = () => {
    let resolve: (() => void) | undefined;
    const over = new Promise<void>((settle) => {
      resolve = settle;
    });
    const end = () => {
      clearTimeout(limit);
      clearTimeout(mine.lag);
      if (wait === mine) wait = null;
      resolve?.();
    };
    const limit = setTimeout(end, LOGIN_LIMIT_MS);
    const mine: NonNullable<typeof wait> = { over, end };
    return mine;
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
    open(isVisitOver) {
      isOver = isVisitOver;
      wait ??= startWaiting();
      if (!isCalled) void call();
    },
    over: () => wait?.over ?? Promise.resolve(),
    end: () => wait?.end(),
    shownAgain(onCancel) {
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
