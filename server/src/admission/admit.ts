import { answerCode, type Call } from '@fridge/shared-contracts';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../program/services.ts';
import { Refusal, refuse } from '../edge/refusal.ts';
import { type Identity, readAuthorization } from './authorization.ts';
import { findHousehold, type OwnedHousehold } from './find-household.ts';
import { checkOwnership, claimsAnything } from './household.ts';
import { countUser } from './rate-limits.ts';
import { checkSignedForm, type Form, type NamedFields } from './signature.ts';

// The chain by which calls come in, cheapest first. `limitRates` has counted the address before a body was read; then
// the form's signature and time (`checkForm`), the token and its user's limits (`identify`), what the form claims to
// own
// (`findOwner`), and the nonce (`storeNonce`) last: refused requests store nothing (architecture, "The wire").

/** Who may make a call. `anyone`: also with the token of a report. */
type Access = Call['access'] | 'anyone';

/** What decides of a call: its fields, and whose they have to be. */
type AdmittedCall = { access: Access; required: readonly string[]; optional: readonly string[] };

/**
 * @property aboutOthers fields that the caller needn't own: other people's
 * @property leavesDatabase what the call does is done elsewhere
 * @property takesBlocked also of a blocked user: it changes nothing, or looks at that itself
 */
export type AdmitOptions = { aboutOthers?: readonly string[]; leavesDatabase?: boolean; takesBlocked?: boolean };

const FRIDGE = 'fridgeId';

/**
 * Whether the form is the call's, signed and recent.
 * @param call `null`: with any fields
 * @throws Refusal 400
 */
export function checkForm(
  form: unknown,
  call: Pick<AdmittedCall, 'required' | 'optional'> | null,
  services: Services,
): asserts form is Form {
  checkSignedForm(form, call && namedFields(call), services);
}

/** A household without a fridge can't name one: `findOwner` answers it. */
function namedFields({ required, optional }: NamedFields): NamedFields {
  return required.includes(FRIDGE)
    ? { required: required.filter((name) => name !== FRIDGE), optional: [...optional, FRIDGE] }
    : { required, optional };
}

/**
 * Authenticates and counts the caller; `null` only for access `none` and `anyone`. A full session opens reports too; a
 * report token opens nothing else.
 * @throws Refusal 401, 429
 */
export async function identify(
  request: FastifyRequest,
  access: Access,
  services: Pick<Services, 'cloudKeys' | 'clock' | 'environment' | 'userCounts'>,
): Promise<Identity | null> {
  const { cloudKeys, clock } = services;
  const identity = await readAuthorization(request.headers.authorization, { cloudKeys, now: clock.real() });
  const allowed = {
    household: identity?.scope === 'full',
    report: identity !== null,
    none: identity?.scope !== 'report',
    anyone: true,
  };
  if (!allowed[access]) throw refuse.notAuthorized();
  if (identity !== null) countUser(request, identity.userId, services);
  return identity;
}

/** Checks ownership and uses the nonce up. @throws Refusal, 409 for a used nonce */
export async function admit(
  identity: Identity | null,
  fields: Form,
  call: Pick<AdmittedCall, 'access' | 'required'>,
  services: Services,
  options: AdmitOptions = {},
): Promise<OwnedHousehold | null> {
  const household = await findOwner(identity, fields, call, services, options);
  await storeNonce(fields, services, options);
  return household;
}

/** @throws Refusal unless everything that the form claims is the caller's, and the caller may make the call */
export async function findOwner(
  identity: Identity | null,
  fields: Form,
  { access, required }: Pick<AdmittedCall, 'access' | 'required'>,
  services: Services,
  { aboutOthers = [], takesBlocked = false }: AdmitOptions,
): Promise<OwnedHousehold | null> {
  const household = identity === null ? null : await findHousehold(services.queries, identity.userId);
  const claimed = Object.fromEntries(Object.entries(fields).filter(([name]) => !aboutOthers.includes(name)));
  const isForAnyone = access === 'none' || access === 'anyone';
  if (identity !== null && household === null && (!isForAnyone || claimsAnything(claimed)))
    throw refuseUnknownAccount(services);
  checkOwnership(claimed, household);
  if (household?.account.blockedBy != null && !takesBlocked) throw refuse.notice('server.account.blocked');
  if (required.includes(FRIDGE) && (fields[FRIDGE] ?? '') === '')
    throw household?.fridges.length === 0 ? refuse.notice('server.noFridge') : refuse.badInput();
  return household;
}

/** The nonce's primary key decides across processes. @throws Refusal 409 for a used nonce */
export async function storeNonce(
  fields: Form,
  { nonces, clock }: Pick<Services, 'nonces' | 'clock'>,
  { leavesDatabase = false }: AdmitOptions,
): Promise<void> {
  const isUnused = await nonces[leavesDatabase ? 'useDurably' : 'use'](fields['nonce'] ?? '', clock.real());
  if (!isUnused) throw refuse.replayed();
}

/**
 * Calls for anyone treat an invalid token as anonymous, which keeps public data readable. Where that gives 403, the
 * answer is 401: the page renews its session and retries.
 */
export function refusalFor(error: unknown, { headers, userId }: FastifyRequest): unknown {
  const isForOwner = error instanceof Refusal && error.code === answerCode.notYours;
  return isForOwner && headers.authorization !== undefined && userId === '' ? refuse.notAuthorized() : error;
}

/**
 * For a valid token without an account, such as of a user who registered since the last import. Not 401: the page would
 * ask to log in again, in vain.
 */
export function refuseUnknownAccount({ log, metrics }: Pick<Services, 'log' | 'metrics'>): Refusal {
  metrics.unknownAccounts.inc();
  log.warn({ event: 'unknownAccount' });
  return refuse.notice('server.account.unknown');
}
