import { compatibility } from '@fridge/shared-contracts/page';
import type { CanaryShare, Release } from '@fridge/shared-contracts/team';
import { eq, sql } from 'drizzle-orm';
import type { Scope } from '../../commands/actor.ts';
import type { Queries } from '../../database/database.ts';
import { configVersions } from '../../documents/tables.ts';
import type { Services } from '../../program/services.ts';
import { changeRegistry, readSituation, stateOf } from '../change-channels.ts';
import { countServed, unservedBytes } from '../file-store.ts';
import { quotaProblems, readOwnership } from '../given-problems.ts';
import { planCanary, planPromotion, type Situation, withoutCanaryOf } from '../plan-change.ts';
import { decidedOf, LATEST, listRemote } from '../registry/registry-document.ts';
import {
  insertPromotion,
  insertRelease,
  moveRelease,
  moveStartedReleases,
  readStoredRelease,
  setRemoved,
} from '../registry/releases.ts';
import { insertShellTexts } from '../registry/shell-rows.ts';
import { type ReleaseProblem, ReleaseRefused } from '../release-refused.ts';
import { droppedPaths, placeProblems } from './place-problems.ts';
import { planPublication } from './plan-publication.ts';

/**
 * Who publishes, and how.
 * - `promote`: `null` for a new version only
 * - `canary`: gives the release to a part of the visitors and promotes nothing
 * - `replaceCanary`: ends the one of another release by it
 * - `dropRoutes`: paths of the release in force that may go
 */
export type Publishing = Scope &
  Pick<Services, 'configuration' | 'registry' | 'log' | 'clock' | 'settings'> & {
    move: boolean;
    promote: boolean | null;
    canary?: CanaryShare | null;
    replaceCanary?: boolean;
    dropRoutes?: readonly string[];
  };

/**
 * - `shellTexts`: by integrity
 * - `keepFiles`: makes those of an upload the release's own, in the same transaction
 * - `hasFiles`: an upload of before is read from where it is served
 * - `kept`: bytes of the files that came with it, by path
 */
type Place = {
  release: Release;
  baseUrl: string;
  isUploaded?: boolean;
  hasFiles?: boolean;
  shellTexts?: ReadonlyMap<string, string>;
  keepFiles?: (transaction: Queries) => Promise<void>;
  kept?: ReadonlyMap<string, number> | undefined;
};

/**
 * In one transaction: release, promotion or canary, and the entry of a new remote, switched on.
 * @param found what is wrong with it already, so that all reasons come together
 * @throws ReleaseRefused
 */
export function registerRelease(place: Place, publishing: Publishing, found: readonly ReleaseProblem[] = []) {
  const { release, baseUrl, kept = new Map<string, number>() } = place;
  const { name, version } = release;
  const { clock, move } = publishing;
  const byStart = publishing.way === 'start';
  return changeRegistry(publishing, async (document, transaction) => {
    const { holder, problems: foreign } = await readOwnership(transaction, place, publishing.team);
    if (byStart) await moveStartedReleases(transaction, name, new URL(baseUrl).origin);
    const stored = await readStoredRelease(transaction, release);
    const situation = await readSituation(name, document, transaction, publishing);
    const promotion = situation.promotions.at(-1);
    const last = promotion === undefined ? null : await readStoredRelease(transaction, promotion);
    const wasCanary = (byStart || publishing.canary != null) && (await hadCanary(transaction, release));
    const settings = publishing.settings.current();
    const problems: ReleaseProblem[] = [];
    const rollout = stored === null && compatibility(release.contract) === 'fits' ? settings.releases.rollout : null;
    const isGiven = wasCanary || situation.promotions.some((each) => each.version === version);
    const { canary, promote, replaces } = shareOf(publishing, situation, { isGiven, rollout });
    const planned = orProblems(problems, () => {
      const asked = { release, baseUrl, move, isHeld: holder !== null, promote, byStart };
      const plan = planPublication(asked, { ...situation, stored, last, wasCanary });
      const releases = [release, ...situation.releases.filter((each) => each.version !== version)];
      const free = replaces ? withoutCanary(situation) : situation;
      return { ...plan, document: documentAfter(version, { ...publishing, ...plan, canary }, { ...free, releases }) };
    });
    const isBack = stored !== null && stored.removedAt !== null;
    if (!byStart && (stored === null || isBack || planned?.promotes === true || canary !== null))
      problems.push(...droppedPaths(release, situation.entry, publishing.dropRoutes));
    const isNew = stored === null || isBack;
    const bytes = await unservedBytes(transaction, { remote: name, version }, kept);
    if (isNew || bytes > 0) problems.push(...(await quotaProblems(transaction, { team: holder, bytes, isNew })));
    if (isBack && place.hasFiles === true && (await countServed(transaction, { remote: name, version })) === 0)
      problems.push({ kind: 'file', text: 'its files have gone. Have its team upload it again.' });
    problems.push(...foreign, ...placeProblems(release, situation.others, settings), ...found);
    if (planned === null || problems.length > 0)
      throw new ReleaseRefused(problems, {
        about: { name, version },
        lead: `The release at ${baseUrl} was not published: `,
      });
    // Before its files: in the order in which the removal of unused ones locks them.
    if (isBack) await setRemoved(transaction, release, null, publishing, clock);
    await place.keepFiles?.(transaction);
    if (place.shellTexts !== undefined) await insertShellTexts(transaction, place.shellTexts);
    const { inserts, moves, promotes: promoted, document: after } = planned;
    if (inserts) await insertRelease(transaction, { release, baseUrl }, publishing, clock);
    if (moves) await moveRelease(transaction, { name, version, baseUrl }, publishing, clock);
    if (promoted) await insertPromotion(transaction, release, publishing, clock);
    const outcome = inserts ? ('published' as const) : moves ? ('moved' as const) : ('unchanged' as const);
    return { ...(await stateOf(name, after, transaction)), document: after, release, outcome, promoted };
  });
}

/** @param problems gets those of what `plan` throws */
function orProblems<Planned>(problems: ReleaseProblem[], plan: () => Planned): Planned | null {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    problems.push(...error.problems);
    return null;
  }
}

/** A remote that operators took out of the document comes back with a promotion, or when an operator publishes it. */
function documentAfter(
  release: string,
  { canary, promotes, way }: Pick<Publishing, 'canary' | 'way'> & { promotes: boolean },
  situation: Situation,
) {
  if (canary != null) return planCanary({ release, ...canary }, situation).document;
  if (promotes) return planPromotion({ release }, situation).document;
  return way === 'command' ? listRemote(situation.document, situation.name) : situation.document;
}

function withoutCanary(situation: Situation): Situation {
  const document = withoutCanaryOf(situation.name, situation.document);
  return { ...situation, document, decision: decidedOf(situation.name, document) };
}

type Share = { canary: CanaryShare | null; promote: boolean | null; replaces: boolean };

/**
 * Who gets the release. A canary is for a version that no visitor was given before: CI may publish the same build
 * again, and what was taken back stays so. Where visitors have no release at all, everybody gets the first one. A
 * version that its publisher gives to all, beside one that all have, goes by the settings' timetable; that of the one
 * before gives way to it, which may mend it.
 * @param rollout of a new version that fits; `null`: none
 */
function shareOf(
  { canary = null, promote, replaceCanary = false, way }: Publishing,
  { decision, stable }: Situation,
  { isGiven, rollout }: { isGiven: boolean; rollout: CanaryShare | null },
): Share {
  const isFree = decision === null || (decision.enabled && decision.stopped !== true && decision.release === LATEST);
  if (canary === null) {
    const isRolledOut = promote === null && way !== 'start' && stable !== null && isFree && rollout !== null;
    return { canary: isRolledOut ? rollout : null, promote: isRolledOut ? false : promote, replaces: isRolledOut };
  }
  if (isGiven) return { canary: null, promote: false, replaces: false };
  return stable === null && isFree
    ? { canary: null, promote: true, replaces: false }
    : { canary, promote: false, replaces: replaceCanary };
}

/** Whether a release ever was a canary, whoever made it one. */
async function hadCanary(queries: Queries, { name, version }: Release): Promise<boolean> {
  const { name: kind, document } = configVersions;
  const release = sql`${document}::jsonb #>> array['remotes', ${name}::text, 'canary', 'release']`;
  return (await queries.$count(configVersions, sql`${eq(kind, 'registry')} and ${release} = ${version}`)) > 0;
}
