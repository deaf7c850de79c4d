import multipart from '@fastify/multipart';
import type { Answer } from '@fridge/shared-contracts/page';
import { TEAM_IDENTITY_KEYS_PATH, teamCallOf } from '@fridge/shared-contracts/team';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admit, checkForm, identify, refusalFor } from '../admission/admit.ts';
import type { OwnedHousehold } from '../admission/find-household.ts';
import { anyPhone } from '../admission/signed-calls.ts';
import { refuse } from '../edge/refusal.ts';
import { createUploadSlots } from '../edge/incoming-files.ts';
import type { Services } from '../program/services.ts';
import { createForwarder } from './forward-call.ts';
import { formBody } from './forwarded-body.ts';
import { readPublicKeys } from './identity-keys.ts';
import { fileLimits, receiveFiles } from './receive-files.ts';
import type { Configuration } from '../documents/configuration.ts';
import { teamOf, teamsInForce } from '../releases/teams/read-teams.ts';

/** A backend that meets an unknown key asks again at once: a cache in between may hide it no longer. */
const KEYS_MAX_AGE_S = 5;

/** Calls with files under way in this process; each is a file of up to 20 MiB. */
export const maxUploads = { ofReceiver: 25, ofAll: 50 } as const;

/** Only the backend knows who may make a call, and with which fields. An invalid token makes a guest. */
const anyCall = { access: 'anyone', required: [] } as const;

const forwarded = { ...anyPhone, leavesDatabase: true };

/** Where a checked path leads. */
type Destination = { team: string; address: string };

/** Calls to teams' own backends: checked as all calls, then forwarded (architecture, "The registry"). */
export async function teamCalls(app: FastifyInstance, services: Services): Promise<void> {
  const { queries, clock, configuration, environment } = services;
  const forwarder = createForwarder(services);
  const inSlot = createUploadSlots(services, maxUploads);
  app.addHook('onReady', services.identityKeys.prepare);
  app.addHook('onClose', forwarder.close);
  app.removeContentTypeParser(['application/json', 'text/plain']);

  app.get(TEAM_IDENTITY_KEYS_PATH, { config: { probe: true } }, async (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${KEYS_MAX_AGE_S}`)
      .type('application/jwk-set+json')
      .send(JSON.stringify(await readPublicKeys(queries, clock.real()))),
  );

  await app.register(multipart, { limits: fileLimits });
  app.post('/team/:team/*', { config: { longBody: 'multipart' } }, async (request, reply) => {
    const call = teamCallOf(request.url);
    const base = call && backendOf(configuration, call.team);
    if (call === null || base === null) throw refuse.badInput();
    const to = { team: call.team, address: base + call.rest };
    try {
      return await (request.isMultipart() ? answerUpload(request, reply, to) : answerForm(request, to));
    } catch (error) {
      throw refusalFor(error, request);
    }
  });

  async function answerForm(request: FastifyRequest, to: Destination): Promise<Answer> {
    const begun = performance.now();
    const form = request.body;
    checkForm(form, null, services);
    const identity = await identify(request, 'anyone', services);
    const household = await admit(identity, form, anyCall, services, forwarded);
    return forwarder.forward(request, { ...to, identity, household, body: formBody(request.url, form), begun });
  }

  /** Of known users alone, who are counted: each keeps a file here. */
  async function answerUpload(request: FastifyRequest, reply: FastifyReply, to: Destination): Promise<Answer> {
    const identity = await identify(request, 'anyone', services);
    if (identity === null) throw refuse.notAuthorized();
    return inSlot(request, reply, { userId: identity.userId, receiver: to.team }, async (file) => {
      let household: OwnedHousehold | null = null;
      const body = await receiveFiles(request, { file, environment }, async (fields) => {
        checkForm(fields, null, services);
        household = await admit(identity, fields, anyCall, services, forwarded);
      });
      return forwarder.forward(request, { ...to, identity, household, body, begun: performance.now() });
    });
  }
}

/** @returns where a team's calls go, with a slash at its end; `null`: no such team, or it has no backend */
function backendOf(configuration: Configuration, team: string): string | null {
  const backend = teamOf(teamsInForce(configuration), team)?.backend;
  if (!backend) return null;
  // Calls go below the address's path; a query or a password of it is not used.
  const { origin, pathname } = new URL(backend);
  return `${origin}${pathname}${pathname.endsWith('/') ? '' : '/'}`;
}
