import type { PeriodState, Registry } from '@fridge/shared-contracts';

/** One activity as the hall lists it. */
export type HallEntry = { name: string; title: string; description: string; path: string; state: PeriodState };

/**
 * What the hall offers: the switched-on activities in the registry's order, each with its first route's state
 * (architecture, "The house").
 * @param stateOf state of a named period by business time
 */
export function hallEntries(registry: Registry, stateOf: (period: string) => PeriodState): HallEntry[] {
  return Object.entries(registry.remotes).flatMap(([name, { enabled, title, description, routes }]) => {
    const [first] = routes;
    if (!enabled || !first) return [];
    return [{ name, title, description, path: first.path, state: first.window === null ? 'open' : stateOf(first.window) }];
  });
}

const rank: Record<PeriodState, number> = { open: 0, notStarted: 1, ended: 2 };

/** What one can take part in comes first, what is over last; otherwise the order stays. */
export function byInvitation(entries: readonly HallEntry[]): HallEntry[] {
  return [...entries].sort((a, b) => rank[a.state] - rank[b.state]);
}
