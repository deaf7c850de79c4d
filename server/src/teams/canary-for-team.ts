import { cleanField } from '@fridge/shared-contracts/page';
import { withoutCanaryOf } from '../canaries/plan-canary.ts';
import { runningSince } from '../canaries/running-since.ts';
import { startCanary } from '../canaries/start-canary.ts';
import { DAY_MS } from '../clock.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import type { Queries } from '../database/database.ts';
import { readOutcomes } from '../health/read-outcomes.ts';
import { changeRegistry } from '../registry/change-registry.ts';
import { decidedOf, type RegistryDocument, registryDocumentSchema } from '../registry/registry-document.ts';
import { registryHistory } from '../registry/registry-history.ts';
import type { Services } from '../services.ts';
import type { TeamDone } from './answer-team.ts';
import { ownDecision, ownReleaseProblems, readOwnRelease, requireOwn } from './own-remote.ts';
import { TeamRefused } from './team-refused.ts';
import type { VerifiedRequest } from './verify-team-request.ts';

type Asked = VerifiedRequest<'canary'>;

/** Starts, changes or ends the canary of a team's remote, and tells of it. @throws TeamRefused with every reason */
export async function canaryForTeam(asked: Asked, services: Services): Promise<TeamDone> {
  const { by, request } = asked;
  const { name, change } = request;
  if (change === null) {
    await requireOwn({ by, name }, services.queries);
    const data = await readState(name, services);
    return { by, outcome: 'unchanged', told: { name }, data: { ...data, before: data.canary } };
  }
  const { before, isNew } = await changeCanary(asked, change, services);
  const told = { name, ...(change.kind === 'start' && { version: change.release, percent: change.percent }) };
  const data = { ...(await readState(name, services)), before };
  return { by, outcome: isNew ? 'done' : 'unchanged', told, data };
}

type Change = NonNullable<Asked['request']['change']>;

/** In one transaction, which looks at team, key and pin again. */
function changeCanary({ by, request: { name, why } }: Asked, change: Change, services: Services) {
  const author = { by: `${by.team}/${by.keyId}`, why: cleanField(why, 'one'), way: 'team' } as const;
  return changeRegistry(services, author, async (document, transaction) => {
    const decision = await ownDecision({ by, name }, document, transaction);
    const before = decision?.canary ?? null;
    const after =
      change.kind === 'end'
        ? withoutCanaryOf(name, document)
        : await withStarted({ by, name }, change, document, transaction, services);
    return { document: after, before, isNew: after !== document };
  });
}

async function withStarted(
  { by, name }: { by: Asked['by']; name: string },
  { release: version, percent, steps }: Extract<Change, { kind: 'start' }>,
  document: RegistryDocument,
  transaction: Queries,
  services: Services,
): Promise<RegistryDocument> {
  const canary = { release: version, percent, ...(steps && { steps }) };
  const stored = await readOwnRelease({ name, version }, transaction);
  if ('kind' in stored) throw new TeamRefused([stored], by, { name });
  const started = await startCanary({ name, canary, way: 'team' }, document, transaction, services.settings.current());
  const own = await ownReleaseProblems(stored, by, document, transaction, services);
  if (started.refused === undefined && own.length === 0) return started.document;
  const problems = [...(started.refused ?? []), ...own];
  throw new TeamRefused([...new Map(problems.map((problem) => [problem.text, problem])).values()], by, {
    name,
    version,
  });
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
  const history = await registryHistory({ command: 'registry.history', name, limit: ROWS_TOLD }, services);
  return {
    name,
    stable,
    canary,
    outcomes: versions.map((version) => ({ version, ...outcomes[version] })),
    history: history.map(({ change, by, way, why, at }) => ({ change, by, way, why, at: new Date(at).getTime() })),
  };
}
