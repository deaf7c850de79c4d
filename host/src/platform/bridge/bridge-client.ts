import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import {
  type BridgeError,
  bridgeErrorCode,
  type BridgeMethod,
  type BridgeParams,
  type BridgeResult,
  fill,
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

type RawResult = { ok: true; data?: unknown } | { ok: false; error: BridgeError };

const failed = (code: number, errMessage: string): { ok: false; error: BridgeError } => ({
  ok: false,
  error: { code, errMessage },
});

const outsideApp = failed(bridgeErrorCode.unavailable, 'The page does not run inside the app');

export type BridgeClient = ReturnType<typeof createBridgeClient>;

/**
 * The typed bridge over any transport (architecture, "The native bridge"): `BridgeService` with the access token,
 * events and signs of a slow app.
 */
export function createBridgeClient({
  link,
  onUse,
  onError,
}: {
  link: AppLink;
  /** Calls back when the user uses the page, which then isn't covered. */
  onUse: (listener: () => void) => void;
  onError: (error: BridgeError, options: BridgeOptions) => void;
}) {
  const open = new Map<string, (answer: RawResult) => void>();
  const listeners: ((message: BridgeEvent) => void)[] = [];
  const unsupported = new Set<BridgeMethod>();
  /** A native page covers this one: answers may wait for the user. */
  const covered = createStore(() => false);
  let coveredLimit: ReturnType<typeof setTimeout> | undefined;

  /** Time stands still while the page is covered. */
  const after = (limitMs: number, ended: AbortSignal, run: () => void) => {
    let left = limitMs;
    let since = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      if (timer !== undefined) left -= performance.now() - since;
      since = performance.now();
      timer = covered.getState() ? undefined : setTimeout(expire, left);
    };
    const unsubscribe = covered.subscribe(follow);
    const stop = () => {
      clearTimeout(timer);
      unsubscribe();
    };
    const expire = () => {
      stop();
      run();
    };
    ended.addEventListener('abort', stop);
    follow();
  };
  const request = (method: BridgeMethod, params: unknown, onSlow?: BridgeOptions['onSlow']): Promise<RawResult> =>
    new Promise((resolve) => {
      const id = newRequestId(); // random: a reloaded page must not accept earlier answers
      const controller = new AbortController();
      const ended = controller.signal;
      const finish = (result: RawResult) => {
        open.delete(id);
        controller.abort();
        resolve(result);
      };
      after(bridgeTable[method].limitMs, ended, () =>
        finish(link.transport() ? { ok: false, error: timeoutError } : outsideApp),
      );
      if (onSlow) after(SLOW_MS, ended, () => onSlow(ended));
      const send = () => {
        if (ended.aborted) return;
        const transmit = link.transport();
        if (!transmit && link.mayAppear()) return void setTimeout(send, RETRY_MS);
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

    supports: (method: BridgeMethod) => (link.transport() !== null || link.mayAppear()) && !unsupported.has(method),

    /** Never rejects. */
    async call<M extends BridgeMethod>(
      method: M,
      params?: BridgeParams[M],
      options: BridgeOptions = {},
    ): Promise<BridgeResult<M>> {
      const result = readResult(method, await request(method, params, options.onSlow));
      if (!result.ok) {
        if (result.error.code === bridgeErrorCode.unsupported) unsupported.add(method);
        onError(result.error, options);
      }
      return result;
    },

    listen: (listener: (message: BridgeEvent) => void) => void listeners.push(listener),
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
  if (isTimeout(error) || /cancel|取消/i.test(error.errMessage)) return '';
  return error.code === bridgeErrorCode.unsupported ? fill(copy['host.native.unsupported.toast']) : text;
}

/** A timeout has its own popup, no toast. */
export function isTimeout(error: BridgeError): boolean {
  return error.errMessage === timeoutError.errMessage;
}
