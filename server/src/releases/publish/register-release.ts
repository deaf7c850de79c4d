import { compatibility } from '@fridge/shared-contracts/page';
import type { CanaryShare, Release } from '@fridge/shared-contracts/team';
import { eq, sql } from 'drizzle-orm';
import type { Clock } from '../../program/clock.ts';
import { tellFollowers } from '../../documents/follow-database.ts';
import { configVersions } from '../../documents/tables.ts';
import type { ServerSettings } from '../../documents/settings/server-settings.ts';
import type { Queries } from '../../database/database.ts';
import { changeRegistry } from '../registry/change-registry.ts';
import { decidedOf, LATEST, listRemote } from '../registry/registry-document.ts';
import {
  insertPromotion,
  insertRelease,
  moveRelease,
  moveStartedReleases,
  readPromotions,
  readStoredRelease,
  returnRelease,
} from '../registry/releases.ts';
import { routedInAll } from '../registry/resolve-registry.ts';
import { insertShellTexts } from '../registry/shell-rows.ts';
import { type Actor, type Changed, readSituation, stateOf } from '../change-channels.ts';
import { planCanary, planPromotion, type Situation, withoutCanaryOf } from '../plan-change.ts';
import { servesFiles } from '../file-store.ts';
import { quotaProblems } from '../quota-problems.ts';
import { type ReleaseProblem, ReleaseRefused } from '../release-refused.ts';
import type { Services } from '../../program/services.ts';
import { droppedPaths, placeProblems, type PlaceSettings } from './place-problems.ts';
import { planPublication } from './plan-publication.ts';
import { readOwnership } from './read-ownership.ts';

/**
 * - `canary`: gives the release to a part of the visitors and promotes nothing
 * - `replaceCanary`: ends the one of another release by it
 * - `dropRoutes`: paths of the release in force that may go
 */
export type Publishing = Actor & {
  move: boolean;
  promote: boolean | null;
  canary?: CanaryShare | null;
  replaceCanary?: boolean;
  dropRoutes?: readonly string[];
};

export type Publication = Pick<Changed, 'promoted' | 'inForce' | 'pinned' | 'canary' | 'isNew'> & {
  release: Release;
  outcome: 'published' | 'unchanged' | 'moved';
};

export type PublishServices = Pick<Services, 'queries' | 'configuration' | 'registry' | 'log'> & {
  clock: Clock;
  settings: { current(): PlaceSettings & Pick<ServerSettings, 'releases'> };
};

/**
 * - `shellTexts`: by integrity
 * - `keepFiles`: makes those of an upload the release's own, in the same transaction
 * - `hasFiles`: an upload of before is read from where it is served
 * - `bytes`: of an upload
 */
type Place = {
  release: Release;
  baseUrl: string;
  isUploaded?: boolean;
  hasFiles?: boolean;
  shellTexts?: ReadonlyMap<string, string>;
  keepFiles?: (transaction: Queries) => Promise<void>;
  bytes?: number;
};

/**
 * In one transaction: release, promotion or canary, and the entry of a new remote, switched on.
 * @param found what is wrong with it already, so that all reasons come together
 * @throws ReleaseRefused
 */
export function registerRelease(
  place: Place,
  services: PublishServices,
  publishing: Publishing,
  found: readonly ReleaseProblem[] = [],
): Promise<Publication> {
  const { release, baseUrl } = place;
  const { name, version } = release;
  const byStart = publishing.way === 'start';
  const problems: ReleaseProblem[] = [];
  const attempt = <Planned>(plan: () => Planned): Planned | null => {
    try {
      return plan();
    } catch (error) {
      if (!(error instanceof ReleaseRefused)) throw error;
      problems.push(...error.problems);
      return null;
    }
  };
  return changeRegistry(services, publishing, async (document, transaction) => {
    const owned = await readOwnership(transaction, place, publishing.team);
    if (byStart) await moveStartedReleases(transaction, name, new URL(baseUrl).origin);
    const present = await readPresent(transaction, release, byStart || publishing.canary != null);
    const situation = await readSituation(name, document, transaction, publishing);
    const releases = [release, ...situation.releases.filter((each) => each.version !== version)];
    const { rollout } = services.settings.current().releases;
    const isNew = present.stored === null;
    const share = shareOf(publishing, situation, present);
    const rolledOut = isNew && share.canary === null && isRolledOut(publishing, situation, release) ? rollout : null;
    const canary = share.canary ?? rolledOut;
    const promote = canary === null ? share.promote : false;
    const asked = { release, baseUrl, move: publishing.move, isHeld: owned.holder !== null, promote, byStart };
    const plan = attempt(() => planPublication(asked, present));
    const of = { ...publishing, canary };
    // The timetable of one version gives way to that of the next, which may mend it.
    const isReplacing = rolledOut !== null || (canary !== null && publishing.replaceCanary === true);
    const free = isReplacing ? withoutCanary(situation) : situation;
    const after = plan && attempt(() => changed({ ...free, releases }, release, of, plan.promotes));
    const others = routedInAll(document, situation.records);
    const isBack = present.stored !== null && present.stored.removedAt !== null;
    if (present.stored === null || isBack)
      problems.push(...(await quotaProblems(transaction, { team: owned.holder, bytes: place.bytes ?? 0 })));
    if (isBack && place.hasFiles === true && !(await servesFiles(transaction, { remote: name, version })))
      problems.push({ kind: 'file', text: 'its files have gone. Have its team upload it again.' });
    if (!byStart && (isNew || isBack || plan?.promotes === true || canary !== null))
      problems.push(...droppedPaths(release, situation.resolved.registry.remotes[name], publishing.dropRoutes));
    problems.push(...owned.problems, ...placeProblems(release, others, services.settings.current()), ...found);
    if (plan === null || after === null || problems.length > 0)
      throw new ReleaseRefused(problems, {
        about: { name, version },
        lead: `The release at ${baseUrl} was not published: `,
      });
    const { clock } = services;
    // Before its files: in the order in which the removal of unused ones locks them.
    if (isBack) await returnRelease(transaction, { name, version }, publishing, services.clock);
    await place.keepFiles?.(transaction);
    if (place.shellTexts !== undefined) await insertShellTexts(transaction, place.shellTexts);
    if (plan.inserts) await insertRelease(transaction, { release, baseUrl }, publishing, clock);
    if (plan.moves) await moveRelease(transaction, { name, version, baseUrl }, publishing, clock);
    if (plan.promotes) await insertPromotion(transaction, { name, version }, publishing, clock);
    await tellFollowers(transaction);
    return {
      ...(await stateOf(name, after, transaction)),
      document: after,
      release,
      outcome: plan.inserts ? ('published' as const) : plan.moves ? ('moved' as const) : ('unchanged' as const),
      promoted: plan.promotes,
      isNew: plan.inserts || plan.moves || isBack || plan.promotes || after !== document,
    };
  });
}

/** A remote that operators took out of the document comes back with a promotion, or when an operator publishes it. */
function changed(situation: Situation, { name, version }: Release, { canary, way }: Publishing, promotes: boolean) {
  if (canary != null) return planCanary({ release: version, ...canary }, situation).document;
  if (promotes) return planPromotion({ release: version }, situation).document;
  return way === 'command' ? listRemote(situation.document, name) : situation.document;
}

function withoutCanary(situation: Situation): Situation {
  const document = withoutCanaryOf(situation.name, situation.document);
  return { ...situation, document, decision: decidedOf(situation.name, document) };
}

/** By the settings' timetable: a version that its publisher gives to all, beside one that all have. */
const isRolledOut = (
  { promote, way }: Publishing,
  { decision, stable }: Situation,
  { contract }: Pick<Release, 'contract'>,
): boolean =>
  promote === null &&
  way !== 'start' &&
  stable !== null &&
  decision?.enabled === true &&
  decision.stopped !== true &&
  decision.release === LATEST &&
  compatibility(contract) === 'fits';

/**
 * A canary is for a version that no visitor was given before: CI may publish the same build again, and what was taken
 * back stays so. Where visitors have no release at all, everybody gets the first one.
 */
function shareOf(
  { canary = null, promote }: Publishing,
  { decision, stable }: Situation,
  { isGiven }: Pick<Awaited<ReturnType<typeof readPresent>>, 'isGiven'>,
): { canary: CanaryShare | null; promote: boolean | null } {
  if (canary === null) return { canary, promote };
  if (isGiven) return { canary: null, promote: false };
  const isFree = decision === null || (decision.enabled && decision.stopped !== true && decision.release === LATEST);
  return stable === null && isFree ? { canary: null, promote: true } : { canary, promote };
}

async function readPresent(queries: Queries, { name, version }: Release, asksCanary: boolean) {
  const stored = await readStoredRelease(queries, { name, version });
  const promotions = await readPromotions(queries, name);
  const promotion = promotions.at(-1);
  const last = promotion === undefined ? null : await readStoredRelease(queries, promotion);
  const isCanary = asksCanary && (await wasCanary(queries, { name, version }));
  const isGiven = isCanary || promotions.some((each) => each.version === version);
  return { stored, last, promotions, wasCanary: isCanary, isGiven };
}

/** Whoever made it one. */
async function wasCanary(queries: Queries, { name, version }: Pick<Release, 'name' | 'version'>): Promise<boolean> {
  const { name: kind, document } = configVersions;
  const release = sql`${document}::jsonb #>> array['remotes', ${name}::text, 'canary', 'release']`;
  return (await queries.$count(configVersions, sql`${eq(kind, 'registry')} and ${release} = ${version}`)) > 0;
}
