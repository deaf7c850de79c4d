import * as v from 'valibot';
import {
  type BridgeError,
  bridgeErrorCode,
  type BridgeMethod,
  type BridgeResult,
  type BridgeService,
} from '@fridge/shared-contracts';
import {
  answerLimitMs,
  type BridgeAnswer,
  bridgeAnswers,
  type BridgeEvent,
  type BridgeEventName,
  parseBridgeMessage,
  timeoutError,
} from '@fridge/shared-contracts/host';
import { createStandingLimit, type StandingLimit } from '../../lib/with-timeout.ts';
import type { AppLink } from './app-link.ts';

export interface BridgeClient extends BridgeService {
  /** @returns stops listening */
  on<E extends BridgeEventName>(event: E, listener: (message: Extract<BridgeEvent, { event: E }>) => void): () => void;
}

export interface BridgeClientDependencies {
  link: Pick<AppLink, 'transport' | 'mayAppear' | 'settled' | 'listen'>;
  monotonic: () => number;
  /** First id. At random, so that a page that was reloaded can't take an answer to the page before. */
  firstId: number;
  /** Calls back when a person uses the page itself, which then is not covered. */
  onUse?: (listener: () => void) => void;
  /** Told of every error besides the caller, who alone knows what it means to the user. */
  onError?: (method: BridgeMethod, error: BridgeError, options: { popup: boolean }) => void;
}

/** The app may lose a `pageShow`: no native page lies over this one for longer, milliseconds. */
const COVERED_LIMIT_MS = 15 * 60 * 1000;

type AnyListener = (message: BridgeEvent) => void;
type RawResult = { ok: true; data: unknown } | { ok: false; error: BridgeError };

const failed = (code: number, errMessage: string): { ok: false; error: BridgeError } => ({ ok: false, error: { code, errMessage } });

const outsideApp = failed(bridgeErrorCode.unavailable, 'The page does not run inside the app');

/** The typed bridge over whichever transport there is (architecture, "The native bridge"). */
export function createBridgeClient({ link, monotonic, firstId, onUse, onError }: BridgeClientDependencies): BridgeClient {
  const open = new Map<string, (answer: BridgeAnswer) => void>();
  const limits = new Set<StandingLimit>();
  const listeners = new Map<BridgeEventName, Set<AnyListener>>();
  const refused = new Set<BridgeMethod>();
  let nextId = firstId;
  /** A native page lies over this one: the app isn't silent, its user just takes their time. */
  let covered = false;
  let coveredLimit: ReturnType<typeof setTimeout> | undefined;

  const ask = (method: BridgeMethod, params: unknown): Promise<RawResult> =>
    new Promise((resolve) => {
      const id = String(nextId);
      nextId += 1;
      let stopWaiting: (() => void) | undefined;
      const finish = (result: RawResult) => {
        open.delete(id);
        limits.delete(limit);
        limit.pause();
        stopWaiting?.();
        resolve(result);
      };
      const expire = () => finish(link.transport() ? { ok: false, error: timeoutError } : outsideApp);
      const limit = createStandingLimit(answerLimitMs(method), expire, monotonic);
      limits.add(limit);
      if (!covered) limit.run();
      const send = () => {
        const transport = link.transport();
        if (!transport) return finish(outsideApp);
        open.set(id, (answer) => finish(answer.ok ? { ok: true, data: answer.data } : { ok: false, error: answer.error }));
        try {
          transport.send({ id, method, params: params ?? {} });
        } catch (error) {
          finish(failed(bridgeErrorCode.unavailable, `${method} could not be sent: ${String(error)}`));
        }
      };
      if (link.transport() || !link.mayAppear()) send();
      else stopWaiting = link.settled(send);
    });

  const cover = (isCovered: boolean) => {
    covered = isCovered;
    clearTimeout(coveredLimit);
    if (isCovered) coveredLimit = setTimeout(showAgain, COVERED_LIMIT_MS);
    for (const limit of limits) limit[isCovered ? 'pause' : 'run']();
  };

  const take = (event: BridgeEvent) => {
    if (event.event !== 'loginResult') cover(event.event === 'pageHide');
    for (const listener of listeners.get(event.event) ?? []) listener(event);
  };
  /** In place of a `pageShow` that was lost. */
  const showAgain = () => {
    if (covered) take({ event: 'pageShow', data: {} });
  };
  onUse?.(showAgain);

  link.listen((raw) => {
    const message = parseSafely(raw);
    if (message === null) return;
    if (!('event' in message)) {
      open.get(message.id)?.(message); // whatever answers no open call is dropped
      return;
    }
    take(message);
  });

  return {
    supports: (method) => (link.transport() !== null || link.mayAppear()) && !refused.has(method),

    async call<M extends BridgeMethod>(method: M, ...[params, options]: [unknown?, { popup?: boolean }?]): Promise<BridgeResult<M>> {
      if (!Object.hasOwn(bridgeAnswers, method)) return failed(bridgeErrorCode.unsupported, 'The contract has no such method');
      const result = readResult(method, await ask(method, params));
      if (!result.ok) {
        if (result.error.code === bridgeErrorCode.unsupported) refused.add(method);
        onError?.(method, result.error, { popup: options?.popup === true });
      }
      return result;
    },

    on(event, listener) {
      const heard = listeners.get(event) ?? new Set();
      listeners.set(event, heard);
      const entry = listener as AnyListener; // it is called for its own event only
      heard.add(entry);
      return () => heard.delete(entry);
    },
  };
}

/**
 * The bridge as activities get it: they may ask who the user is, but the access token stays in the host, and neither
 * what arrives nor the events pass through their hands.
 */
export function bridgeWithoutToken(bridge: BridgeService): BridgeService {
  return Object.freeze({
    supports: bridge.supports,
    async call<M extends BridgeMethod>(method: M, ...args: unknown[]) {
      const result = await (bridge.call as (method: M, ...args: unknown[]) => ReturnType<typeof bridge.call<M>>)(method, ...args); // the caller's own arguments, handed on
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
  const data = v.safeParse(bridgeAnswers[method], result.data);
  return data.success
    ? ({ ok: true, data: data.output } as BridgeResult<M>) // the schema is this method's, which the compiler can't follow
    : failed(bridgeErrorCode.malformed, `${method} answered in an unknown form`);
}

/** An object from outside may carry accessors that throw. */
function parseSafely(raw: unknown): ReturnType<typeof parseBridgeMessage> {
  try {
    return parseBridgeMessage(raw);
  } catch {
    return null;
  }
}
