import { isDeepStrictEqual } from 'node:util';
import { contractVersion } from '@fridge/shared-contracts/host';
import { documentText } from '../configuration/documents.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import type { Queries } from '../database/database.ts';
import { type CommandHandler, CommandRefused } from '../operator/protocol.ts';
import { listRemoved, removedProblem } from '../uploaded-releases/uploaded-rows.ts';
import { readCanaryState } from './canary-state.ts';
import { decisionOf, listed, readRegistry } from './listed-remote.ts';
import { withoutCanary, withoutCanaryOf } from './plan-canary.ts';
import { planRollBack, type RollBack } from './plan-roll-back.ts';
import {
  type Canary,
  decidedOf,
  LATEST,
  type RegistryDocument,
  registryDocumentSchema,
  type RemoteDecision,
  withDecision,
} from './registry-document.ts';
import {
  insertPromotion,
  listReleases,
  readPromotions,
  readRecords,
  readStoredRelease,
  tellReleases,
} from './releases.ts';
import { releaseOf, resolveRegistry } from './resolve-registry.ts';
import { routeProblems } from './route-problems.ts';

export const listRegistry: CommandHandler<'registry.list'> = async (_request, services) => {
  const { serial, ...reading } = await readRegistry(services);
  const { unlisted } = resolveRegistry(reading.document, reading.records, contractVersion);
  return {
    serial,
    unlisted: [...unlisted],
    remotes: Object.keys(reading.document.remotes).map((name) => listed(name, reading)),
  };
};

/** Switching on also lists a remote that has releases and isn't in the document. */
export const switchRemote: CommandHandler<'registry.switch'> = async ({ name, enabled, by, why }, services) => {
  await services.configuration.change('registry', { by, why, way: 'command' }, async (current, transaction) => {
    const document = documentOf(registryDocumentSchema, current);
    const isNew = enabled && !Object.hasOwn(document.remotes, name) && (await hasReleases(transaction, name));
    const before: RemoteDecision = isNew ? { enabled, release: LATEST } : decisionOf(name, document);
    return textWith(current.document, document, name, { ...before, enabled });
  });
  await services.registry.refresh();
  return listed(name, await readRegistry(services));
};

const hasReleases = async (queries: Queries, name: string) => (await listReleases(queries, name)).length > 0;

/** Only a release that is there can be pinned. A pin holds for everybody: it ends a canary. */
export const pinRemote: CommandHandler<'registry.pin'> = async ({ name, release, by, why }, services) => {
  let ended: Canary | null = null;
  await services.configuration.change('registry', { by, why, way: 'command' }, async (current, transaction) => {
    const document = documentOf(registryDocumentSchema, current);
    const before = decisionOf(name, document);
    if (release !== LATEST && (await readStoredRelease(transaction, { name, version: release })) === null) {
      const versions = (await listReleases(transaction, name)).slice(0, 10).map(({ version }) => version);
      throw new CommandRefused(
        `${name} has no release ${release}; publish it first. There: ${versions.join(', ') || 'none'}.`,
      );
    }
    const removed = release === LATEST ? null : await removedProblem(transaction, { name, version: release });
    if (removed !== null) throw new CommandRefused(`${removed}.`);
    const after = release === LATEST ? before : withoutCanary(before);
    ended = after.canary === undefined ? (before.canary ?? null) : null;
    const pinned = { ...after, release };
    await requireOwnRoutes(name, withDecision(document, name, pinned), transaction);
    return textWith(current.document, document, name, pinned);
  });
  await services.registry.refresh();
  return { ...listed(name, await readRegistry(services)), ended };
};

/** Since a release was promoted others may have taken its routes. @throws CommandRefused */
async function requireOwnRoutes(name: string, after: RegistryDocument, transaction: Queries): Promise<void> {
  const { registry } = resolveRegistry(after, await readRecords(transaction, after), contractVersion);
  const entry = registry.remotes[name];
  if (entry === undefined) return;
  const problems = routeProblems({ name, routes: entry.routes }, Object.entries(registry.remotes));
  if (problems.length > 0)
    throw new CommandRefused(`${name} ${entry.version} can't be given to pages: ${problems.join('\n  ')}`);
}

/** @returns the same text when nothing changes, which makes no new version */
function textWith(text: string, document: RegistryDocument, name: string, decision: RemoteDecision): string {
  if (isDeepStrictEqual(decidedOf(name, document), decision)) return text;
  return documentText(withDecision(document, name, decision));
}

export const listRemoteReleases: CommandHandler<'registry.releases'> = async ({ name }, services) => {
  const releases = await listReleases(services.queries, name);
  const { document, records } = await readRegistry(services);
  if (releases.length === 0) {
    decisionOf(name, document);
    throw new CommandRefused(`${name} has no release: publish one.`);
  }
  const decision = decidedOf(name, document) ?? { enabled: false, release: LATEST };
  const { canaries } = resolveRegistry(document, records, contractVersion);
  const inForce = releaseOf(name, decision, records.promotions, contractVersion, records.releases);
  const removed = await listRemoved(services.queries, name);
  return releases.map(({ changedBy, changedAt, ...release }) => {
    const removedAt = removed.find(({ version }) => version === release.version)?.removedAt ?? null;
    const canary = canaries[name];
    const percent = canary?.entry.version === release.version ? canary.percent : null;
    const isInForce = release.version === inForce;
    return { ...release, isInForce, percent, removedAt, by: changedBy, at: changedAt };
  });
};

/** A row of its own, which holds until the next promotion. */
export const rollBack: CommandHandler<'registry.rollback'> = async ({ name, by, why }, services) => {
  let done: RollBack | undefined;
  await services.configuration.change('registry', { by, why, way: 'command' }, async (current, transaction) => {
    const document = documentOf(registryDocumentSchema, current);
    const decision = decisionOf(name, document);
    const canary = await readCanaryState(transaction, name, current);
    const plan = planRollBack(name, decision, await readPromotions(transaction, name), canary);
    if ('refused' in plan) throw new CommandRefused(plan.refused.text);
    done = plan;
    const after = plan.ended === null ? document : withoutCanaryOf(name, document);
    if (!plan.promotes) return documentText(after);
    const removed = await removedProblem(transaction, { name, version: plan.to });
    if (removed !== null) throw new CommandRefused(`${removed}.`);
    const promotion = { name, version: plan.to, kind: 'rollback' } as const;
    await insertPromotion(transaction, promotion, { by, why, way: 'command' }, services.clock.real());
    await requireOwnRoutes(name, after, transaction);
    await tellReleases(transaction);
    return after === document ? current.document : documentText(after);
  });
  await services.registry.refresh();
  if (done === undefined) throw new Error('Nothing was rolled back.');
  return done;
};
