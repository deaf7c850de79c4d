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
  const text = `${name} has no release before ${to ?? 'this one'} to roll back to. Publish a mended one, or have operators switch it off: off ${name}`;
  return { refused: { kind: 'noRelease', text } };
}

/** What the last roll-back did; `null`: there was none. */
export function lastRollBack(name: string, promotions: readonly Promotion[]): { from: string; to: string } | null {
  const at = promotions.findLastIndex(({ kind }) => kind === 'rollback');
  const from = promotedReleases(name, promotions.slice(0, Math.max(at, 0)), contractVersion).at(-1);
  const to = promotions[at]?.version;
  return from === undefined || to === undefined ? null : { from, to };
}
