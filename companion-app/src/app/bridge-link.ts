import type { LoginResult } from '@fridge/shared-contracts/host';
import { classifyMessage, type ViewKey } from '../bridge/incoming.ts';
import type { MessageLog } from '../bridge/message-log.ts';
import { respond, type Answer, type Call, type ResponderParts } from '../bridge/respond.ts';
import type { Device } from '../settings/device.ts';

type BridgeLinkParts = Pick<ResponderParts, 'act' | 'faultOf'> & { hostOrigin: string; device(): Device; log: MessageLog };

export function createBridgeLink({ hostOrigin, device, log, act, faultOf }: BridgeLinkParts) {
  const views = new Map<MessageEventSource, ViewKey>();
  const pageOf = (key: ViewKey) => [...views.entries()].find(([, view]) => view === key)?.[0];

  /** Other origins get nothing. */
  const post = (view: ViewKey, message: unknown) => pageOf(view)?.postMessage(message, { targetOrigin: hostOrigin });

  const parts: ResponderParts = {
    act,
    faultOf,
    send(call: Call, answer: Answer) {
      log.answered(call, answer);
      post(call.view, answer);
    },
    keepSilent: (call) => log.keptSilent(call),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };

  const hello = (view: ViewKey) => {
    const { agent, platform } = device();
    const message = { hello: agent, platform };
    log.told('hello', 'hello', message);
    post(view, message);
  };

  const hear = (event: MessageEvent<unknown>) => {
    const heard = classifyMessage(event, { hostOrigin, views });
    if (heard.kind === 'refused') log.refused(heard.method, heard.origin, heard.reason);
    if (heard.kind === 'hello') {
      log.heardHello();
      hello(heard.view);
    }
    if (heard.kind === 'call') {
      const call: Call = { view: heard.view, id: heard.id, method: heard.method, params: heard.params };
      log.called(call);
      void respond(call, parts);
    }
  };

  return {
    /** @returns detaches the web view's window */
    attach(view: ViewKey, page: Window) {
      views.set(page, view);
      return () => void views.delete(page);
    },
    hello,
    tellLoginResult(result: LoginResult) {
      log.told('loginResult', 'event', result);
      for (const view of views.values()) {
        post(view, { event: 'loginResult', data: result });
        post(view, { type: 'loginResult', ...result });
      }
    },
    tellVisibility(view: ViewKey, event: 'pageShow' | 'pageHide') {
      log.told(event, 'event', null);
      post(view, { event });
    },
    listen() {
      globalThis.addEventListener('message', hear);
      return () => globalThis.removeEventListener('message', hear);
    },
  };
}
