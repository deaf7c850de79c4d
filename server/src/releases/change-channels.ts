import { isDeepStrictEqual } from 'node:util';
import { contractVersion } from '@fridge/shared-contracts/page';
import type { Scope } from '../commands/actor.ts';
import type { Queries } from '../database/database.ts';
import { documentText } from '../documents/documents.ts';
import { documentOf } from '../documents/document-schema.ts';
import { describeFault } from '../log/log.ts';
import type { Services } from '../program/services.ts';
import { givenProblems } from './given-problems.ts';
import { type Plan, requireRelease, type Situation } from './plan-change.ts';
import { readDecided } from './read-decided.ts';
import { decidedOf, LATEST, type RegistryDocument, registryDocumentSchema } from './registry/registry-document.ts';
import { insertPromotion, listReleases, readPromotions, readRecords, setRemoved } from './registry/releases.ts';
import { resolveRegistry, routedInAll } from './registry/resolve-registry.ts';
import { ReleaseRefused } from './release-refused.ts';
import { requireFree } from './teams/own-remote.ts';
import { keepDone, readDone } from './teams/repeated-request.ts';

type Following = Scope & Pick<Services, 'configuration' | 'registry' | 'log'>;

/**
 * Changes what pages get, in one transaction with whatever else `decide` writes; pages of this process get it at once.
 * @param decide gives the document, an equal one for no new version, and what its caller wants to know
 * @returns what `decide` gave
 * @throws as `Configuration.change` and `decide`; then nothing was changed
 */
export async function changeRegistry<Decided extends { document: RegistryDocument }>(
  context: Following,
  decide: (document: RegistryDocument, transaction: Queries) => Promise<Decided>,
): Promise<Decided> {
  const { configuration, registry, log } = context;
  let decided: Decided | undefined;
  await configuration.change('registry', context, async (latest, transaction) => {
    const before = documentOf(registryDocumentSchema, latest);
    decided = await decide(before, transaction);
    return isDeepStrictEqual(decided.document, before) ? latest.document : documentText(decided.document);
  });
  if (decided === undefined) throw new Error('The change of the registry was never decided.');
  // It counts already: this process hears of it like the others, if it can't read it now.
  await registry.refresh().catch((error: unknown) => {
    log.warn({ event: 'registryNotRead', fault: describeFault(error) });
  });
  return decided;
}

type Changing = Following & Pick<Services, 'settings' | 'clock' | 'environment'>;

/**
 * In one transaction, in which team, key, pin and releases are looked at.
 * @param mayDrop paths of the release in force that a promotion may drop; default: any
 * @returns `before`: the canary; `contract`: what `to` is built for
 * @throws ReleaseRefused with every reason; StaleChange
 */
export function changeChannels(
  name: string,
  context: Changing,
  plan: (situation: Situation) => Plan,
  mayDrop?: readonly string[],
) {
  const { team, once, clock } = context;
  const { undoes: _, ...unrelated } = context; // an event is undone by one: the promotion, not the document's change
  return changeRegistry(unrelated, async (document, transaction) => {
    await requireFree(team, name, document, transaction);
    const request = once === undefined ? null : `${once} ${name}`;
    const done = request === null ? null : await readDone(transaction, request);
    const before = decidedOf(name, document)?.canary ?? null;
    if (done !== null) {
      const state = await stateOf(name, document, transaction);
      return { ...state, ...done, document, before, contract: '', promoted: false };
    }
    const situation = await readSituation(name, document, transaction, context);
    const planned = plan(situation);
    const { document: after, promotes, gives, from, to, ended } = planned;
    const about = { name, version: gives ?? '' };
    const given = { ...about, ...situation, team, mayDrop: promotes ? mayDrop : undefined };
    const problems = gives === null ? [] : await givenProblems(given, transaction, context);
    if (problems.length > 0)
      throw new ReleaseRefused(problems, { about, lead: `${name} ${gives} can't be given to pages: ` });
    if (promotes) await insertPromotion(transaction, { name, version: to ?? '' }, context, clock);
    if (request !== null) await keepDone(transaction, request, planned, clock.real());
    return {
      ...(await stateOf(name, after, transaction)),
      document: after,
      before,
      contract: situation.releases.find(({ version }) => version === to)?.contract ?? '',
      from,
      to,
      ended,
      promoted: promotes,
    };
  });
}

/**
 * What a change is decided by. `entry`: what visitors without the canary get. `others`: what any visitor gets, of hosts
 * of any contract.
 */
export async function readSituation(
  name: string,
  document: RegistryDocument,
  transaction: Queries,
  { team }: Pick<Scope, 'team'>,
) {
  const records = await readRecords(transaction, document);
  const { registry, canaries } = resolveRegistry(document, records, contractVersion);
  const entry = registry.remotes[name];
  return {
    name,
    document,
    decision: decidedOf(name, document),
    promotions: await readPromotions(transaction, name),
    releases: await listReleases(transaction, name),
    stable: entry?.version ?? null,
    entry,
    isCanaryGiven: canaries[name] !== undefined,
    isPromotionLast: (await readDecided(transaction, name)).isPromotion,
    isTeam: team !== undefined,
    others: routedInAll(document, records),
  };
}

/** What pages get of a remote by this document. */
export async function stateOf(name: string, document: RegistryDocument, transaction: Queries) {
  const { registry } = resolveRegistry(document, await readRecords(transaction, document), contractVersion);
  const { canary = null, release = LATEST } = decidedOf(name, document) ?? {};
  return { name, canary, inForce: registry.remotes[name]?.version ?? null, pinned: release !== LATEST };
}

/**
 * Takes a release out of use, to make room: pages can't get it until its team publishes the same build again. Its files
 * go after `UNUSED_FOR_MS`, since pages may have it open.
 */
export async function removeRelease({ name, release: named }: { name: string; release: string }, context: Changing) {
  const removedAt = new Date(context.clock.real());
  const removed = await changeRegistry(context, async (document, transaction) => {
    const there = { name, document, releases: await listReleases(transaction, name), isTeam: false };
    const { version, removedAt: before } = requireRelease(named, there);
    const refuse = (text: string) => new ReleaseRefused([{ kind: 'noRelease', text }], { about: { name, version } });
    if (before !== null) throw refuse(`${name} ${version} was removed already.`);
    const { release, canary } = decidedOf(name, document) ?? {};
    const given = routedInAll(document, await readRecords(transaction, document));
    const isGiven = given.some(([of, entry]) => of === name && entry.version === version);
    if (isGiven || release === version || canary?.release === version)
      throw refuse(
        `${name} ${version} is in force: pages get it, of this host or of another contract. Give them another one first.`,
      );
    await setRemoved(transaction, { name, version }, removedAt, context, context.clock);
    return { document, version };
  });
  return { name, version: removed.version, removedAt };
}
