import { TEAM_IDENTITY_KEYS_PATH, teamCallOf } from '@fridge/shared-contracts/host';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Identity, readAuthorization } from '../http/authorization.ts';
import { refuse } from '../http/refusal.ts';
import { acceptedSigning, checkSignedForm, type Form } from '../http/signature.ts';
import { admit, anyPhone, refusalFor } from '../http/signed-calls.ts';
import type { Services } from '../services.ts';
import { forwarding } from './ask-backend.ts';
import { createBackendLookup } from './backend-address.ts';
import { createForwarder } from './forward-call.ts';
import { formBody } from './forwarded-body.ts';
import { createIdentityKeys, readPublicKeys } from './identity-keys.ts';

/** A backend that meets an unknown key asks again at once: a cache in between may hide it no longer. */
const KEYS_MAX_AGE_S = 5;

/** Only the backend knows who may make a call. */
const anyAccess = { access: 'none', required: [] } as const;

/** Calls to teams' own backends: checked as all calls, then forwarded (architecture, "The registry"). */
export async function teamCalls(app: FastifyInstance, services: Services): Promise<void> {
  const { queries, clock, cloudKeys, configuration } = services;
  const backendOf = createBackendLookup(configuration);
  const keys = createIdentityKeys(services);
  await forwarding(app);
  const { forward } = createForwarder(services, keys);
  app.addHook('onReady', keys.prepare);
  app.removeContentTypeParser(['application/json', 'text/plain']);

  app.get(TEAM_IDENTITY_KEYS_PATH, { config: { probe: true } }, async (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${KEYS_MAX_AGE_S}`)
      .type('application/jwk-set+json')
      .send(JSON.stringify(await readPublicKeys(queries, clock.real()))),
  );

  app.post('/team/:team/*', async (request, reply) => {
    const begun = performance.now();
    const call = teamCallOf(request.url);
    const base = call && backendOf(call.team);
    if (call === null || base === null) throw refuse.badInput();
    const form = request.body;
    checkForm(form, services);
    const identity = await identify(request);
    try {
      const household = await admit(identity, form, anyAccess, services, anyPhone);
      return await forward(reply, base, { ...call, identity, household, body: formBody(request.url, form), begun });
    } catch (error) {
      throw refusalFor(error, request);
    }
  });

  /** An invalid token makes a guest. */
  async function identify(request: FastifyRequest): Promise<Identity | null> {
    const identity = await readAuthorization(request.headers.authorization, { cloudKeys, now: clock.real() });
    if (identity !== null) await app.limits.countUser(request, identity.userId);
    return identity;
  }
}

/** Signed and recent; which fields a call has is the backend's to check. @throws Refusal 400 */
function checkForm(form: unknown, services: Services): asserts form is Form {
  const names = typeof form === 'object' && form !== null ? Object.keys(form) : [];
  const fields = { required: [], optional: names };
  checkSignedForm(form, fields, { signing: acceptedSigning(services), now: services.clock.real() });
}
