import { contractVersion, switchStateOf } from '@fridge/shared-contracts/page';
import { documentOf } from '../../documents/fault-lines.ts';
import { Refused } from '../../commands/refused.ts';
import type { Services } from '../../program/services.ts';
import { nearestName } from '../../documents/settings/own-settings.ts';
import { decidedOf, type RegistryDocument, registryDocumentSchema, type RemoteDecision } from './registry-document.ts';
import { readRecords } from './releases.ts';
import { type ReleaseRecords, resolveRegistry } from './resolve-registry.ts';

type Reading = { document: RegistryDocument; records: ReleaseRecords; serial: number };

export async function readRegistry({
  queries,
  configuration,
}: Pick<Services, 'queries' | 'configuration'>): Promise<Reading> {
  const current = configuration.current('registry');
  const document = documentOf(registryDocumentSchema, current);
  return { document, records: await readRecords(queries, document), serial: current.serial };
}

/** A remote as operators see it. @throws Refused if the document doesn't list it */
export function listed(name: string, { document, records }: Omit<Reading, 'serial'>) {
  const { registry, canaries, leftOut, gaveWay } = resolveRegistry(document, records, contractVersion);
  const decision = decisionOf(name, document);
  const { release, canary } = decision;
  const entry = registry.remotes[name] ?? null;
  const problemsOf = (remotes: typeof leftOut) =>
    remotes.flatMap((remote) => (remote.name === name ? remote.problems : []));
  return {
    name,
    state: switchStateOf(decision),
    release,
    canary: canary === undefined ? null : { ...canary, entry: canaries[name]?.entry ?? null },
    version: entry?.version ?? null,
    entry,
    problems: problemsOf(leftOut),
    gaveWay: problemsOf(gaveWay),
  };
}

/** @throws Refused */
export function decisionOf(name: string, document: RegistryDocument): RemoteDecision {
  const decision = decidedOf(name, document);
  if (decision !== null) return decision;
  const names = Object.keys(document.remotes);
  const meant = nearestName(name, names);
  const hint = meant === null ? '' : ` Did you mean ${meant}?`;
  throw new Refused(`${name} isn't in the registry. There: ${names.join(', ') || 'none'}.${hint}`);
}
