import type { BridgeMethod, BridgeService } from '@fridge/shared-contracts';
import type { BridgeClient } from './bridge-client.ts';

/**
 * The bridge as activities get it: they may ask who the user is, but the access token stays in the host, and neither
 * what arrives nor the events pass through their hands.
 */
export function bridgeWithoutToken(bridge: BridgeClient): BridgeService {
  return {
    supports: bridge.supports,
    async call<M extends BridgeMethod>(method: M, ...args: unknown[]) {
      const result = await (bridge.call as (method: M, ...args: unknown[]) => ReturnType<typeof bridge.call<M>>)(method, ...args); // the caller's own arguments, handed on
      if (method !== 'getUserInfo' || !result.ok || !hasToken(result.data)) return result;
      return { ...result, data: { ...result.data, accessToken: '' } };
    },
  };
}

function hasToken(data: unknown): data is { accessToken: string } {
  return typeof data === 'object' && data !== null && 'accessToken' in data;
}
