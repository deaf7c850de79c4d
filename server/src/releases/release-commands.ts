import { contractVersion } from '@fridge/shared-contracts/page';
import { type CommandHandler, CommandRefused } from '../operator/protocol.ts';
import { decisionOf, listed, readRegistry } from '../registry/listed-remote.ts';
import { listReleases } from '../registry/releases.ts';
import { resolveRegistry } from '../registry/resolve-registry.ts';
import type { Services } from '../services.ts';
import * as channels from './change-channels.ts';

type By = { by: string; why: string };
const actorOf = ({ by, why }: By) => ({ by, why, way: 'command' as const });

export const listRegistry: CommandHandler<'registry.list'> = async (_request, services) => {
  const { serial, ...reading } = await readRegistry(services);
  const { unlisted } = resolveRegistry(reading.document, reading.records, contractVersion);
  return {
    serial,
    unlisted: [...unlisted],
    remotes: Object.keys(reading.document.remotes).map((name) => listed(name, reading)),
  };
};

export const listRemoteReleases: CommandHandler<'registry.releases'> = async ({ name }, services) => {
  const releases = await listReleases(services.queries, name);
  const { document, records } = await readRegistry(services);
  if (releases.length === 0) {
    decisionOf(name, document);
    throw new CommandRefused(`${name} has no release: publish one.`);
  }
  const { registry, canaries } = resolveRegistry(document, records, contractVersion);
  return releases.map(({ changedBy, changedAt, ...release }) => ({
    ...release,
    isInForce: release.version === registry.remotes[name]?.version,
    percent: release.version === canaries[name]?.entry.version ? (canaries[name]?.percent ?? null) : null,
    by: changedBy,
    at: changedAt,
  }));
};

export const promoteRelease: CommandHandler<'registry.promote'> = async (request, services) => {
  const done = await channels.promoteRelease(request, actorOf(request), services);
  return { ...done, version: done.to ?? '' };
};

export const rollBack: CommandHandler<'registry.rollback'> = (request, services) =>
  channels.rollBack(request, actorOf(request), services);

export const switchRemote: CommandHandler<'registry.switch'> = (request, services) =>
  listedAfter(channels.switchRemote(request, actorOf(request), services), services);

export const pinRemote: CommandHandler<'registry.pin'> = (request, services) =>
  listedAfter(channels.pinRelease(request, actorOf(request), services), services);

export const setCanary: CommandHandler<'registry.canary'> = (request, services) =>
  listedAfter(channels.setCanary(request, actorOf(request), services), services);

export const endCanary: CommandHandler<'registry.endCanary'> = (request, services) =>
  listedAfter(channels.endCanary(request, actorOf(request), services), services);

async function listedAfter(changing: Promise<channels.Changed>, services: Services) {
  const { name, ended } = await changing;
  return { ...listed(name, await readRegistry(services)), ended };
}
