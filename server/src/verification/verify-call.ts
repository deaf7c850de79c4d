import { type CallName, calls } from '@fridge/shared-contracts';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import type { Form } from '../wire/read-form.ts';
import { refuse } from '../wire/refusal.ts';
import { readAuthorization } from './authorization.ts';
import { findHousehold, type Household } from './household.ts';
import { checkNamedFields } from './named-fields.ts';
import { consumeNonce } from './nonce.ts';
import { checkOwnership } from './ownership.ts';
import { rateLimit } from './rate-limit.ts';
import { checkSignature, checkTimeliness } from './signature.ts';

/** A call that may be acted on: the household is who it says, and so is everything it names. */
export type VerifiedCall = { household: Household; fields: Form };

/** The recipient of a parcel may have any phone. */
const namesOthers: ReadonlySet<CallName> = new Set(['saveAddress']);

/**
 * The checks of every signed call, cheapest first; nothing is written before all have passed, the nonce aside, which
 * comes last so that only an authorized user can store one (architecture, "The wire").
 * @returns the chain; each throws the Refusal that answers the request
 */
export function verifier({ environment, queries, clock, settings }: Services) {
  const allow = rateLimit(environment.RATE_LIMIT_PER_MINUTE);

  return async function verifyCall(request: Pick<FastifyRequest, 'body' | 'headers'>, call: CallName): Promise<VerifiedCall> {
    const now = clock.real();
    const { body } = request;
    checkNamedFields(body, calls[call].fields);
    checkSignature(body, settings.current().signing);
    checkTimeliness(body, now);
    const { userId } = readAuthorization(request.headers.authorization, { cloudKey: environment.CLOUD_KEY, scope: 'full', now });
    if (!allow(userId, now)) throw refuse.tooMany();
    const household = await findHousehold(queries, userId);
    if (household === null) throw refuse.notAuthorized();
    if (!namesOthers.has(call)) checkOwnership(body, household);
    await consumeNonce(queries, body['nonce'] ?? '', now);
    return { household, fields: body };
  };
}
