import { contractVersion } from '@fridge/shared-contracts/page';
import type { Version } from '../configuration/documents.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import type { Queries } from '../database/database.ts';
import type { CanaryState } from '../publishing/plan-roll-back.ts';
import { registryDocumentSchema } from '../registry/registry-document.ts';
import { readRecords } from '../registry/releases.ts';
import { resolveRegistry } from '../registry/resolve-registry.ts';
import { readStart } from './running-since.ts';

/** Of a remote's canary in this version of the registry document. */
export async function readCanaryState(queries: Queries, name: string, latest: Version): Promise<CanaryState> {
  const document = documentOf(registryDocumentSchema, latest);
  const { canaries } = resolveRegistry(document, await readRecords(queries, document), contractVersion);
  if (canaries[name] === undefined) return { isGiven: false, isOlder: false };
  return { isGiven: true, isOlder: (await readStart(queries, name, latest)).promotedAt !== null };
}
