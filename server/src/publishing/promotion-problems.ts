import { contractText } from '@fridge/shared-contracts';
import { compatibility, contractVersion } from '@fridge/shared-contracts/page';
import { type Release, releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import type { RegistryDocument } from '../registry/registry-document.ts';
import { readRecords, type ReleaseRow } from '../registry/releases.ts';
import { resolveRegistry } from '../registry/resolve-registry.ts';
import { removedProblem } from '../uploaded-releases/uploaded-rows.ts';
import { placeProblems, type PlaceSettings } from './place-problems.ts';
import type { ReleaseProblem } from './release-problem.ts';

/**
 * Why a stored release can't be given to pages. Since it was published its files may have gone, the host may speak
 * another contract, and others may have taken its routes.
 * @returns `release`: `null` if its description can't be read by this host
 */
export async function promotionProblems(
  { description }: Pick<ReleaseRow, 'description'>,
  document: RegistryDocument,
  transaction: Queries,
  settings: PlaceSettings,
): Promise<{ release: Release | null; problems: ReleaseProblem[] }> {
  const parsed = v.safeParse(releaseSchema, description);
  if (!parsed.success) {
    const text = "This host can't read the description of that release. Publish a new one.";
    return { release: null, problems: [{ kind: 'description', text }] };
  }
  const release = parsed.output;
  const removed = await removedProblem(transaction, release);
  const { registry, canaries } = resolveRegistry(document, await readRecords(transaction, document), contractVersion);
  const fit = compatibility(release.contract);
  const text = `it is built for contract ${release.contract}, and this host speaks ${contractText}. Publish a new release.`;
  const outdated: ReleaseProblem[] = fit === 'fits' || fit === 'tooNew' ? [] : [{ kind: 'contract', text }];
  const swept: ReleaseProblem[] = removed === null ? [] : [{ kind: 'noRelease', text: `${removed}.` }];
  return { release, problems: [...swept, ...outdated, ...placeProblems(release, registry, settings, canaries)] };
}
