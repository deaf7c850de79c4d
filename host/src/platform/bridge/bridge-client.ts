import * as v from 'valibot';
import {
  type BridgeError,
  bridgeErrorCode,
  type BridgeMethod,
  type BridgeResult,
  type BridgeService,
} from '@fridge/shared-contracts';
import {
  type BridgeAnswer,
  bridgeTable,
  type BridgeEvent,
  parseBridgeMessage,
  timeoutError,
} from '@fridge/shared-contracts/page';
import type { AppLink } from './app-link.ts';

/** The app may lose a `pageShow`: then the native page counts as closed. */
const COVERED_LIMIT_MS = 15 * 60 * 1000;

export interface BridgeClient extends BridgeService {
  listen(listener: (message: BridgeEvent) => void): void;
}

type RawResult = { ok: true; data: unknown } | { ok: false; error: BridgeError };

const failed = (code: number, errMessage: string): { ok: false; error: BridgeError } => ({
  ok: false,
  error: { code, errMessage },
});

const outsideApp = failed(bridgeErrorCode.unavailable, 'The page does not run inside the app');

/** The typed bridge over any transport (architecture, "The native bridge"). */
export function createBridgeClient({
  link,
  monotonic,
  firstId,
  onUse,
  onError,
}: {
  link: AppLink;
  monotonic: () => number;
  /** Random: a reloaded page must not accept earlier answers. */
  firstId: number;
  /** Calls back when the user uses the page, which then isn't covered. */
  onUse: (listener: () => void) => void;
  onError: (error: BridgeError, options: { popup: boolean }) => void;
}): BridgeClient {
  const open = new Map<string, (answer: BridgeAnswer) => void>();
  const timers = new Set<ReturnType<typeof createPausableTimer>>();
  const listeners: ((message: BridgeEvent) => void)[] = [];
  const unsupported = new Set<BridgeMethod>();
  let nextId = firstId;
  /** A native page covers this one: answers may wait for the user. */
  let covered = false;
  let coveredLimit: ReturnType<typeof setTimeout> | undefined;

  const request = (method: BridgeMethod, params: unknown): Promise<RawResult> =>
    new Promise((resolve) => {
      const id = String(nextId);
      nextId += 1;
      let stopWaiting: (() => void) | undefined;
      const finish = (result: RawResult) => {
        open.delete(id);
        timers.delete(timer);
        timer.pause();
        stopWaiting?.();
        resolve(result);
      };
      const expire = () => finish(link.transport() ? { ok: false, error: timeoutError } : outsideApp);
      const timer = createPausableTimer(bridgeTable[method].limitMs, expire, monotonic);
      timers.add(timer);
      if (!covered) timer.run();
      const send = () => {
        const transport = link.transport();
        if (!transport) return finish(outsideApp);
        open.set(id, (answer) =>
          finish(answer.ok ? { ok: true, data: answer.data } : { ok: false, error: answer.error }),
        );
        try {
          transport.send({ id, method, params: params ?? {} });
        } catch (error) {
          finish(failed(bridgeErrorCode.unavailable, `${method} could not be sent: ${String(error)}`));
        }
      };
      stopWaiting = link.settled(send);
    });

  const setCovered = (isCovered: boolean) => {
    covered = isCovered;
    clearTimeout(coveredLimit);
    if (isCovered) coveredLimit = setTimeout(uncover, COVERED_LIMIT_MS);
    for (const timer of timers) timer[isCovered ? 'pause' : 'run']();
  };
  const emit = (event: BridgeEvent) => {
    if (event.event !== 'loginResult') setCovered(event.event === 'pageHide');
    for (const listener of listeners) listener(event);
  };
  /** Replaces a lost `pageShow`. */
  const uncover = () => {
    if (covered) emit({ event: 'pageShow', data: {} });
  };
  onUse(uncover);

  link.listen((raw) => {
    const message = parseSafely(raw);
    if (message === null) return;
    if ('event' in message) emit(message);
    else open.get(message.id)?.(message);
  });

  return {
    supports: (method) => (link.transport() !== null || link.mayAppear()) && !unsupported.has(method),

    async call<M extends BridgeMethod>(
      method: M,
      ...[params, options]: [unknown?, { popup?: boolean }?]
    ): Promise<BridgeResult<M>> {
      if (!Object.hasOwn(bridgeTable, method))
        return failed(bridgeErrorCode.unsupported, 'The contract has no such method');
      const result = readResult(method, await request(method, params));
      if (!result.ok) {
        if (result.error.code === bridgeErrorCode.unsupported) unsupported.add(method);
        onError(result.error, { popup: options?.popup === true });
      }
      return result;
    },

    listen: (listener) => void listeners.push(listener),
  };
}

/** @param limitMs running time, without pauses */
function createPausableTimer(limitMs: number, expire: () => void, monotonic: () => number) {
  let left = limitMs;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    run() {
      if (timer !== undefined) return;
      since = monotonic();
      timer = setTimeout(expire, left);
    },
    pause() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left = Math.max(0, left - (monotonic() - since));
    },
  };
}

/** For activities: without the access token and events. */
export function bridgeWithoutToken(bridge: BridgeService): BridgeService {
  return Object.freeze({
    supports: bridge.supports,
    async call<M extends BridgeMethod>(method: M, ...args: unknown[]) {
      const call = bridge.call as (method: M, ...args: unknown[]) => ReturnType<typeof bridge.call<M>>; // arguments pass unchanged
      const result = await call(method, ...args);
      if (method !== 'getUserInfo' || !result.ok || !hasToken(result.data)) return result;
      return { ...result, data: { ...result.data, accessToken: '' } };
    },
  });
}

function hasToken(data: unknown): data is { accessToken: string } {
  return typeof data === 'object' && data !== null && 'accessToken' in data;
}

function readResult<M extends BridgeMethod>(method: M, result: RawResult): BridgeResult<M> {
  if (!result.ok) return result;
  const data = v.safeParse(bridgeTable[method].answer, result.data);
  return data.success
    ? ({ ok: true, data: data.output } as BridgeResult<M>) // the schema is this method's
    : failed(bridgeErrorCode.malformed, `${method} answered in an unknown form`);
}

/** Accessors of foreign objects may throw. */
function parseSafely(raw: unknown): ReturnType<typeof parseBridgeMessage> {
  try {
    return parseBridgeMessage(raw);
  } catch {
    return null;
  }
}

/** A cancel is never shown as an error. */
export function isCancel(error: BridgeError): boolean {
  return /cancel|取消/i.test(error.errMessage);
}

/** A timeout has its own popup, no toast. */
export function isTimeout(error: BridgeError): boolean {
  return error.errMessage === timeoutError.errMessage;
}

/**
 * Reaction to a bridge error (spec section 8): on a card page a timeout with code -1 leads to the disconnected page;
 * other timeouts of user actions show the popup.
 */
export function timeoutReaction(
  error: BridgeError,
  { onCard, popup }: { onCard: boolean; popup: boolean },
): 'disconnected' | 'popup' | 'none' {
  if (!isTimeout(error)) return 'none';
  if (onCard && error.code === timeoutError.code) return 'disconnected';
  return popup ? 'popup' : 'none';
}
