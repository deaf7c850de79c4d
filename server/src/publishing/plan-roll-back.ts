import { contractVersion } from '@fridge/shared-contracts/page';
import { type Canary, LATEST, type RemoteDecision } from '../registry/registry-document.ts';
import { type Promotion, promotedReleases } from '../registry/resolve-registry.ts';
import type { ReleaseProblem } from './release-problem.ts';

/** `from`: what is taken back. `ended`: the canary that ends by it. `promotes`: whether what everybody gets changes. */
type RollBack = { from: string; to: string; ended: Canary | null; promotes: boolean };

/** `isGiven`: visitors get it. `isOlder`: than the last promotion. */
export type CanaryState = { isGiven: boolean; isOlder: boolean };

/**
 * What visitors got last is taken back: the canary, unless it is the step back itself, or the promotion since. A pinned
 * remote isn't rolled back: its pin would go on.
 */
export function planRollBack(
  name: string,
  { release, canary }: RemoteDecision,
  promotions: readonly Promotion[],
  { isGiven, isOlder }: CanaryState,
): RollBack | { refused: ReleaseProblem } {
  if (release !== LATEST) {
    const text = `${name} is pinned to ${release}, which a roll-back wouldn't change. Pin another version, or let it move: pin ${name} none`;
    return { refused: { kind: 'pinned', text } };
  }
  const [to, from = to] = promotedReleases(name, promotions, contractVersion).slice(-2);
  const ended = canary ?? null;
  const isPromotionLast = isOlder && from !== to && promotions.at(-1)?.kind !== 'rollback';
  const isOther = ended !== null && ended.release !== from && ended.release !== to;
  if (isGiven && !isPromotionLast && isOther && ended.percent > 0 && from !== undefined)
    return { from: ended.release, to: from, ended, promotes: false };
  if (to !== undefined && from !== undefined && from !== to)
    return { from, to, ended: ended?.release === to ? ended : null, promotes: true };
  const text = `${name} has no release before ${to ?? 'this one'} to roll back to. Publish a mended one, or have operators switch it off: off ${name}`;
  return { refused: { kind: 'noRelease', text } };
}
