import { findRoute } from '@fridge/shared-contracts';
import type { RegistryState } from '../registry/registry-store.ts';
import { hostPages } from './resolve-route.ts';

/** Whether a path leads somewhere: a page of the host, or a route of a remote that is switched on. */
export function opensPath(registry: RegistryState, path: string): boolean {
  if (Object.hasOwn(hostPages, path)) return true;
  return registry.kind === 'ready' && findRoute(registry.registry, path)?.remote.enabled === true;
}
