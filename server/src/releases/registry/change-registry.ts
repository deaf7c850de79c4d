import { isDeepStrictEqual } from 'node:util';
import type { AskedChange } from '../../documents/configuration.ts';
import { documentText, type Version } from '../../documents/documents.ts';
import { documentOf } from '../../documents/document-schema.ts';
import type { Queries } from '../../database/database.ts';
import { describeFault } from '../../log/log.ts';
import type { Services } from '../../program/services.ts';
import { type RegistryDocument, registryDocumentSchema } from './registry-document.ts';

/**
 * Changes what pages get, in one transaction with whatever else `decide` writes; pages of this process get it at once.
 * @param decide gives the document, an equal one for no new version, and what its caller wants to know
 * @returns what `decide` gave
 * @throws as `Configuration.change` and `decide`; then nothing was changed
 */
export async function changeRegistry<Decided extends { document: RegistryDocument }>(
  { configuration, registry, log }: Pick<Services, 'configuration' | 'registry' | 'log'>,
  change: AskedChange,
  decide: (document: RegistryDocument, transaction: Queries, latest: Version) => Decided | Promise<Decided>,
): Promise<Decided> {
  let decided: Decided | undefined;
  await configuration.change('registry', change, async (latest, transaction) => {
    const before = documentOf(registryDocumentSchema, latest);
    decided = await decide(before, transaction, latest);
    return isDeepStrictEqual(decided.document, before) ? latest.document : documentText(decided.document);
  });
  if (decided === undefined) throw new Error('The change of the registry was never decided.');
  // It counts already: this process hears of it like the others, if it can't read it now.
  await registry.refresh().catch((error: unknown) => {
    log.warn({ event: 'registryNotRead', fault: describeFault(error) });
  });
  return decided;
}
