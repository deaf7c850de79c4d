import type { BridgeError } from '@fridge/shared-contracts';
import type { BridgeClient } from '../bridge/bridge-client.ts';
import { isCancel } from '../bridge/bridge-errors.ts';

/** So long a login is waited for, milliseconds: somebody may have to look up a password or wait for a code. */
const LOGIN_LIMIT_MS = 5 * 60 * 1000;
/** The app may tell of a login only after it has shown the page again, milliseconds. */
const RESULT_LAG_MS = 3_000;

/** Who asks the app for something: a visit. Options of a call, whose `popup` is read when its answer is there. */
export interface Asking {
  isOver(): boolean;
  readonly popup: boolean;
}

export function askingOf(isOver: () => boolean): Asking {
  return {
    isOver,
    get popup() {
      return !isOver();
    },
  };
}

export interface LoginPage {
  /** Opens the app's login page, once at a time; a refusal is told to whoever asked last, unless that visit is over. */
  open(isOver: () => boolean): void;
  /** Resolves when the login that was opened has ended, one way or another, or isn't waited for any longer. */
  over(): Promise<void>;
  /** The login has ended and the session knows. */
  end(): void;
  /** The page is shown again; without a result it was left. */
  shownAgain(onLeft: () => void): void;
}

/** The app's login page (architecture, "The native bridge"): it answers at once or at its end; its result is an event. */
export function createLoginPage({ bridge, sayRefusal }: { bridge: Pick<BridgeClient, 'call'>; sayRefusal: (error: BridgeError) => void }): LoginPage {
  let asked = false;
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

  const asking = askingOf(() => isOver?.() !== false);
  const ask = async () => {
    asked = true;
    const answer = await bridge.call('login', undefined, asking);
    asked = false;
    if (answer.ok) return;
    wait?.end();
    if (!asking.isOver() && !isCancel(answer.error)) sayRefusal(answer.error);
  };

  return {
    open(ofVisit) {
      isOver = ofVisit;
      wait ??= startWaiting();
      if (!asked) void ask();
    },
    over: () => wait?.over ?? Promise.resolve(),
    end: () => wait?.end(),
    shownAgain(onLeft) {
      const waiting = wait;
      if (waiting === null) return;
      clearTimeout(waiting.lag);
      waiting.lag = setTimeout(() => {
        waiting.end();
        onLeft();
      }, RESULT_LAG_MS);
    },
  };
}
