import type { Registry, RegistryEntry } from './registry.ts';
import type { RouteEntry } from '../contract/route.ts';

export type RouteMatch = { name: string; remote: RegistryEntry; route: RouteEntry };

/** The remote with exactly this path. An enabled one wins, then the first. */
export function findRoute(registry: Registry, path: string): RouteMatch | null {
  let fallback: RouteMatch | null = null;
  for (const [name, remote] of Object.entries(registry.remotes)) {
    const route = remote.routes.find((candidate) => candidate.path === path);
    if (!route) continue;
    if (remote.enabled) return { name, remote, route };
    fallback ??= { name, remote, route };
  }
  return fallback;
}
