import type { BridgeError } from '@fridge/shared-contracts';
import type { BridgeClient } from '../bridge/bridge-client.ts';
import { isCancel } from '../bridge/bridge-errors.ts';

/** Includes looking up a password or waiting for a code. */
const LOGIN_LIMIT_MS = 5 * 60 * 1000;
/** The app may announce a login after showing the page again. */
const RESULT_LAG_MS = 3_000;

/** The popup shows only during the visit. */
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
  /** A refusal is shown to the visit that asked last. */
  open(isOver: () => boolean): void;
  /** Resolves when the login ends or its limit is over. */
  over(): Promise<void>;
  end(): void;
  /** The page is shown again; no result means that the user cancelled. */
  shownAgain(onCancel: () => void): void;
}

/**
 * The app's login page (architecture, "The native bridge"): its call is answered at any time; the result is an event.
 */
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
