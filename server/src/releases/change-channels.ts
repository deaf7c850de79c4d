import { contractVersion, type SwitchState } from '@fridge/shared-contracts/page';
import type { AskedChange } from '../documents/configuration.ts';
import type { Queries } from '../database/database.ts';
import { changeRegistry } from './registry/change-registry.ts';
import { type Canary, decidedOf, LATEST, type RegistryDocument } from './registry/registry-document.ts';
import { insertPromotion, listReleases, readPromotions, readRecords, readStoredRelease } from './registry/releases.ts';
import {
  type ReleaseRecords,
  type ResolvedRegistry,
  resolveRegistry,
  routedInAll,
} from './registry/resolve-registry.ts';
import type { Services } from '../program/services.ts';
import { requireFree } from './teams/own-remote.ts';
import { keepDone, readDone } from './teams/repeated-request.ts';
import { givenProblems } from './given-problems.ts';
import {
  type Plan,
  planCanary,
  planCanaryEnd,
  planPin,
  planPromotion,
  planRollBack,
  planSwitch,
  type Situation,
} from './plan-change.ts';
import { readDecided } from './watch/read-decided.ts';
import { ReleaseRefused } from './release-refused.ts';

/** Who changes what pages get, and how. */
export type Actor = AskedChange;

export type ChangeServices = Pick<
  Services,
  'queries' | 'configuration' | 'registry' | 'settings' | 'clock' | 'environment' | 'log'
>;

/** `before`: the canary. `isNew`: anything was changed. */
export type Changed = Pick<Plan, 'from' | 'to' | 'ended'> & {
  name: string;
  /** What `to` is built for. */
  contract: string;
  before: Canary | null;
  canary: Canary | null;
  promoted: boolean;
  inForce: string | null;
  pinned: boolean;
  isNew: boolean;
};

type Operation<Asked> = (asked: Asked & { name: string }, actor: Actor, services: ChangeServices) => Promise<Changed>;

/** Gives everybody a release that was published before, by default the canary's, which then ends. */
export const promoteRelease: Operation<{ release?: string | undefined; beside?: string }> = (asked, actor, services) =>
  changeChannels(asked.name, actor, services, (situation) => planPromotion(asked, situation));

/** Takes back what visitors got last: a canary, or a promotion, until the next one. */
export const rollBack: Operation<{ release?: string | undefined; isPromotion?: boolean }> = (asked, actor, services) =>
  changeChannels(asked.name, actor, services, async (situation, transaction) => {
    const { decision, resolved, name } = situation;
    const isGiven = decision?.canary !== undefined && resolved.canaries[name] !== undefined;
    const isOlder = isGiven && (await readDecided(transaction, name)).isPromotion;
    return planRollBack(asked, situation, { isGiven, isOlder });
  });

export const switchRemote: Operation<{ state: SwitchState }> = ({ name, state }, actor, services) =>
  changeChannels(name, actor, services, (situation) => planSwitch(state, situation));

/** @param release a version, or `latest` to let the remote move again */
export const pinRelease: Operation<{ release: string }> = ({ name, release }, actor, services) =>
  changeChannels(name, actor, services, (situation) => planPin(release, situation));

/** Starts a canary, or changes the one of the same release. */
export const setCanary: Operation<{ canary: Canary }> = ({ name, canary }, actor, services) =>
  changeChannels(name, actor, services, (situation) => planCanary(canary, situation));

export const endCanary: Operation<object> = ({ name }, actor, services) =>
  changeChannels(name, actor, services, planCanaryEnd);

type Planning = (situation: ReadSituation, transaction: Queries) => Plan | Promise<Plan>;

/**
 * In one transaction, in which team, key, pin and releases are looked at.
 * @throws ReleaseRefused with every reason; StaleChange
 */
function changeChannels(name: string, actor: Actor, services: ChangeServices, plan: Planning): Promise<Changed> {
  return changeRegistry(services, actor, async (document, transaction) => {
    await requireFree(actor.team, name, document, transaction);
    const request = actor.once === undefined ? null : `${actor.once} ${name}`;
    const done = request === null ? null : await readDone(transaction, request);
    if (done !== null) return { ...(await stateOf(name, document, transaction)), ...done, document, isNew: false };
    const situation = await readSituation(name, document, transaction, actor);
    const planned = await plan(situation, transaction);
    const { document: after, promotes, gives, from, to, ended } = planned;
    if (gives !== null) await requireFit(gives, situation, actor, transaction, services);
    if (promotes) await insertPromotion(transaction, { name, version: to ?? '' }, actor, services.clock);
    if (request !== null) await keepDone(transaction, request, planned, services.clock.real());
    const isNew = after !== document || promotes;
    const state = await stateOf(name, after, transaction);
    const before = situation.decision?.canary ?? null;
    const contract = situation.releases.find(({ version }) => version === to)?.contract ?? '';
    return { ...state, document: after, before, contract, from, to, ended, promoted: promotes, isNew };
  });
}

/** `resolved`: for this program's host. */
type ReadSituation = Situation & { records: ReleaseRecords; resolved: ResolvedRegistry };

export async function readSituation(
  name: string,
  document: RegistryDocument,
  transaction: Queries,
  { team }: Pick<Actor, 'team'>,
): Promise<ReadSituation> {
  const records = await readRecords(transaction, document);
  const resolved = resolveRegistry(document, records, contractVersion);
  return {
    records,
    resolved,
    name,
    document,
    decision: decidedOf(name, document),
    promotions: await readPromotions(transaction, name),
    releases: await listReleases(transaction, name),
    stable: resolved.registry.remotes[name]?.version ?? null,
    isTeam: team !== undefined,
  };
}

/** What pages get of a remote by this document. */
export async function stateOf(name: string, document: RegistryDocument, transaction: Queries) {
  const { registry } = resolveRegistry(document, await readRecords(transaction, document), contractVersion);
  const decision = decidedOf(name, document);
  const canary = decision?.canary ?? null;
  return {
    name,
    before: canary,
    canary,
    contract: '',
    promoted: false,
    inForce: registry.remotes[name]?.version ?? null,
    pinned: decision !== null && decision.release !== LATEST,
  };
}

async function requireFit(
  version: string,
  { name, document, records }: ReadSituation,
  { team }: Actor,
  transaction: Queries,
  services: ChangeServices,
): Promise<void> {
  const stored = await readStoredRelease(transaction, { name, version });
  const problems =
    stored === null
      ? []
      : await givenProblems(stored, { others: routedInAll(document, records), team }, transaction, services);
  if (problems.length === 0) return;
  const lead = `${name} ${version} can't be given to pages: `;
  throw new ReleaseRefused(problems, { about: { name, version }, lead });
}
