import * as v from 'valibot';
import { type LoginResult, loginWindowMessageSchema } from '@fridge/shared-contracts/host';
import type { AppLink } from '../bridge/app-link.ts';
import type { BridgeClient } from '../bridge/bridge-client.ts';

/** The app announces a login twice: equal results within this time are one. */
const SAME_RESULT_MS = 1_000;

export interface LoginListenerDependencies {
  window: Window;
  link: Pick<AppLink, 'isFromApp'>;
  bridge: Pick<BridgeClient, 'on'>;
  monotonic: () => number;
  onResult: (result: LoginResult) => void;
}

/**
 * Accepts the window message, which anyone can post, only from the app (architecture, "The native bridge").
 * @returns stops listening
 */
export function listenForLogin({ window, link, bridge, monotonic, onResult }: LoginListenerDependencies): () => void {
  let last = { key: '', at: Number.NEGATIVE_INFINITY };
  const take = (result: LoginResult) => {
    const key = JSON.stringify([result.success, result.userId, result.accessToken]);
    const at = monotonic();
    if (key === last.key && at - last.at < SAME_RESULT_MS) return;
    last = { key, at };
    onResult(result);
  };
  const onMessage = (event: MessageEvent) => {
    if (!link.isFromApp(event)) return;
    const message = v.safeParse(loginWindowMessageSchema, event.data);
    if (!message.success) return;
    const { type: _type, ...result } = message.output;
    take(result);
  };
  const stopEvent = bridge.on('loginResult', (event) => take(event.data));
  window.addEventListener('message', onMessage);
  return () => {
    stopEvent();
    window.removeEventListener('message', onMessage);
  };
}
