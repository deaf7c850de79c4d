import type { BridgeMethod } from '@fridge/shared-contracts';
import { bridgeTable, type LoginResult } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import type { Device } from '../settings/start-options.ts';
import { type Fault, isBridgeMethod } from './fault.ts';
import type { MessageLog } from './message-log.ts';
import { type Answer, AppError, appErrorCode, type Call, messageOf, type ViewKey } from './messages.ts';

type BridgeLinkParts = Pick<ResponderParts, 'act' | 'faultOf'> & {
  hostOrigin: string;
  device(): Device;
  log: MessageLog;
};

export function createBridgeLink({ hostOrigin, device, log, act, faultOf }: BridgeLinkParts) {
  const views = new Map<MessageEventSource, ViewKey>();

  /** Other origins get nothing. */
  const post = (view: ViewKey, message: unknown) => {
    for (const [page, key] of views) if (key === view) page.postMessage(message, { targetOrigin: hostOrigin });
  };

  const parts: ResponderParts = {
    act,
    faultOf,
    send(call, answer) {
      log.answered(call, answer);
      post(call.view, answer);
    },
    keepSilent: log.unanswered,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };

  const hello = (view: ViewKey) => {
    const { agent, platform } = device();
    const message = { hello: agent, platform };
    log.sent('hello', 'hello', message);
    post(view, message);
  };

  const receive = (event: MessageEvent<unknown>) => {
    const message = classifyMessage(event, { hostOrigin, views });
    if (message.kind === 'refused') log.refused(message.method, message.origin, message.reason);
    if (message.kind === 'hello') {
      log.helloReceived();
      hello(message.view);
    }
    if (message.kind === 'call') {
      log.called(message);
      void respond(message, parts);
    }
  };

  return {
    /** @returns detaches the web view's window */
    attach(view: ViewKey, page: Window) {
      views.set(page, view);
      return () => void views.delete(page);
    },
    hello,
    sendLoginResult(result: LoginResult) {
      log.sent('loginResult', 'event', result);
      for (const view of views.values()) {
        post(view, { event: 'loginResult', data: result });
        post(view, { type: 'loginResult', ...result });
      }
    },
    sendVisibility(view: ViewKey, event: 'pageShow' | 'pageHide') {
      log.sent(event, 'event', null);
      post(view, { event });
    },
    listen: () => globalThis.addEventListener('message', receive),
  };
}

type Incoming =
  | ({ kind: 'call' } & Call)
  | { kind: 'hello'; view: ViewKey }
  | { kind: 'refused'; reason: 'origin' | 'source'; origin: string; method: string }
  | { kind: 'ignored' };

const callSchema = v.object({
  id: v.union([v.pipe(v.string(), v.minLength(1)), v.number()]),
  method: v.pipe(v.string(), v.minLength(1)),
  params: v.optional(v.unknown()),
});
const helloSchema = v.object({ hello: v.literal('host') });

/**
 * Classifies a window message (architecture, "The native bridge"): only pages of the host's origin directly in a web
 * view are accepted.
 */
export function classifyMessage(
  message: { origin: string; source: unknown; data: unknown },
  trusted: { hostOrigin: string; views: ReadonlyMap<unknown, ViewKey> },
): Incoming {
  const call = v.safeParse(callSchema, message.data);
  const hello = v.is(helloSchema, message.data);
  if (!call.success && !hello) return { kind: 'ignored' };
  const view = trusted.views.get(message.source);
  const method = call.success ? call.output.method : 'hello';
  if (message.origin !== trusted.hostOrigin)
    return { kind: 'refused', reason: 'origin', origin: message.origin, method };
  if (view === undefined) return { kind: 'refused', reason: 'source', origin: message.origin, method };
  return call.success ? { kind: 'call', view, params: undefined, ...call.output } : { kind: 'hello', view };
}

type ResponderParts = {
  act(method: BridgeMethod, params: unknown, view: ViewKey): Promise<unknown>;
  faultOf(method: BridgeMethod): Fault;
  send(call: Call, answer: Answer): void;
  keepSilent(call: Call): void;
  wait(milliseconds: number): Promise<void>;
};

const LATE_BY_MS = 1_000;
const SECOND_ANSWER_AFTER_MS = 300;

/** Answers a call, with its method's fault. */
export async function respond(call: Call, { act, faultOf, send, keepSilent, wait }: ResponderParts): Promise<void> {
  const { id, method, params, view } = call;
  const refuse = (code: number, errMessage: string) => send(call, { id, ok: false, error: { code, errMessage } });
  if (!isBridgeMethod(method)) return refuse(appErrorCode.unknownMethod, `unknown method ${method}`);
  const fault = faultOf(method);
  if (fault.mode === 'silent') return keepSilent(call);
  if (fault.mode === 'fail') return refuse(fault.code, fault.errMessage);
  if (fault.mode === 'slow') await wait(fault.seconds * 1000);
  const answer = await act(method, params, view).then(
    (data) => () => send(call, { id, ok: true, data }),
    (error) => () => refuse(error instanceof AppError ? error.code : 500, messageOf(error)),
  );
  if (fault.mode === 'late') await wait(bridgeTable[method].limitMs + LATE_BY_MS);
  answer();
  if (fault.mode !== 'twice') return;
  await wait(SECOND_ANSWER_AFTER_MS);
  answer();
}
