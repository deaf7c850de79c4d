import { contractVersion } from '@fridge/shared-contracts/host';
import { LATEST, type RemoteDecision } from './registry-document.ts';
import type { ReleaseProblem } from './release-problem.ts';
import { type Promotion, promotedReleases } from './resolve-registry.ts';

/** `from`: what pages get now. A pinned remote isn't rolled back: its pin would go on. */
export function planRollBack(
  name: string,
  { release }: RemoteDecision,
  promotions: readonly Promotion[],
): { from: string; to: string } | { refused: ReleaseProblem } {
  if (release !== LATEST) {
    const text = `${name} is pinned to ${release}, which a roll-back wouldn't change. Pin another version, or let it move: pin ${name} none`;
    return { refused: { kind: 'pinned', text } };
  }
  const [to, from] = promotedReleases(name, promotions, contractVersion).slice(-2);
  if (to !== undefined && from !== undefined) return { from, to };
  const text = `${name} has no release before ${to ?? 'this one'} to roll back to. Nothing was changed.`;
  return { refused: { kind: 'noRelease', text } };
}
