import { contractVersion } from '@fridge/shared-contracts/page';
import type { Queries } from '../database/database.ts';
import { CommandRefused } from '../operator/protocol.ts';
import type { RegistryDocument } from './registry-document.ts';
import { readRecords } from './releases.ts';
import { resolveRegistry } from './resolve-registry.ts';
import { routeProblems } from './route-problems.ts';

/** Since a release was promoted others may have taken its routes. @throws CommandRefused */
export async function requireOwnRoutes(name: string, after: RegistryDocument, transaction: Queries): Promise<void> {
  const { registry } = resolveRegistry(after, await readRecords(transaction, after), contractVersion);
  const entry = registry.remotes[name];
  if (entry === undefined) return;
  const problems = routeProblems({ name, routes: entry.routes }, Object.entries(registry.remotes));
  if (problems.length > 0)
    throw new CommandRefused(`${name} ${entry.version} can't be given to pages: ${problems.join('\n  ')}`);
}
