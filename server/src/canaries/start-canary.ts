import { contractVersion } from '@fridge/shared-contracts/page';
import type { Change } from '../configuration/documents.ts';
import type { Queries } from '../database/database.ts';
import type { PlaceSettings } from '../publishing/place-problems.ts';
import { promotionProblems } from '../publishing/promotion-problems.ts';
import type { ReleaseProblem } from '../publishing/release-problem.ts';
import { type Canary, decidedOf, type RegistryDocument } from '../registry/registry-document.ts';
import { listReleases, readPromotions, readStoredRelease } from '../registry/releases.ts';
import { releaseOf } from '../registry/resolve-registry.ts';
import { listRemoved } from '../uploaded-releases/uploaded-rows.ts';
import { type CanaryFacts, planCanary } from './plan-canary.ts';

/**
 * For operators and teams alike, in the transaction that changes the document.
 * @returns the document with the canary in it, and the version that everybody else gets; or why nothing is changed
 */
export async function startCanary(
  { name, canary, way }: { name: string; canary: Canary; way: Change['way'] },
  document: RegistryDocument,
  transaction: Queries,
  settings: PlaceSettings,
): Promise<
  { document: RegistryDocument; stable: string | null; refused?: never } | { refused: readonly ReleaseProblem[] }
> {
  const facts = await readFacts({ name, version: canary.release, way }, document, transaction);
  const plan = planCanary(canary, facts);
  if (plan.refused !== undefined) return { refused: [plan.refused] };
  const stored = await readStoredRelease(transaction, { name, version: canary.release });
  const found = stored && (await promotionProblems(stored, document, transaction, settings));
  if (found !== null && found.problems.length > 0) return { refused: found.problems };
  return { document: plan.document, stable: facts.stable };
}

async function readFacts(
  { name, version, way }: { name: string; version: string; way: Change['way'] },
  document: RegistryDocument,
  transaction: Queries,
): Promise<CanaryFacts> {
  const isAsked = (release: { version: string }) => release.version === version;
  const decision = decidedOf(name, document);
  const promotions = await readPromotions(transaction, name);
  const stable = decision && releaseOf(name, decision, promotions, contractVersion);
  const release = (await listReleases(transaction, name)).find(isAsked);
  const removedAt = (await listRemoved(transaction, name)).find(isAsked)?.removedAt ?? null;
  const found = release === undefined ? null : { contract: release.contract, removedAt };
  return { name, document, stable, found, contract: contractVersion, way };
}
