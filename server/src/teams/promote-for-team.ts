import { cleanField, contractVersion } from '@fridge/shared-contracts/page';
import { readCanaryState } from '../canaries/canary-state.ts';
import { withoutCanaryOf } from '../canaries/plan-canary.ts';
import type { Version } from '../configuration/documents.ts';
import type { Queries } from '../database/database.ts';
import { planRollBack } from '../publishing/plan-roll-back.ts';
import type { ReleaseProblem } from '../publishing/release-problem.ts';
import { changeRegistry } from '../registry/change-registry.ts';
import { decidedOf, listRemote, type RemoteDecision } from '../registry/registry-document.ts';
import {
  insertPromotion,
  readPromotions,
  readStoredRelease,
  type StoredPromotion,
  tellReleases,
} from '../registry/releases.ts';
import { releaseOf } from '../registry/resolve-registry.ts';
import type { Services } from '../services.ts';
import type { TeamDone } from './answer-team.ts';
import { ownDecision, ownReleaseProblems, readOwnRelease } from './own-remote.ts';
import { type ChosenRelease, keepDone, readDone } from './repeated-request.ts';
import type { TeamKey } from './team-key-problems.ts';
import { TeamRefused } from './team-refused.ts';
import type { VerifiedRequest } from './verify-team-request.ts';

/**
 * Gives pages a release that was published before, or that of the canary, which then ends; the one they get already
 * stays
 * without a trace.
 * @throws TeamRefused
 */
export function promoteForTeam(
  { by, request: { version, ...asked } }: VerifiedRequest<'promote'>,
  services: Services,
): Promise<TeamDone> {
  const { name } = asked;
  return choose({ by, ...asked, kind: 'promote' }, services, async (decision, promotions, transaction) => {
    const from = decision && releaseOf(name, decision, promotions, contractVersion);
    const to = version ?? decision?.canary?.release;
    if (to === undefined) return { refused: noCanary(name) };
    const stored = await readOwnRelease({ name, version: to }, transaction);
    const ended = decision?.canary?.release === to ? decision.canary : null;
    return 'kind' in stored
      ? { refused: stored }
      : { from, to, ended, promotes: promotions.at(-1)?.version !== to || decision === null };
  });
}

/** Gives pages the release before, until the next one is promoted; or ends the canary. @throws TeamRefused */
export function rollBackForTeam({ by, request }: VerifiedRequest<'rollback'>, services: Services): Promise<TeamDone> {
  const { name } = request;
  return choose({ by, ...request, kind: 'rollback' }, services, async (decision, promotions, transaction, current) =>
    decision === null
      ? { refused: unlisted(name) }
      : planRollBack(name, decision, promotions, await readCanaryState(transaction, name, current)),
  );
}

type Asked = { by: TeamKey; name: string; why: string; id?: string | undefined; kind: 'promote' | 'rollback' };
type Planning = (
  decision: RemoteDecision | null,
  promotions: StoredPromotion[],
  transaction: Queries,
  current: Version,
) => Plan | Promise<Plan>;
type Plan = ChosenRelease | { refused: ReleaseProblem };

/** In one transaction, which looks at team, key and pin again; once, if its answer was lost. */
async function choose({ by, name, why, id, kind }: Asked, services: Services, plan: Planning): Promise<TeamDone> {
  const { clock } = services;
  const author = { by: `${by.team}/${by.keyId}`, why: cleanField(why, 'one'), way: 'team' } as const;
  const request = id === undefined ? null : `${by.team} ${kind} ${name} ${id}`;
  const done = await changeRegistry(services, author, async (document, transaction, latest) => {
    const decision = await ownDecision({ by, name }, document, transaction);
    const before = request === null ? null : await readDone(transaction, request);
    if (before !== null) return { ...before, document, canary: decision?.canary ?? null, isNew: false };
    const promotions = await readPromotions(transaction, name);
    const chosen = await plan(decision, promotions, transaction, latest);
    if ('refused' in chosen) throw new TeamRefused([chosen.refused], by, { name });
    const about = { name, version: chosen.to };
    const stored = await readStoredRelease(transaction, about);
    const problems = stored === null ? [] : await ownReleaseProblems(stored, by, document, transaction, services);
    if (problems.length > 0 && (chosen.promotes || kind === 'promote')) throw new TeamRefused(problems, by, about);
    if (chosen.promotes) {
      await insertPromotion(transaction, { ...about, kind }, author, clock.real());
      await tellReleases(transaction);
    }
    if (request !== null) await keepDone(transaction, request, chosen, clock.real());
    const listed = chosen.promotes ? listRemote(document, name) : document;
    const after = chosen.ended === null ? listed : withoutCanaryOf(name, listed);
    const isNew = after !== document || chosen.promotes;
    return { ...chosen, document: after, canary: decidedOf(name, after)?.canary ?? null, isNew };
  });
  const { from, to, ended, canary, isNew } = done;
  const told = { name, version: to, from, ...(ended !== null && { ended: ended.release }) };
  return { by, outcome: isNew ? 'done' : 'unchanged', told, data: { name, from, to, ended, canary } };
}

const unlisted = (name: string): ReleaseProblem => {
  const text = `${name} isn't in the registry: publish or promote a release. If one was promoted, operators took it out.`;
  return { kind: 'noRelease', text };
};

const noCanary = (name: string): ReleaseProblem => {
  const text = `${name} has no canary. What became of one: npx remote-kit canary. To promote another release: npx remote-kit promote VERSION`;
  return { kind: 'canary', text };
};
