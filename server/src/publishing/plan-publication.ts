import type { Release } from '@fridge/shared-contracts/team';
import { isSameRelease, type ReleaseRow, type StoredPromotion } from '../registry/releases.ts';
import type { ReleaseProblem } from './release-problem.ts';

type Publishing = {
  release: Release;
  baseUrl: string;
  /** Lets a release, or its remote, move to another address. */
  move: boolean;
  /** Whether a team holds the name: then it says where releases may be served, and their former origin doesn't count. */
  isHeld: boolean;
  /** `null`: a new version only. */
  promote: boolean | null;
  /** Whether a start publishes the builds of its machine. */
  byStart: boolean;
};

type Present = {
  /** Of the same name and version. */
  stored: ReleaseRow | null;
  /** The remote's last promoted release, whatever its contract. */
  last: { release: ReleaseRow; promotion: StoredPromotion } | null;
  /** Whether it was decided last that not everybody gets the stored release; asked at a start alone. */
  isWithheld: boolean;
};

export type PublicationPlan =
  | { refused: ReleaseProblem }
  | { refused?: never; inserts: boolean; moves: boolean; promotion: 'publish' | 'promote' | null };

/**
 * What publishing a release changes. A version stands for one build for ever. A name that no team holds belongs to
 * the origin that it is published from. A start promotes a new build, and an earlier one while nobody but starts has
 * decided what pages get: never one that is withheld.
 */
export function planPublication(publishing: Publishing, { stored, last, isWithheld }: Present): PublicationPlan {
  const { release, baseUrl, move, isHeld, promote, byStart } = publishing;
  const { name, version } = release;
  if (stored !== null && !isSameRelease(stored, release)) {
    const text = `${name} ${version} was published already, as another build. Give this one a version of its own.`;
    return { refused: { kind: 'version', text } };
  }
  const owner = stored ?? last?.release ?? null;
  const isOwner = owner === null || new URL(owner.baseUrl).origin === new URL(baseUrl).origin;
  if (!isOwner && !isHeld && !move && !(byStart && owner.way === 'start')) {
    const { origin } = new URL(owner.baseUrl);
    const rule = `a name belongs to one team. If ${name} itself moves here, say so with --move.`;
    return { refused: { kind: 'origin', text: `${name} is published from ${origin}, and ${rule}` } };
  }
  const moves = stored !== null && stored.baseUrl !== baseUrl;
  if (moves && !move && !byStart) {
    const text = `${name} ${version} is served from ${stored.baseUrl}. If it moves here, say so with --move.`;
    return { refused: { kind: 'origin', text } };
  }
  if (stored === null) return { inserts: true, moves: false, promotion: promote === false ? null : 'publish' };
  const isReturn = byStart && !isWithheld && (last?.promotion.way ?? 'start') === 'start';
  const promotes = last?.promotion.version !== version && (promote ?? isReturn);
  return { inserts: false, moves, promotion: promotes ? 'promote' : null };
}
