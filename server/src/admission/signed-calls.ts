import { answerCode, type Call, type CallFields } from '@fridge/shared-contracts';
import { resolveCallPath } from '@fridge/shared-contracts/page';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../program/services.ts';
import { success } from '../edge/answers.ts';
import { type Identity, readAuthorization } from './authorization.ts';
import { findHousehold, type OwnedHousehold } from './find-household.ts';
import { checkOwnership, claimsAnything, isOwned } from './household.ts';
import { AnsweredTooLate, Refusal, refuse } from '../edge/refusal.ts';
import { acceptedSigning, checkSignedForm, type Form, type NamedFields } from './signature.ts';
import { refuseUnknownAccount } from './unknown-accounts.ts';

/** Calls with files are multipart. */
type FormCall = Call<string, string, never>;

/**
 * `endsAt`: when the caller is answered whatever happens, by `performance.now()`; what hasn't begun then never does.
 */
type Caller = { readonly endsAt: number };

/** A call with checked household and ids. */
interface VerifiedCall<C extends FormCall> extends Caller {
  readonly household: C['access'] extends 'none' ? OwnedHousehold | null : OwnedHousehold;
  readonly fields: CallFields<C>;
}

/** Answers what the page's schema parses. */
type CallHandler<C extends FormCall> = (
  call: VerifiedCall<C>,
  services: Services,
) => Promise<NonNullable<C['data']['~standard']['types']>['input']>;

/**
 * @property aboutOthers fields that the caller needn't own: other people's
 * @property leavesDatabase what the call does is done elsewhere
 * @property onlyReads the handler changes nothing
 */
type AnswerOptions = {
  aboutOthers?: readonly string[];
  leavesDatabase?: boolean;
  onlyReads?: boolean;
};

/** What most calls of a visit are. */
export const readOnly: AnswerOptions = { onlyReads: true };

/** A contact's or a recipient's phone may be anyone's. */
export const anyPhone: AnswerOptions = { aboutOthers: ['phone'] };

/** A call of a verified user who may have no account, and with a nonce that isn't stored yet. */
interface UnadmittedCall<C extends FormCall> extends Caller {
  readonly userId: string;
  readonly nonce: string;
  readonly fields: CallFields<C>;
}

/** `respondTo`: for a caller who is authenticated and counted; the database hasn't been asked anything yet. */
export interface AnsweredCall {
  readonly call: FormCall;
  readonly respondTo: (identity: Identity | null, fields: Form, services: Services, caller: Caller) => Promise<unknown>;
}

/** Pairs a call with its handler. */
export function answer<C extends FormCall>(
  call: C,
  handler: CallHandler<C>,
  options: AnswerOptions = {},
): AnsweredCall {
  // The nonce is stored last: refused requests store nothing (architecture, "The wire"). For reads it doesn't matter
  // whether the handler runs for a copy too, so they run meanwhile.
  const respondTo: AnsweredCall['respondTo'] = async (identity, fields, services, { endsAt }) => {
    const household = await findOwner(identity, fields, call, services, options);
    const used = storeNonce(fields, services, options);
    // `checkForm` and `findOwner` have checked both against this definition.
    const respond = async () => handler({ household, fields, endsAt } as VerifiedCall<C>, services);
    if (options.onlyReads !== true) {
      await used;
      if (performance.now() >= endsAt) throw new AnsweredTooLate();
      return respond();
    }
    const [nonce, result] = await Promise.allSettled([used, respond()]);
    for (const each of [nonce, result]) if (each.status === 'rejected') throw each.reason;
    return result.status === 'fulfilled' ? result.value : null;
  };
  return { call, respondTo };
}

/**
 * Pairs a call with a handler whose one statement finds the caller and uses up the nonce too. It answers a copy of a
 * request (same nonce) as well: it knows it by its `requestId`.
 * @throws when the call has fields that have to be the caller's
 */
export function answerByOneStatement<C extends FormCall & { access: 'household' }>(
  call: C,
  handler: (
    asked: UnadmittedCall<C>,
    services: Services,
  ) => Promise<NonNullable<C['data']['~standard']['types']>['input']>,
): AnsweredCall {
  if ([...call.required, ...call.optional].some(isOwned)) throw new Error(`${String(call.path)} claims what is owned.`);
  return {
    call,
    respondTo: async (identity, fields, services, { endsAt }) => {
      if (identity === null) throw refuse.notAuthorized();
      // PostgreSQL would refuse it, and those that are asked for with it.
      if (identity.userId.includes('\0')) throw refuseUnknownAccount(services);
      // `checkForm` has checked the fields against this definition.
      const asked = { userId: identity.userId, nonce: fields['nonce'] ?? '', fields, endsAt } as UnadmittedCall<C>;
      return handler(asked, services);
    },
  };
}

/** For calls whose name is in the settings; see the contract's `resolveCallPath`. */
const OPAQUE_ROUTE = '/activity2023/:opaque';

/** Registers signed calls as form POSTs, at the contract's path or under the settings' name. */
export async function signedCalls(
  app: FastifyInstance,
  { services, calls }: { services: Services; calls: readonly AnsweredCall[] },
): Promise<void> {
  const run = async (request: FastifyRequest, each: AnsweredCall) => {
    try {
      return success(await answerCall(request, each, services));
    } catch (error) {
      throw refusalFor(error, request);
    }
  };
  app.removeContentTypeParser(['application/json', 'text/plain']);

  for (const each of calls) {
    const { path } = each.call;
    if (typeof path === 'string') app.post(path, (request) => run(request, each));
  }
  app.post<{ Params: { opaque: string } }>(OPAQUE_ROUTE, (request) => {
    const path = OPAQUE_ROUTE.replace(':opaque', () => request.params.opaque);
    const names = services.settings.current().activity2023;
    const each = calls.find(({ call }) => typeof call.path !== 'string' && resolveCallPath(call.path, names) === path);
    if (each === undefined) throw refuse.badInput();
    return run(request, each);
  });
}

/**
 * Calls for anyone treat an invalid token as anonymous, which keeps public data readable. Where that gives 403, the
 * answer is 401: the page renews its session and retries.
 */
export const refusalFor = (error: unknown, request: FastifyRequest): unknown =>
  isForOwner(error) && hasRefusedToken(request) ? refuse.notAuthorized() : error;
const isForOwner = (error: unknown): boolean => error instanceof Refusal && error.code === answerCode.notYours;
const hasRefusedToken = ({ headers, userId }: FastifyRequest): boolean =>
  headers.authorization !== undefined && userId === '';

/** Cheapest checks first. */
async function answerCall(
  request: FastifyRequest,
  { call, respondTo }: AnsweredCall,
  services: Services,
): Promise<unknown> {
  const fields = request.body;
  checkForm(fields, call, services);
  return respondTo(await identify(request, call, services), fields, services, request);
}

/** Whether the form is the call's, signed and recent. @throws Refusal 400 */
export function checkForm(form: unknown, call: Call, services: Services): asserts form is Form {
  checkSignedForm(form, namedFields(call), { signing: acceptedSigning(services), now: services.clock.real() });
}

/**
 * Authenticates and counts the caller; `null` only for access `none`. A full session opens reports too; a report token
 * opens nothing else.
 * @throws Refusal 401, 429
 */
export async function identify(
  request: FastifyRequest,
  { access }: Call,
  { cloudKeys, clock }: Services,
): Promise<Identity | null> {
  const identity = await readAuthorization(request.headers.authorization, {
    cloudKeys,
    now: clock.real(),
  });
  const allowed = {
    household: identity?.scope === 'full',
    report: identity !== null,
    none: identity?.scope !== 'report',
  };
  if (!allowed[access]) throw refuse.notAuthorized();
  if (identity !== null) request.server.limits.countUser(request, identity.userId);
  return identity;
}

/**
 * Checks ownership and uses the nonce up; its primary key decides across processes.
 * @throws Refusal, 409 for a used nonce
 */
export async function admit(
  identity: Identity | null,
  fields: Form,
  call: Pick<Call, 'access' | 'required'>,
  services: Services,
  options: AnswerOptions = {},
): Promise<OwnedHousehold | null> {
  const household = await findOwner(identity, fields, call, services, options);
  await storeNonce(fields, services, options);
  return household;
}

/** @throws Refusal unless everything that the form claims is the caller's */
async function findOwner(
  identity: Identity | null,
  fields: Form,
  call: Pick<Call, 'access' | 'required'>,
  services: Services,
  { aboutOthers = [] }: AnswerOptions,
): Promise<OwnedHousehold | null> {
  const household = identity === null ? null : await findHousehold(services.queries, identity.userId);
  const claimed = Object.fromEntries(Object.entries(fields).filter(([name]) => !aboutOthers.includes(name)));
  if (identity !== null && household === null && (call.access !== 'none' || claimsAnything(claimed)))
    throw refuseUnknownAccount(services);
  checkOwnership(claimed, household);
  checkFridge(call, fields, household);
  return household;
}

/** @throws Refusal 409 for a used nonce */
async function storeNonce(
  fields: Form,
  { nonces, clock }: Services,
  { leavesDatabase = false }: AnswerOptions,
): Promise<void> {
  const isUnused = await nonces[leavesDatabase ? 'useDurably' : 'use'](fields['nonce'] ?? '', clock.real());
  if (!isUnused) throw refuse.replayed();
}

const FRIDGE = 'fridgeId';

/** A household without a fridge can't name one: `checkFridge` answers it. */
function namedFields({ required, optional }: Call): NamedFields {
  return required.includes(FRIDGE)
    ? { required: required.filter((name) => name !== FRIDGE), optional: [...optional, FRIDGE] }
    : { required, optional };
}

/** @throws Refusal 204 without a fridge, 400 when none is named */
function checkFridge({ required }: Pick<Call, 'required'>, fields: Form, household: OwnedHousehold | null): void {
  if (!required.includes(FRIDGE) || (fields[FRIDGE] ?? '') !== '') return;
  throw household?.fridges.length === 0 ? refuse.notice('server.noFridge') : refuse.badInput();
}
