import * as v from 'valibot';
import { contractVersion } from '@fridge/shared-contracts/page';
import { Refused } from '../commands/refused.ts';
import type { FieldChange } from '../commands/actor.ts';
import type { Queries } from '../database/database.ts';
import { registryDocumentSchema } from './registry/registry-document.ts';
import { readRecords } from './registry/releases.ts';
import { resolveRegistry, routedInAll } from './registry/resolve-registry.ts';
import { routeProblems } from './registry/route-problems.ts';

/**
 * Whether pages would get what a document restores of some remotes: its releases may be gone, and their routes another
 * remote's.
 * @throws Refused
 */
export async function requireGiven(document: unknown, changes: readonly FieldChange[], transaction: Queries) {
  const names = new Set(changes.map(({ path }) => /^remotes\.([^.]+)/.exec(path)?.[1]));
  const registry = v.parse(registryDocumentSchema, document);
  const records = await readRecords(transaction, registry);
  const { entries } = resolveRegistry(registry, records, contractVersion);
  const given = routedInAll(registry, records);
  const problems = [
    ...entries.flatMap(({ name, reason }) =>
      reason === null || reason.kind === 'off' || reason.kind === 'pinned' ? [] : { name, text: reason.text },
    ),
    ...given.flatMap(([name, remote]) => routeProblems({ ...remote, name }, given).map((text) => ({ name, text }))),
  ].filter(({ name }) => names.has(name));
  const texts = new Set(problems.map(({ name, text }) => `${name}: ${text}`));
  if (texts.size > 0)
    throw new Refused(
      [...texts].map((text) => ({ text })),
      { lead: 'Pages would not get it: ' },
    );
}
