import { contractVersion } from '@fridge/shared-contracts/page';
import type { CanaryShare, Release } from '@fridge/shared-contracts/team';
import { endedByPromotion, planCanary } from '../canaries/plan-canary.ts';
import type { Clock } from '../clock.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import type { Queries } from '../database/database.ts';
import { changeRegistry } from '../registry/change-registry.ts';
import {
  type Canary,
  decidedOf,
  LATEST,
  listRemote,
  type RegistryDocument,
  registryDocumentSchema,
} from '../registry/registry-document.ts';
import {
  type Author,
  insertPromotion,
  insertRelease,
  moveRelease,
  moveStartedReleases,
  readPromotions,
  readRecords,
  readStoredRelease,
  type ReleaseRow,
  type StoredPromotion,
  tellReleases,
} from '../registry/releases.ts';
import { type Promotion, releaseOf, resolveRegistry } from '../registry/resolve-registry.ts';
import { insertShellTexts } from '../registry/shell-rows.ts';
import type { Services } from '../services.ts';
import type { TeamKey } from '../teams/team-key-problems.ts';
import { isWithheld } from './is-withheld.ts';
import { placeProblems, type PlaceSettings } from './place-problems.ts';
import { planPublication, type PublicationPlan } from './plan-publication.ts';
import { readOwnership } from './read-ownership.ts';
import { type ReleaseProblem, ReleaseRefusedError } from './release-problem.ts';
import type { KeptFiles } from './release-source.ts';

/**
 * `canary`: gives the release to a part of the visitors and promotes nothing. `team`: who publishes, unless an operator
 * or a start does.
 */
export type Publishing = Author & {
  dryRun: boolean;
  move: boolean;
  promote: boolean | null;
  canary?: CanaryShare | null;
  team?: TeamKey;
};

export type Publication = {
  release: Release;
  outcome: 'published' | 'unchanged' | 'moved';
  promoted: boolean;
  /** The version that pages get, or would get after a dry run; `null`: none. */
  inForce: string | null;
  pinned: boolean;
  /** That runs now, or would after a dry run. */
  canary: Canary | null;
  /** Whether this started or changed it. */
  canaryChanged: boolean;
};

export type PublishServices = Pick<Services, 'queries' | 'configuration' | 'registry'> & {
  clock: Clock;
  settings: { current(): PlaceSettings };
};

/**
 * `shellTexts`: by integrity. `kept`: the files of an upload. Both become the release's own in the same transaction.
 */
type Place = {
  release: Release;
  baseUrl: string;
  isUploaded?: boolean;
  shellTexts?: ReadonlyMap<string, string>;
  kept?: KeptFiles;
};

/**
 * In one transaction: release, promotion, and the entry of a new remote, switched on.
 * @param found what is wrong with it already, so that all reasons come together
 * @throws ReleaseRefusedError
 */
export async function registerRelease(
  place: Place,
  services: PublishServices,
  publishing: Publishing,
  found: readonly ReleaseProblem[] = [],
): Promise<Publication> {
  const { queries, configuration, clock, settings } = services;
  const { release, baseUrl } = place;
  const named = { name: release.name, version: release.version };
  const publish = async (document: RegistryDocument, transaction: Queries) => {
    const owned = await readOwnership(transaction, place, publishing.team);
    const byStart = publishing.way === 'start';
    const present = await readPresent(transaction, release, byStart);
    const promote = publishing.canary == null ? publishing.promote : false;
    const plan = planPublication({ ...publishing, promote, ...place, byStart, isHeld: owned.isHeld }, present);
    const records = await readRecords(transaction, document);
    const { registry, canaries } = resolveRegistry(document, records, contractVersion);
    const listed = plan.refused === undefined ? withRemote(document, release, plan, publishing) : document;
    const after = withCanary(listed, release, publishing, records.promotions);
    const refused = [plan.refused, after.refused].filter((problem) => problem !== undefined);
    const problems = [
      ...refused,
      ...owned.problems,
      ...placeProblems(release, registry, settings.current(), canaries),
      ...found,
    ];
    if (plan.refused !== undefined || after.refused !== undefined || problems.length > 0)
      throw new ReleaseRefusedError(baseUrl, problems, named);
    if (!publishing.dryRun) await carryOut(transaction, plan, place, publishing, clock.real());
    const canaryChanged = after.document !== listed;
    return { plan, document: after.document, promotions: records.promotions, canaryChanged };
  };

  const { plan, document, promotions, canaryChanged } = publishing.dryRun
    ? await publish(documentOf(registryDocumentSchema, configuration.current('registry')), queries)
    : await changeRegistry(services, publishing, publish);
  const promoted = { ...named, kind: plan.promotion, contract: release.contract };
  const decision = document.remotes[release.name];
  const after = plan.promotion === null ? promotions : [...promotions, { ...promoted, kind: plan.promotion }];
  return {
    release,
    outcome: plan.inserts ? 'published' : plan.moves ? 'moved' : 'unchanged',
    promoted: plan.promotion !== null,
    inForce: decision === undefined ? null : releaseOf(release.name, decision, after, contractVersion),
    pinned: decision !== undefined && decision.release !== LATEST,
    canary: decision?.canary ?? null,
    canaryChanged,
  };
}

function withCanary(
  document: RegistryDocument,
  { name, version, contract }: Release,
  { canary, way }: Publishing,
  promotions: readonly Promotion[],
): ReturnType<typeof planCanary> {
  if (canary == null) return { document };
  const decision = decidedOf(name, document);
  const stable = decision && releaseOf(name, decision, promotions, contractVersion);
  const facts = { name, document, stable, found: { contract, removedAt: null }, contract: contractVersion, way };
  return planCanary({ release: version, ...canary }, facts);
}

async function readPresent(queries: Queries, { name, version }: Release, byStart: boolean) {
  const stored = await readStoredRelease(queries, { name, version });
  const promotions = await readPromotions(queries, name);
  const promotion = promotions.at(-1);
  const release = promotion === undefined ? null : await readStoredRelease(queries, promotion);
  const withheld = byStart && stored !== null && (await isWithheld(queries, stored, promotions));
  return { stored, last: lastOf(promotion, release), isWithheld: withheld };
}

const lastOf = (promotion: StoredPromotion | undefined, release: ReleaseRow | null) =>
  promotion === undefined || release === null ? null : { promotion, release };

type Accepted = Exclude<PublicationPlan, { refused: ReleaseProblem }>;

async function carryOut(
  transaction: Queries,
  { inserts, moves, promotion }: Accepted,
  { release, baseUrl, shellTexts, kept }: Place,
  author: Author,
  now: number,
): Promise<void> {
  const { name, version } = release;
  await kept?.commit(transaction);
  if (shellTexts !== undefined) await insertShellTexts(transaction, shellTexts);
  if (author.way === 'start') await moveStartedReleases(transaction, name, new URL(baseUrl).origin);
  if (inserts) await insertRelease(transaction, { release, baseUrl }, author, now);
  if (moves) await moveRelease(transaction, { name, version, baseUrl }, author, now);
  if (promotion !== null) await insertPromotion(transaction, { name, version, kind: promotion }, author, now);
  await tellReleases(transaction);
}

/**
 * A remote that operators took out of the document comes back with a promotion, or when an operator publishes it. A
 * canary of the release ends with its promotion.
 */
function withRemote(
  document: RegistryDocument,
  { name, version }: Pick<Release, 'name' | 'version'>,
  { promotion }: Accepted,
  { way }: Author,
): RegistryDocument {
  const listed = way === 'command' || promotion !== null ? listRemote(document, name) : document;
  return promotion === null ? listed : endedByPromotion(listed, name, version);
}
