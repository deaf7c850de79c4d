import { compatibility } from '../contract/contract-version.ts';
import type { WindowState } from '../contract/windows.ts';
import { cardOf, type PageRemote } from './registry.ts';

export type HallEntry = ReturnType<typeof hallEntries>[number];

const order: readonly WindowState[] = ['open', 'notStarted', 'ended'];

/**
 * Enabled activities that this host opens, with the first route and its window's state: open first, ended last, else in
 * registry order (architecture, "The house").
 */
export function hallEntries(remotes: Readonly<Record<string, PageRemote>>, stateOf: (name: string) => WindowState) {
  return Object.entries(remotes)
    .flatMap(([name, remote]) => {
      const { enabled, contract, routes } = remote;
      const [first] = routes;
      const card = cardOf(remote);
      if (!enabled || !first || !card || compatibility(contract) !== 'fits') return [];
      const state = first.window === null ? 'open' : stateOf(first.window);
      return [{ name, ...card, path: first.path, state }];
    })
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}
