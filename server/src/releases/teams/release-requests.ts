import { cleanField } from '@fridge/shared-contracts/page';
import { DAY_MS } from '../../program/clock.ts';
import { documentOf } from '../../documents/fault-lines.ts';
import { readHealth } from '../../visits/health/read-health.ts';
import { changesText, listEvents } from '../../history/events.ts';
import { readOutcomes } from '../../visits/health/read-outcomes.ts';
import { listed, readRegistry } from '../registry/listed-remote.ts';
import { decidedOf, registryDocumentSchema } from '../registry/registry-document.ts';
import { type Changed, endCanary, promoteRelease, rollBack, setCanary } from '../change-channels.ts';
import { runningSince } from '../read-start.ts';
import { ReleaseRefused } from '../release-refused.ts';
import type { Services } from '../../program/services.ts';
import type { TeamDone } from './answer-team.ts';
import { requireOwn } from './own-remote.ts';
import type { TeamKey } from './team-key-problems.ts';
import type { VerifiedRequest } from './verify-team-request.ts';

/** What a team does with its key, in the history. */
export const teamActor = (by: TeamKey, why: string) =>
  ({ by: `${by.team}/${by.keyId}`, why: cleanField(why, 'one'), way: 'team', team: by }) as const;

/** Once, if its answer was lost. */
const repeatable = (
  by: TeamKey,
  action: string,
  { name, id, why }: { name: string; id?: string | undefined; why: string },
) => ({ ...teamActor(by, why), ...(id !== undefined && { request: `${by.team} ${action} ${name} ${id}` }) }) as const;

export async function promoteForTeam({ by, request }: VerifiedRequest<'promote'>, services: Services) {
  const { name, version } = request;
  const actor = repeatable(by, 'promote', request);
  return chosen(await promoteRelease({ name, release: version ?? undefined }, actor, services));
}

export async function rollBackForTeam({ by, request }: VerifiedRequest<'rollback'>, services: Services) {
  return chosen(await rollBack({ name: request.name }, repeatable(by, 'rollback', request), services));
}

const chosen = ({ name, from, to, ended, canary, isNew }: Changed): TeamDone => ({
  outcome: isNew ? 'done' : 'unchanged',
  told: { name, version: to, from, ...(ended !== null && { ended: ended.release }) },
  data: { name, from, to, ended, canary },
});

/** Starts, changes or ends the canary of a team's remote, and tells of it. */
export async function canaryForTeam({ by, request }: VerifiedRequest<'canary'>, services: Services): Promise<TeamDone> {
  const { name, change, why } = request;
  if (change === null) {
    await requireOwn({ by, name }, services.queries);
    const data = await readState(name, services);
    return { outcome: 'unchanged', told: { name }, data: { ...data, before: data.canary } };
  }
  const actor = teamActor(by, why);
  if (change.kind === 'end') {
    const { before, isNew } = await endCanary({ name }, actor, services);
    const data = { ...(await readState(name, services)), before };
    return { outcome: isNew ? 'done' : 'unchanged', told: { name }, data };
  }
  const { release, percent, steps } = change;
  const canary = { release, percent, ...(steps && { steps }) };
  const { before, isNew } = await setCanary({ name, canary }, actor, services);
  const data = { ...(await readState(name, services)), before };
  return { outcome: isNew ? 'done' : 'unchanged', told: { name, version: release, percent }, data };
}

/** Rows of the history that a team is told. */
const ROWS_TOLD = 5;

/** As this process knows it; without a canary the outcomes are those of the last day. */
async function readState(name: string, services: Services) {
  const { queries, configuration, clock, registry } = services;
  const latest = configuration.current('registry');
  const canary = decidedOf(name, documentOf(registryDocumentSchema, latest))?.canary ?? null;
  const stable = registry.current().registry.remotes[name]?.version ?? null;
  const versions = [canary?.release ?? null, stable].filter((version) => version !== null);
  const since = canary === null ? new Date(clock.real() - DAY_MS) : await runningSince(queries, name, latest);
  const outcomes = await readOutcomes(queries, { remote: name, versions, since });
  const history = await listEvents(queries, { about: name, limit: ROWS_TOLD });
  return {
    name,
    stable,
    canary,
    outcomes: versions.map((version) => ({ version, ...outcomes[version] })),
    history: history.map(({ changes, by, way, why, at }) => {
      const change = changesText(changes).replaceAll(`remotes.${name}.`, '');
      return { change, by, way, why, at: at.getTime() };
    }),
  };
}

/** Tells a team what operators are told of its remote. */
export async function healthForTeam({ by, request }: VerifiedRequest<'health'>, services: Services): Promise<TeamDone> {
  const { name, hours } = request;
  await requireOwn({ by, name }, services.queries);
  const registry = await readRegistry(services);
  if (decidedOf(name, registry.document) === null) {
    const text = `Users have had no release of ${name} yet: npx remote-kit publish gives them the first.`;
    throw new ReleaseRefused([{ kind: 'noRelease', text }], { about: { name } });
  }
  return { outcome: 'unchanged', told: { name }, data: await readHealth(listed(name, registry), hours, services) };
}
