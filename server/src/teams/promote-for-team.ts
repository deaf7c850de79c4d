import { contractText } from '@fridge/shared-contracts';
import { compatibility, contractVersion, releaseSchema, releaseVersionSchema } from '@fridge/shared-contracts/host';
import { cleanField } from '@fridge/shared-contracts/activities/contest';
import * as v from 'valibot';
import { documentText } from '../configuration/documents.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import type { Queries } from '../database/database.ts';
import { placeProblems } from '../registry/place-problems.ts';
import { listRemote } from '../registry/publish.ts';
import { lastRollBack, planRollBack } from '../registry/plan-roll-back.ts';
import {
  LATEST,
  type RegistryDocument,
  registryDocumentSchema,
  type RemoteDecision,
} from '../registry/registry-document.ts';
import { pinnedBy } from '../registry/registry-history.ts';
import type { ReleaseProblem } from '../registry/release-problem.ts';
import {
  insertPromotion,
  listReleases,
  readPromotions,
  readRecords,
  readStoredRelease,
  type ReleaseRow,
  type StoredPromotion,
  tellReleases,
} from '../registry/releases.ts';
import { type Promotion, releaseOf, resolveRegistry } from '../registry/resolve-registry.ts';
import type { Services } from '../services.ts';
import { removedProblem } from '../uploaded-releases/uploaded-rows.ts';
import type { TeamDone } from './answer-team.ts';
import { notIts, ownershipProblems } from './ownership-problems.ts';
import { lockTeams, teamOf } from './read-teams.ts';
import { type TeamKey, teamKeyProblems } from './team-key-problems.ts';
import { TeamRefused } from './team-refused.ts';
import { claimId, type VerifiedRequest } from './verify-team-request.ts';

/**
 * Gives pages a release that was published before; the one they get already stays without a trace.
 * @throws TeamRefused
 */
export function promoteForTeam(
  { by, request: { name, version, why } }: VerifiedRequest<'promote'>,
  services: Services,
): Promise<TeamDone> {
  return changePromotion({ by, name, why, kind: 'promote' }, services, async (decision, promotions, transaction) => {
    const isThere =
      v.is(releaseVersionSchema, version) && (await readStoredRelease(transaction, { name, version })) !== null;
    if (!isThere) {
      const versions = (await listReleases(transaction, name)).slice(0, 10).map((release) => release.version);
      const there = versions.join(', ') || 'none';
      const text = `${name} has no release ${version}; publish it first. There: ${there}.`;
      return { refused: { kind: 'noRelease', text } };
    }
    return { from: decision && releaseOf(name, decision, promotions, contractVersion), to: version };
  });
}

/** Gives pages the release before, until the next one is promoted; once, if its answer was lost. @throws TeamRefused */
export function rollBackForTeam(
  { by, request: { name, why, id } }: VerifiedRequest<'rollback'>,
  services: Services,
): Promise<TeamDone> {
  return changePromotion({ by, name, why, kind: 'rollback' }, services, async (decision, promotions, transaction) => {
    if (decision === null) return { refused: unlisted(name) };
    const isRepeated =
      id !== undefined && !(await claimId(transaction, `${by.team} rollback ${name} ${id}`, services.clock.real()));
    const before = isRepeated ? lastRollBack(name, promotions) : null;
    return before === null ? planRollBack(name, decision, promotions) : { ...before, isDone: true };
  });
}

type Asked = { by: TeamKey; name: string; why: string; kind: Exclude<Promotion['kind'], 'publish'> };
type Plan = { from: string | null; to: string; isDone?: boolean } | { refused: ReleaseProblem };
type Planning = (
  decision: RemoteDecision | null,
  promotions: StoredPromotion[],
  transaction: Queries,
) => Plan | Promise<Plan>;

/** In one transaction, which looks at team, key and pin again. */
async function changePromotion({ by, name, why, kind }: Asked, services: Services, plan: Planning): Promise<TeamDone> {
  const { configuration, clock, registry } = services;
  const author = { by: `${by.team}/${by.keyId}`, why: cleanField(why, 'one'), way: 'team' } as const;
  let done: { from: string | null; to: string; isNew: boolean } | undefined;
  await configuration.change('registry', author, async (current, transaction) => {
    const document = documentOf(registryDocumentSchema, current);
    const decision = await ownDecision({ by, name }, document, transaction);
    const promotions = await readPromotions(transaction, name);
    const planned = await plan(decision, promotions, transaction);
    if ('refused' in planned) throw new TeamRefused([planned.refused], by, { name });
    const { to, isDone = false } = planned;
    const about = { name, version: to };
    const stored = await readStoredRelease(transaction, about);
    const problems =
      isDone || stored === null ? [] : await releaseProblems(stored, by, document, transaction, services);
    if (problems.length > 0) throw new TeamRefused(problems, by, about);
    const isNew = !isDone && (decision === null || promotions.at(-1)?.version !== to);
    if (isNew) {
      await insertPromotion(transaction, { ...about, kind }, author, clock.real());
      await tellReleases(transaction);
    }
    done = { ...planned, isNew };
    const listed = isNew ? listRemote(document, name) : document;
    return listed === document ? current.document : documentText(listed);
  });
  if (done === undefined) throw new Error('No promotion was changed.');
  await registry.refresh();
  const { from, to, isNew } = done;
  return { by, outcome: isNew ? 'done' : 'unchanged', told: { name, version: to, from }, data: { name, from, to } };
}

/** Of a remote that the team may promote; `null`: it isn't listed. @throws TeamRefused */
async function ownDecision(
  { by, name }: Pick<Asked, 'by' | 'name'>,
  { remotes }: RegistryDocument,
  transaction: Queries,
): Promise<RemoteDecision | null> {
  const team = teamOf(await lockTeams(transaction), by.team);
  const keyProblems = await teamKeyProblems(transaction, team, by);
  if (team === null || keyProblems.length > 0) throw new TeamRefused(keyProblems, by);
  if (!team.remotes.includes(name)) throw new TeamRefused([notIts(name, team)], by);
  const decision = (Object.hasOwn(remotes, name) ? remotes[name] : undefined) ?? null;
  if (decision === null || decision.release === LATEST) return decision;
  const who = (await pinnedBy(transaction, name)) ?? 'an operator';
  const text = `${name} is pinned to ${decision.release} by ${who}. Ask them to let it move: ops pin ${name} none`;
  throw new TeamRefused([{ kind: 'pinned', text }], by, { name });
}

const unlisted = (name: string): ReleaseProblem => {
  const text = `${name} isn't in the registry: publish or promote a release. If one was promoted, operators took it out.`;
  return { kind: 'noRelease', text };
};

/** Since it was published, others may have taken its routes, and operators its origin or the name's team. */
async function releaseProblems(
  { description, baseUrl }: ReleaseRow,
  by: TeamKey,
  document: RegistryDocument,
  transaction: Queries,
  { settings, environment }: Services,
): Promise<ReleaseProblem[]> {
  const parsed = v.safeParse(releaseSchema, description);
  if (!parsed.success) {
    return [{ kind: 'description', text: "This host can't read the description of that release. Publish a new one." }];
  }
  const { name, version } = parsed.output;
  const removed = await removedProblem(transaction, { name, version });
  const { registry } = resolveRegistry(
    document,
    await readRecords(transaction, document, contractVersion),
    contractVersion,
  );
  const { contract } = parsed.output;
  const fit = compatibility(contract);
  const text = `it is built for contract ${contract}, and this host speaks ${contractText}. Publish a new release.`;
  const outdated: ReleaseProblem[] = fit === 'fits' || fit === 'tooNew' ? [] : [{ kind: 'contract', text }];
  const swept: ReleaseProblem[] = removed === null ? [] : [{ kind: 'noRelease', text: `${removed}.` }];
  const team = teamOf(await lockTeams(transaction), by.team);
  const isUploaded = new URL(baseUrl).origin === environment.PUBLIC_RELEASES_ORIGIN;
  const owned = ownershipProblems({ release: parsed.output, baseUrl, isUploaded }, team, team);
  return [...swept, ...outdated, ...owned, ...placeProblems(parsed.output, registry, settings.current())];
}
