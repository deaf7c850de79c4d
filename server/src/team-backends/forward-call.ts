import type { Answer } from '@fridge/shared-contracts/page';
import { teamIdentityHeader } from '@fridge/shared-contracts/team';
import type { FastifyRequest } from 'fastify';
import type { Identity } from '../admission/authorization.ts';
import type { OwnedHousehold } from '../admission/find-household.ts';
import { type Refusal, refuse } from '../edge/refusal.ts';
import { requestIdHeader } from '../edge/request-id.ts';
import { describeFault } from '../log/log.ts';
import type { Services } from '../program/services.ts';
import { createTally } from '../admission/counts.ts';
import { askBackend, createBackendAgent, MAX_CALLS_PER_TEAM } from './ask-backend.ts';
import type { ForwardedBody } from './forwarded-body.ts';
import { BackendFailed, withoutLogout } from './read-answer.ts';
import { callerOf, signIdentity } from './sign-identity.ts';

/**
 * A backend's part of the time in which calls are answered (`ANSWER_TIME_LIMIT_MS`), 7 of 8 s: the page gets the reason
 * before it gives up.
 */
const BACKEND_SHARE = 7 / 8;

/** A call that was checked. `address`: at its backend; `begun`: when its work began, by `performance.now()`. */
export interface CheckedCall {
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
