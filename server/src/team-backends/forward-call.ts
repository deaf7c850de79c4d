import type { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import type { Answer } from '@fridge/shared-contracts/page';
import { Agent, request as send } from 'undici';
import {
  TEAM_IDENTITY_LIFE_S,
  TEAM_IDENTITY_TYPE,
  teamAudience,
  type TeamIdentityClaims,
  teamIdentityHeader,
} from '@fridge/shared-contracts/team';
import type { FastifyRequest } from 'fastify';
import { SignJWT } from 'jose';
import { codeOf } from '../storage/text.ts';
import { BackendFailed, readAnswer, withoutLogout } from './read-answer.ts';
import type { Identity } from '../admission/authorization.ts';
import type { OwnedHousehold } from '../admission/find-household.ts';
import { type Refusal, refuse } from '../edge/refusal.ts';
import { requestIdHeader } from '../edge/request-id.ts';
import { describeFault } from '../log/log.ts';
import type { Services } from '../program/services.ts';
import { createTally } from '../admission/counts.ts';
import type { ForwardedBody } from './forwarded-body.ts';

/** Of one team in this process, so that a backend that hangs exhausts nothing but its own share. */
export const MAX_CALLS_PER_TEAM = 50;

const CONNECT_LIMIT_MS = 3_000;

/** Connections to backends. Certificates are verified; nothing is redirected or retried. */
const createBackendAgent = (): Agent =>
  new Agent({
    connections: MAX_CALLS_PER_TEAM,
    pipelining: 1,
    connect: { timeout: CONNECT_LIMIT_MS },
    headersTimeout: 0, // `limitMs` bounds the whole exchange
    bodyTimeout: 0,
  });

/** `headers`: all that is sent. `limitMs`: from the connection to the last byte. */
interface BackendRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable;
  readonly limitMs: number;
}

/**
 * Sends a call and reads its answer.
 * @throws BackendFailed
 */
async function askBackend(agent: Agent, { address, headers, body, limitMs }: BackendRequest): Promise<Answer> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    const answer = await send(address, { dispatcher: agent, method: 'POST', headers, body, signal });
    return await readAnswer(answer.statusCode, answer.body);
  } catch (error) {
    if (error instanceof BackendFailed) throw error;
    const reason = signal.aborted ? 'timeout' : NO_CONNECTION.test(codeOf(error)) ? 'unreachable' : 'broken';
    throw new BackendFailed(reason, { cause: error });
  }
}

/** By name, address or certificate. */
const NO_CONNECTION =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|\w*CERT\w*|UNABLE_TO_\w+)$/;

/**
 * A backend's part of the time in which calls are answered (`ANSWER_TIME_LIMIT_MS`), 7 of 8 s: the page gets the reason
 * before it gives up.
 */
const BACKEND_SHARE = 7 / 8;

/** A call that was checked. `address`: at its backend; `begun`: when its work began, by `performance.now()`. */
interface CheckedCall {
  team: string;
  address: string;
  identity: Identity | null;
  household: OwnedHousehold | null;
  body: ForwardedBody;
  begun: number;
}

/** Forwards calls of teams, a bounded number at a time. */
export function createForwarder(services: Services) {
  const { environment, metrics } = services;
  const underWay = createTally();
  const agent = createBackendAgent();

  const ask = async (request: FastifyRequest, call: CheckedCall) => {
    const { team, address, identity, household, body, begun } = call;
    const signed = signIdentity(callerOf(identity, household), { team, request: body.request }, services);
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': body.contentType,
      'content-length': String(body.bytes),
      [requestIdHeader]: request.id,
      [teamIdentityHeader]: await signed,
    };
    const limitMs = Math.max(
      1,
      Math.ceil(begun + environment.ANSWER_TIME_LIMIT_MS * BACKEND_SHARE - performance.now()),
    );
    return askBackend(agent, { address, headers, body: body.content, limitMs });
  };

  return {
    close: () => agent.destroy(),
    /** @throws Refusal 500 unless the backend answers as it has to */
    async forward(request: FastifyRequest, call: CheckedCall): Promise<Answer> {
      const { team } = call;
      const tell = metrics.teamCalls.startTimer({ team });
      try {
        const answer = await underWay.during(team, MAX_CALLS_PER_TEAM, busy, () => ask(request, call));
        tell({ outcome: 'answered' });
        return withoutLogout(answer, call.identity !== null);
      } catch (error) {
        if (!(error instanceof BackendFailed)) throw error;
        tell({ outcome: error.reason });
        throw tellFailure(request, team, error);
      } finally {
        if (typeof call.body.content !== 'string') call.body.content.destroy();
      }
    },
  };
}

const busy = () => new BackendFailed('busy');

/** One line of the log, without a word of the backend's. @returns what the page gets */
function tellFailure(request: FastifyRequest, team: string, { reason, status, cause }: BackendFailed): Refusal {
  request.log.warn({
    event: 'teamBackendFailed',
    team,
    reason,
    ...(status !== undefined && { status }),
    ...(cause !== undefined && { fault: describeFault(cause) }),
  });
  return refuse.ourFault();
}

/** A header has its limits; no household has as many. */
const MAX_FRIDGES = 50;

type Caller = { sub?: string; scope: TeamIdentityClaims['scope']; home?: string; fridges?: string[] };

/**
 * What a team's backend may know of a caller: ids, never a name, a phone or a token. A report's link tells whose it is
 * and nothing of the household.
 * @param household `null`: a guest's, or not stored yet
 */
function callerOf(identity: Identity | null, household: OwnedHousehold | null): Caller {
  if (identity === null) return { scope: 'none' };
  if (identity.scope === 'report') return { sub: identity.userId, scope: 'report' };
  const [home] = household?.homeIds ?? [];
  return {
    sub: identity.userId,
    scope: 'household',
    ...(home !== undefined && { home }),
    fridges: (household?.fridges ?? []).slice(0, MAX_FRIDGES).map(({ fridgeId }) => fridgeId),
  };
}

/** @param request hash of the forwarded request, as `teamIdentityClaimsSchema` tells */
function signIdentity(
  caller: Caller,
  { team, request }: { team: string; request: string },
  { identityKeys, environment, clock }: Pick<Services, 'identityKeys' | 'environment' | 'clock'>,
): Promise<string> {
  const now = Math.floor(clock.real() / 1000);
  const claims = new SignJWT({ ...caller, request })
    .setIssuer(environment.PUBLIC_API_ORIGIN)
    .setAudience(teamAudience(team))
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + TEAM_IDENTITY_LIFE_S);
  return identityKeys.sign(claims, TEAM_IDENTITY_TYPE);
}
