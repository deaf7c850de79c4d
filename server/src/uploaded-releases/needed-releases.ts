import { LATEST, type RemoteDecision } from '../registry/registry-document.ts';
import { contractsOf, type Promotion, promotedReleases } from '../registry/resolve-registry.ts';

/** Roll-backs lead through them, for each major version of the contract (docs/assumptions.md, "Uploaded releases"). */
export const KEPT_PROMOTED = 5;

export type Use = {
  /** In force now; absent: the remote isn't in the document. */
  decision: RemoteDecision | undefined;
  /** Of the documents that were in force since a page could have been opened. */
  earlier: readonly RemoteDecision[];
  /** Of this remote, oldest first. */
  promotions: readonly Promotion[];
  /** Versions that were promoted since a page could have been opened. */
  promotedSince: readonly string[];
};

/** Versions of a remote that pages of a host of any contract get, may still have open by what is known, or get again by a roll-back. */
export function neededVersions(
  name: string,
  { decision, earlier, promotions, promotedSince }: Use,
): ReadonlySet<string> {
  const now = decision ?? { enabled: false, release: LATEST };
  const inForce = contractsOf({ promotions, releases: [] }).flatMap(
    (contract) => promotedReleases(name, promotions, contract).at(-1) ?? [],
  );
  const named = [now, ...earlier].flatMap(({ release, canary }) => [
    ...(release === LATEST ? [] : [release]),
    ...(canary === undefined ? [] : [canary.release]),
  ]);
  return new Set([...inForce, ...named, ...promotedSince, ...lastPromoted(promotions)]);
}

/** A release for a later contract waits for the host that speaks it. */
function lastPromoted(promotions: readonly Promotion[]): string[] {
  const versions = new Map<string, Set<string>>();
  for (const { contract, version } of promotions.toReversed()) {
    const [major = ''] = contract.split('.');
    const last = versions.get(major) ?? new Set();
    if (last.size < KEPT_PROMOTED) last.add(version);
    versions.set(major, last);
  }
  return [...versions.values()].flatMap((last) => [...last]);
}
