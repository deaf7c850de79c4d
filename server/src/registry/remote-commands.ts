import { contractVersion } from '@fridge/shared-contracts/page';
import { withoutCanary } from '../canaries/plan-canary.ts';
import type { Queries } from '../database/database.ts';
import { type CommandHandler, CommandRefused } from '../operator/protocol.ts';
import { listRemoved, removedProblem } from '../uploaded-releases/uploaded-rows.ts';
import { changeRegistry } from './change-registry.ts';
import { decisionOf, listed, readRegistry } from './listed-remote.ts';
import { decidedOf, LATEST, NEW_REMOTE, type RemoteDecision, withDecision } from './registry-document.ts';
import { listReleases, readStoredRelease } from './releases.ts';
import { requireOwnRoutes } from './require-own-routes.ts';
import { releaseOf, resolveRegistry } from './resolve-registry.ts';

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
export const switchRemote: CommandHandler<'registry.switch'> = async ({ name, state, by, why }, services) => {
  await changeRegistry(services, { by, why, way: 'command' }, async (document, transaction) => {
    const isNew = state === 'on' && !Object.hasOwn(document.remotes, name) && (await hasReleases(transaction, name));
    const { stopped: _, ...before }: RemoteDecision = isNew ? NEW_REMOTE : decisionOf(name, document);
    const after = state === 'stopped' ? { ...before, stopped: true } : { ...before, enabled: state === 'on' };
    return { document: withDecision(document, name, after) };
  });
  return listed(name, await readRegistry(services));
};

const hasReleases = async (queries: Queries, name: string) => (await listReleases(queries, name)).length > 0;

/** Only a release that is there can be pinned. A pin holds for everybody: it ends a canary. */
export const pinRemote: CommandHandler<'registry.pin'> = async ({ name, release, by, why }, services) => {
  const { ended } = await changeRegistry(services, { by, why, way: 'command' }, async (document, transaction) => {
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
    const pinned = withDecision(document, name, { ...after, release });
    await requireOwnRoutes(name, pinned, transaction);
    return { document: pinned, ended: after.canary === undefined ? (before.canary ?? null) : null };
  });
  return { ...listed(name, await readRegistry(services)), ended };
};

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
