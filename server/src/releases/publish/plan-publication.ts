import type { Release } from '@fridge/shared-contracts/team';
import { isSameRelease, type ReleaseRow, type StoredPromotion } from '../registry/releases.ts';
import { type ProblemKind, ReleaseRefused } from '../release-refused.ts';

type Asked = {
  release: Release;
  baseUrl: string;
  /** Lets a release, or its remote, move to another address. */
  move: boolean;
  /**
   * Whether a team holds the name: then it says where releases may be served, and their former origin doesn't count.
   */
  isHeld: boolean;
  /** `null`: a new version only. */
  promote: boolean | null;
  /** Whether a start publishes the builds of its machine. */
  byStart: boolean;
};

type Present = {
  /** Of the same name and version. */
  stored: ReleaseRow | null;
  /** The remote's release that was promoted last, whatever its contract. */
  last: ReleaseRow | null;
  /** Of the remote, oldest first. */
  promotions: readonly StoredPromotion[];
  /** Whether the stored release ever was a canary; asked at a start alone. */
  wasCanary: boolean;
};

/**
 * What publishing a release changes. A version stands for one build for ever. A name that no team holds belongs to the
 * origin that it is published from.
 * @throws ReleaseRefused
 */
export function planPublication(
  { release, baseUrl, move, isHeld, promote, byStart }: Asked,
  { stored, last, promotions, wasCanary }: Present,
) {
  const { name, version } = release;
  if (stored !== null && !isSameRelease(stored, release))
    throw refused(
      'version',
      `${name} ${version} was published already, as another build. Give this one a version of its own.`,
    );
  const owner = new URL((stored ?? last)?.baseUrl ?? baseUrl).origin;
  if (owner !== new URL(baseUrl).origin && !isHeld && !move) {
    const rule = `a name belongs to one team. If ${name} itself moves here, say so with --move.`;
    throw refused('origin', `${name} is published from ${owner}, and ${rule}`);
  }
  if (stored === null) return { inserts: true, moves: false, promotes: promote !== false };
  const moves = stored.baseUrl !== baseUrl;
  if (moves && !move && !byStart)
    throw refused(
      'origin',
      `${name} ${version} is served from ${stored.baseUrl}. If it moves here, say so with --move.`,
    );
  const isReturn = byStart && !wasCanary && isOfStarts(version, promotions);
  return { inserts: false, moves, promotes: promotions.at(-1)?.version !== version && (promote ?? isReturn) };
}

/** Whether a release was promoted, and starts alone have decided since: nobody took it back, or chose another. */
function isOfStarts(version: string, promotions: readonly StoredPromotion[]): boolean {
  const since = promotions.findLastIndex((promotion) => promotion.version === version);
  return since >= 0 && promotions.slice(since).every(({ way }) => way === 'start');
}

const refused = (kind: ProblemKind, text: string) => new ReleaseRefused([{ kind, text }]);
