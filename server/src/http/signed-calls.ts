import { answerCode, type Call, type CallFields } from '@fridge/shared-contracts';
import { resolveCallPath } from '@fridge/shared-contracts/host';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { success } from './answers.ts';
import { type Identity, readAuthorization } from './authorization.ts';
import type { Form, NamedFields } from './form.ts';
import { checkOwnership, findHousehold, type Household } from './household.ts';
import { consumeNonce } from './nonce.ts';
import { Refusal, refuse } from './refusal.ts';
import { checkSignedForm } from './signature.ts';

/** Calls with files are multipart. */
type FormCall = Call<string, string, never>;

/** A call with checked household and ids. */
export interface VerifiedCall<C extends FormCall> {
  readonly household: C['access'] extends 'none' ? Household | null : Household;
  readonly fields: CallFields<C>;
}

/** Before the page's schema parses it. */
export type DataSent<C extends FormCall> = NonNullable<C['data']['~standard']['types']>['input'];

type CallHandler<C extends FormCall> = (call: VerifiedCall<C>, services: Services) => Promise<DataSent<C>>;

export interface AnsweredCall {
  readonly call: FormCall;
  readonly aboutOthers: readonly string[];
  readonly respond: (verified: { household: Household | null; fields: Form }, services: Services) => Promise<unknown>;
}

/**
 * Pairs a call with its handler.
 * @param options.aboutOthers fields that the caller needn't own: other people's
 */
export function answer<C extends FormCall>(call: C, handler: CallHandler<C>, { aboutOthers = [] }: { aboutOthers?: readonly string[] } = {}): AnsweredCall {
  return {
    call,
    aboutOthers,
    // `verifyCall` has checked both against this definition.
    respond: (verified, services) => handler(verified as VerifiedCall<C>, services),
  };
}

/** For calls whose name is in the settings; see the contract's `resolveCallPath`. */
const OPAQUE_ROUTE = '/activity2023/:opaque';

/** Registers signed calls as form POSTs, at the contract's path or under the settings' name. */
export function signedCalls(services: Services, answered: readonly AnsweredCall[]) {
  return async (app: FastifyInstance): Promise<void> => {
    const verifyCall = formVerifier(app, services);
    const run = async (request: FastifyRequest, each: AnsweredCall) => {
      try {
        return success(await each.respond(await verifyCall(request, each), services));
      } catch (error) {
        throw isForOwner(error) && hasRefusedToken(request) ? refuse.notAuthorized() : error;
      }
    };
    app.removeContentTypeParser(['application/json', 'text/plain']);

    for (const each of answered) {
      const { path } = each.call;
      if (typeof path === 'string') app.route({ method: 'POST', url: path, handler: (request) => run(request, each) });
    }
    app.route<{ Params: { opaque: string } }>({
      method: 'POST',
      url: OPAQUE_ROUTE,
      handler: (request) => {
        const path = OPAQUE_ROUTE.replace(':opaque', () => request.params.opaque);
        const names = services.settings.current().activity2023;
        const each = answered.find(({ call }) => typeof call.path !== 'string' && resolveCallPath(call.path, names) === path);
        if (each === undefined) throw refuse.badInput();
        return run(request, each);
      },
    });
  };
}

/**
 * Calls for anyone treat an invalid token as anonymous, which keeps public data readable. Where that gives 403, the
 * answer is 401: the page renews its session and retries.
 */
const isForOwner = (error: unknown): boolean => error instanceof Refusal && error.code === answerCode.notYours;
const hasRefusedToken = ({ headers, userId }: FastifyRequest): boolean => headers.authorization !== undefined && userId === '';

/** Cheapest checks first. The nonce is stored last: refused requests store nothing (architecture, "The wire"). */
function formVerifier(app: FastifyInstance, services: Services) {
  const verify: CallVerifier = callVerifier(app, services);

  return async function verifyCall(request: FastifyRequest, { call, aboutOthers }: AnsweredCall): Promise<{ household: Household | null; fields: Form }> {
    const fields = request.body;
    verify.checkForm(fields, call);
    const identity = await verify.identify(request, call);
    return { household: await verify.admit(identity, fields, call, aboutOthers), fields };
  };
}

type CheckedCall = Pick<Call, 'required' | 'optional' | 'access'>;

export interface CallVerifier {
  /** Whether the form is the call's, signed and recent. @throws Refusal 400 */
  checkForm: (form: unknown, call: CheckedCall) => asserts form is Form;
  /** Authenticates and counts the caller; `null` only for access `none`. @throws Refusal 401, 429 */
  identify(request: FastifyRequest, call: CheckedCall): Promise<Identity | null>;
  /** Checks ownership and uses the nonce up. @throws Refusal */
  admit(identity: Identity | null, fields: Form, call: CheckedCall, aboutOthers?: readonly string[]): Promise<Household | null>;
}

/** The checks one by one, for handlers that read the body in between. */
export function callVerifier(app: FastifyInstance, { environment, queries, clock, settings }: Services): CallVerifier {
  return {
    checkForm(form, call) {
      checkSignedForm(form, namedFields(call), { signing: settings.current().signing, now: clock.real() });
    },
    async identify(request, call) {
      const identity = await readAuthorization(request.headers.authorization, { cloudKey: environment.CLOUD_KEY, now: clock.real() });
      checkAccess(call, identity);
      if (identity !== null) await app.limits.countUser(request, identity.userId);
      return identity;
    },
    async admit(identity, fields, call, aboutOthers = []) {
      const household = identity === null ? null : await findHousehold(queries, identity.userId);
      if (household === null && call.access !== 'none') throw refuse.notAuthorized();
      checkOwnership(without(fields, aboutOthers), household);
      checkFridge(call, fields, household);
      await consumeNonce(queries, fields['nonce'] ?? '', clock.real());
      return household;
    },
  };
}

/** A full session opens reports too; a report token opens nothing else. */
function checkAccess({ access }: CheckedCall, identity: Identity | null): void {
  const allowed = { household: identity?.scope === 'full', report: identity !== null, none: identity?.scope !== 'report' };
  if (!allowed[access]) throw refuse.notAuthorized();
}

const FRIDGE = 'fridgeId';

/** A household without a fridge can't name one: `checkFridge` answers it. */
function namedFields({ required, optional }: CheckedCall): NamedFields {
  return required.includes(FRIDGE) ? { required: required.filter((name) => name !== FRIDGE), optional: [...optional, FRIDGE] } : { required, optional };
}

/** @throws Refusal 204 without a fridge, 400 when none is named */
function checkFridge({ required }: CheckedCall, fields: Form, household: Household | null): void {
  if (!required.includes(FRIDGE) || (fields[FRIDGE] ?? '') !== '') return;
  throw household?.fridges.length === 0 ? refuse.notice('server.noFridge') : refuse.badInput();
}

function without(fields: Form, names: readonly string[]): Form {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
