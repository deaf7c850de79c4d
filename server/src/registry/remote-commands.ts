import { contractVersion } from '@fridge/shared-contracts/host';
import { documentText } from '../configuration/documents.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import type { Queries } from '../database/database.ts';
import { type CommandHandler, CommandRefused } from '../operator/protocol.ts';
import type { Services } from '../services.ts';
import { nearestName } from '../settings/own-settings.ts';
import { listRemoved, removedProblem } from '../uploaded-releases/uploaded-rows.ts';
import { LATEST, type RegistryDocument, registryDocumentSchema, type RemoteDecision } from './registry-document.ts';
import { planRollBack } from './plan-roll-back.ts';
import {
  insertPromotion,
  listReleases,
  readPromotions,
  readRecords,
  readStoredRelease,
  tellReleases,
} from './releases.ts';
import { releaseOf, type ReleaseRecords, resolveRegistry } from './resolve-registry.ts';

type Reading = { document: RegistryDocument; records: ReleaseRecords; serial: number };

async function readRegistry({ queries, configuration }: Pick<Services, 'queries' | 'configuration'>): Promise<Reading> {
  const current = configuration.current('registry');
  const document = documentOf(registryDocumentSchema, current);
  return { document, records: await readRecords(queries, document, contractVersion), serial: current.serial };
}

export const listRegistry: CommandHandler<'registry.list'> = async (_request, services) => {
  const { serial, ...reading } = await readRegistry(services);
  const { unlisted } = resolveRegistry(reading.document, reading.records, contractVersion);
  return {
    serial,
    unlisted,
    remotes: Object.keys(reading.document.remotes).map((name) => listed(name, reading)),
  };
};

function listed(name: string, { document, records }: Omit<Reading, 'serial'>) {
  const { registry, leftOut } = resolveRegistry(document, records, contractVersion);
  const { enabled, release, canary = null } = decisionOf(name, document);
  const entry = registry.remotes[name] ?? null;
  const problems = leftOut.flatMap((remote) => (remote.name === name ? remote.problems : []));
  return { name, enabled, release, canary, version: entry?.version ?? null, entry, problems };
}

function decisionOf(name: string, { remotes }: RegistryDocument): RemoteDecision {
  const decision = Object.hasOwn(remotes, name) ? remotes[name] : undefined;
  if (decision !== undefined) return decision;
  const names = Object.keys(remotes);
  const meant = nearestName(name, names);
  const hint = meant === null ? '' : ` Did you mean ${meant}?`;
  throw new CommandRefused(`${name} isn't in the registry. There: ${names.join(', ') || 'none'}.${hint}`);
}

/** Switching on also lists a remote that has releases and isn't in the document. */
export const switchRemote: CommandHandler<'registry.switch'> = async ({ name, enabled, by, why }, services) => {
  await services.configuration.change('registry', { by, why, way: 'command' }, async (current, transaction) => {
    const document = documentOf(registryDocumentSchema, current);
    const isNew = enabled && !Object.hasOwn(document.remotes, name) && (await hasReleases(transaction, name));
    const before: RemoteDecision = isNew ? { enabled, release: LATEST } : decisionOf(name, document);
    return withDecision(current.document, document, name, { ...before, enabled });
  });
  await services.registry.refresh();
  return listed(name, await readRegistry(services));
};

const hasReleases = async (queries: Queries, name: string) => (await listReleases(queries, name)).length > 0;

/** Only a release that is there can be pinned. */
export const pinRemote: CommandHandler<'registry.pin'> = async ({ name, release, by, why }, services) => {
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
    return withDecision(current.document, document, name, { ...before, release });
  });
  await services.registry.refresh();
  return listed(name, await readRegistry(services));
};

/** @returns the same text when nothing changes, which makes no new version */
function withDecision(text: string, document: RegistryDocument, name: string, decision: RemoteDecision): string {
  const { enabled, release } = document.remotes[name] ?? {};
  if (enabled === decision.enabled && release === decision.release) return text;
  return documentText({ ...document, remotes: { ...document.remotes, [name]: decision } });
}

export const listRemoteReleases: CommandHandler<'registry.releases'> = async ({ name }, services) => {
  const releases = await listReleases(services.queries, name);
  const { document, records } = await readRegistry(services);
  if (releases.length === 0) {
    decisionOf(name, document);
    throw new CommandRefused(`${name} has no release: publish one.`);
  }
  const decision = document.remotes[name] ?? { enabled: false, release: LATEST };
  const inForce = releaseOf(name, decision, records.promotions, contractVersion);
  const removed = await listRemoved(services.queries, name);
  return releases.map(({ changedBy, changedAt, ...release }) => {
    const removedAt = removed.find(({ version }) => version === release.version)?.removedAt ?? null;
    return { ...release, isInForce: release.version === inForce, removedAt, by: changedBy, at: changedAt };
  });
};

/** A row of its own, which holds until the next promotion. */
export const rollBack: CommandHandler<'registry.rollback'> = async ({ name, by, why }, services) => {
  let done: { from: string; to: string } | undefined;
  await services.configuration.change('registry', { by, why, way: 'command' }, async (current, transaction) => {
    const decision = decisionOf(name, documentOf(registryDocumentSchema, current));
    const plan = planRollBack(name, decision, await readPromotions(transaction, name));
    if ('refused' in plan) throw new CommandRefused(plan.refused.text);
    const removed = await removedProblem(transaction, { name, version: plan.to });
    if (removed !== null) throw new CommandRefused(`${removed}.`);
    const promotion = { name, version: plan.to, kind: 'rollback' } as const;
    await insertPromotion(transaction, promotion, { by, why, way: 'command' }, services.clock.real());
    await tellReleases(transaction);
    done = plan;
    return current.document;
  });
  await services.registry.refresh();
  if (done === undefined) throw new Error('Nothing was rolled back.');
  return done;
};
