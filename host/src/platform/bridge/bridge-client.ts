import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import {
  type BridgeError,
  bridgeErrorCode,
  type BridgeMethod,
  type BridgeParams,
  type BridgeResult,
  type BridgeService,
  fill,
  type Store,
} from '@fridge/shared-contracts';
import { bridgeTable, type BridgeEvent, parseBridgeMessage, timeoutError } from '@fridge/shared-contracts/page';
import { newRequestId } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import type { AppLink } from './app-link.ts';

/** An app that takes longer to show its page is slow. */
const SLOW_MS = 5_000;

/** While a transport may appear. */
const RETRY_MS = 50;

/** The app may lose a `pageShow`: then the native page counts as closed. */
const COVERED_LIMIT_MS = 15 * 60 * 1000;

export interface BridgeOptions {
  /** Shows the timeout popup, for user actions. */
  popup?: boolean;
  /** The app has neither answered nor covered the page within 5 s. @param ended aborted at the answer or timeout */
  onSlow?: (ended: AbortSignal) => void;
}

/** `BridgeService` for the host: with the access token, events and signs of a slow app. */
export interface BridgeClient extends Pick<BridgeService, 'supports'> {
  /** A native page covers this one: answers may wait for the user. */
  covered: Store<boolean>;
  /** Never rejects. */
  call<M extends BridgeMethod>(method: M, params?: BridgeParams[M], options?: BridgeOptions): Promise<BridgeResult<M>>;
  listen(listener: (message: BridgeEvent) => void): void;
}

type RawResult = { ok: true; data?: unknown } | { ok: false; error: BridgeError };

const failed = (code: number, errMessage: string): { ok: false; error: BridgeError } => ({
  ok: false,
  error: { code, errMessage },
});

const outsideApp = failed(bridgeErrorCode.unavailable, 'The page does not run inside the app');

/** The typed bridge over any transport (architecture, "The native bridge"). */
export function createBridgeClient({
  link,
  onUse,
  onError,
}: {
  link: AppLink;
  /** Calls back when the user uses the page, which then isn't covered. */
  onUse: (listener: () => void) => void;
  onError: (error: BridgeError, options: BridgeOptions) => void;
}): BridgeClient {
  const open = new Map<string, (answer: RawResult) => void>();
  const listeners: ((message: BridgeEvent) => void)[] = [];
  const unsupported = new Set<BridgeMethod>();
  const covered = createStore(() => false);
  let coveredLimit: ReturnType<typeof setTimeout> | undefined;

  /** Time stands still while the page is covered. @returns cancels it */
  const after = (limitMs: number, run: () => void) => {
    let left = limitMs;
    let since = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      if (timer !== undefined) left -= performance.now() - since;
      since = performance.now();
      timer = covered.getState() ? undefined : setTimeout(expire, left);
    };
    const stop = covered.subscribe(follow);
    const expire = () => {
      stop();
      run();
    };
    follow();
    return () => {
      clearTimeout(timer);
      stop();
    };
  };
  const request = (method: BridgeMethod, params: unknown, onSlow?: BridgeOptions['onSlow']): Promise<RawResult> =>
    new Promise((resolve) => {
      const id = newRequestId(); // random: a reloaded page must not accept earlier answers
      const ended = new AbortController();
      let retry: ReturnType<typeof setTimeout> | undefined;
      const finish = (result: RawResult) => {
        open.delete(id);
        for (const cancel of waits) cancel();
        clearTimeout(retry);
        ended.abort();
        resolve(result);
      };
      const waits = [
        after(bridgeTable[method].limitMs, () =>
          finish(link.transport() ? { ok: false, error: timeoutError } : outsideApp),
        ),
        after(SLOW_MS, () => onSlow?.(ended.signal)),
      ];
      const send = () => {
        const transmit = link.transport();
        if (!transmit && link.mayAppear()) {
          retry = setTimeout(send, RETRY_MS);
          return;
        }
        if (!transmit) return finish(outsideApp);
        open.set(id, finish);
        try {
          transmit({ id, method, params: params ?? {} });
        } catch (error) {
          finish(failed(bridgeErrorCode.unavailable, `${method} could not be sent: ${String(error)}`));
        }
      };
      send();
    });

  const emit = (event: BridgeEvent) => {
    if (event.event !== 'loginResult') {
      const isCovered = event.event === 'pageHide';
      covered.setState(isCovered, true);
      clearTimeout(coveredLimit);
      if (isCovered) coveredLimit = setTimeout(uncover, COVERED_LIMIT_MS);
    }
    for (const listener of listeners) listener(event);
  };
  /** Replaces a lost `pageShow`. */
  const uncover = () => {
    if (covered.getState()) emit({ event: 'pageShow', data: {} });
  };
  onUse(uncover);

  link.listen((raw) => {
    const message = parseBridgeMessage(raw);
    if (message === null) return;
    if ('event' in message) emit(message);
    else open.get(message.id)?.(message);
  });

  return {
    covered,

    supports: (method) => (link.transport() !== null || link.mayAppear()) && !unsupported.has(method),

    async call(method, params, options = {}) {
      const result = readResult(method, await request(method, params, options.onSlow));
      if (!result.ok) {
        if (result.error.code === bridgeErrorCode.unsupported) unsupported.add(method);
        onError(result.error, options);
      }
      return result;
    },

    listen: (listener) => void listeners.push(listener),
  };
}

function readResult<M extends BridgeMethod>(method: M, result: RawResult): BridgeResult<M> {
  if (!result.ok) return { ok: false, error: result.error };
  const data = v.safeParse(bridgeTable[method].answer, result.data);
  return data.success
    ? ({ ok: true, data: data.output } as BridgeResult<M>) // the schema is this method's
    : failed(bridgeErrorCode.malformed, `${method} answered in an unknown form`);
}

/**
 * The toast of a refused call.
 * @returns empty for a timeout, which has its popup, and for a cancel, which is no error
 */
export function refusalText(error: BridgeError, text: string): string {
  if (isTimeout(error) || isCancel(error)) return '';
  return error.code === bridgeErrorCode.unsupported ? fill(copy['host.native.unsupported.toast']) : text;
}

/** A cancel is never shown as an error. */
export function isCancel(error: BridgeError): boolean {
  return /cancel|取消/i.test(error.errMessage);
}

/** A timeout has its own popup, no toast. */
export function isTimeout(error: BridgeError): boolean {
  return error.errMessage === timeoutError.errMessage;
}
