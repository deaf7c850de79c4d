import * as v from 'valibot';
import {
  answerLimitMs, type BridgeAnswer, bridgeAnswers, type BridgeError, bridgeErrorCode, type BridgeEvent, type BridgeEventName,
  type BridgeMethod, type BridgeResult, type BridgeService, parseBridgeMessage, timeoutError,
} from '@fridge/shared-contracts';
import type { AppLink } from './app-link.ts';

export interface BridgeClient extends BridgeService {
  /** Takes a message of the app, an object or its JSON. Whatever isn't one, or answers no open call, is dropped. */
  receive(raw: unknown): void;
  /** @returns stops listening */
  on<E extends BridgeEventName>(event: E, listener: (message: Extract<BridgeEvent, { event: E }>) => void): () => void;
}

export interface BridgeClientDependencies {
  link: Pick<AppLink, 'transport' | 'mayAppear' | 'settled'>;
  /** First id. At random, so that a page that was reloaded can't take an answer to the page before. */
  firstId: number;
  /** Told of every error besides the caller, who alone knows what it means to the user. */
  onError?: (method: BridgeMethod, error: BridgeError, options: { popup: boolean }) => void;
}

type AnyListener = (message: BridgeEvent) => void;
type Settle = (answer: BridgeAnswer) => void;

const failed = (code: number, errMessage: string): { ok: false; error: BridgeError } => ({ ok: false, error: { code, errMessage } });

const outsideApp = failed(bridgeErrorCode.unavailable, 'The page does not run inside the app');

/** The typed bridge over whichever transport there is (architecture, "The native bridge"). */
export function createBridgeClient({ link, firstId, onError }: BridgeClientDependencies): BridgeClient {
  const open = new Map<string, Settle>();
  const listeners = new Map<BridgeEventName, Set<AnyListener>>();
  const refused = new Set<BridgeMethod>();
  let nextId = firstId;

  const ask = (method: BridgeMethod, params: unknown): Promise<{ ok: true; data: unknown } | { ok: false; error: BridgeError }> =>
    new Promise((resolve) => {
      const id = String(nextId);
      nextId += 1;
      let stopWaiting: (() => void) | undefined;
      const finish: typeof resolve = (result) => {
        open.delete(id);
        clearTimeout(limit);
        stopWaiting?.();
        resolve(result);
      };
      const expire = () => finish(link.transport() ? { ok: false, error: timeoutError } : outsideApp);
      const limit = setTimeout(expire, answerLimitMs(method));
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

  return {
    supports: (method) => (link.transport() !== null || link.mayAppear()) && !refused.has(method),

    async call<M extends BridgeMethod>(method: M, ...[params, options]: [unknown?, { popup?: boolean }?]): Promise<BridgeResult<M>> {
      const result = readResult(method, await ask(method, params));
      if (!result.ok) {
        if (result.error.code === bridgeErrorCode.unsupported) refused.add(method);
        onError?.(method, result.error, { popup: options?.popup === true });
      }
      return result;
    },

    receive(raw) {
      const message = parseSafely(raw);
      if (message === null) return;
      if ('event' in message) for (const listener of listeners.get(message.event) ?? []) listener(message);
      else open.get(message.id)?.(message);
    },

    on(event, listener) {
      const heard = listeners.get(event) ?? new Set();
      listeners.set(event, heard);
      const entry = listener as AnyListener; // `receive` calls it for its own event only
      heard.add(entry);
      return () => heard.delete(entry);
    },
  };
}

function readResult<M extends BridgeMethod>(
  method: M,
  result: { ok: true; data: unknown } | { ok: false; error: BridgeError },
): BridgeResult<M> {
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
