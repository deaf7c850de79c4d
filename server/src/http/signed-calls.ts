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

/** A call sent as a form. One with files doesn't compile here: they come as multipart. */
type FormCall = Call<string, string, never>;

/** A call that may be acted on: the household is who it says, and so is everything it names. */
export interface VerifiedCall<C extends FormCall> {
  /** `null` only where the call's access is `none` and nobody is known. */
  readonly household: C['access'] extends 'none' ? Household | null : Household;
  readonly fields: CallFields<C>;
}

/** What an answer carries, before the page's schema reads it. */
export type DataSent<C extends FormCall> = NonNullable<C['data']['~standard']['types']>['input'];

/** Acts on a verified call. What it returns is the answer's data; what it throws, the refusal. */
export type CallHandler<C extends FormCall> = (call: VerifiedCall<C>, services: Services) => Promise<DataSent<C>>;

/** A call of the contract with what answers it. */
export interface AnsweredCall {
  readonly call: FormCall;
  readonly aboutOthers: readonly string[];
  readonly respond: (verified: { household: Household | null; fields: Form }, services: Services) => Promise<unknown>;
}

/**
 * Answers a call of the contract: its definition says where, with which fields and to whom, the handler does the rest.
 * @param options.aboutOthers fields that tell of somebody else, such as who receives a parcel, and needn't be the caller's
 */
export function answer<C extends FormCall>(call: C, handler: CallHandler<C>, { aboutOthers = [] }: { aboutOthers?: readonly string[] } = {}): AnsweredCall {
  return {
    call,
    aboutOthers,
    // `verifyCall` has checked the fields and the household against this very definition.
    respond: (verified, services) => handler(verified as VerifiedCall<C>, services),
  };
}

/** The part of the paths that the settings name; the contract's `resolveCallPath` builds the same. */
const OPAQUE_ROUTE = '/activity2023/:opaque';

/** Every signed call as a form-encoded POST: at the contract's path, or under the opaque name that the settings give. */
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
 * Whoever sends a token that isn't valid any more is answered as nobody where a call takes anybody: what is public stays
 * readable. What nobody gets may be theirs, though; 401 has the page renew the session and ask again.
 */
const isForOwner = (error: unknown): boolean => error instanceof Refusal && error.code === answerCode.notYours;
const hasRefusedToken = ({ headers, userId }: FastifyRequest): boolean => headers.authorization !== undefined && userId === '';

/**
 * The checks of every signed call, cheapest first, after the address limit; nothing is written before all have passed.
 * The nonce comes last, so that a request which is refused stores none (architecture, "The wire").
 * @returns the chain; each throws the Refusal that answers the request
 */
function formVerifier(app: FastifyInstance, services: Services) {
  const verify: CallVerifier = callVerifier(app, services);

  return async function verifyCall(request: FastifyRequest, { call, aboutOthers }: AnsweredCall): Promise<{ household: Household | null; fields: Form }> {
    const fields = request.body;
    verify.checkForm(fields, call);
    const identity = await verify.identify(request, call);
    return { household: await verify.admit(identity, fields, call, aboutOthers), fields };
  };
}

/** What decides who may make a call and with which fields. */
type CheckedCall = Pick<Call, 'required' | 'optional' | 'access'>;

export interface CallVerifier {
  /** Whether the fields are the call's, signed, and sent just now. @throws Refusal 400 */
  checkForm: (form: unknown, call: CheckedCall) => asserts form is Form;
  /** Who calls, counted. `null` only where the call's access is `none`. @throws Refusal 401, 429 */
  identify(request: FastifyRequest, call: CheckedCall): Promise<Identity | null>;
  /** The caller's household, once everything that the checked fields name is theirs; uses up the nonce. @throws Refusal */
  admit(identity: Identity | null, fields: Form, call: CheckedCall, aboutOthers?: readonly string[]): Promise<Household | null>;
}

/** The checks of a signed call one by one, for whoever has to mix them with reading a body. */
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

/** The scope is a minimum: a full session may do what a report token may, which in turn opens reports and nothing else. */
function checkAccess({ access }: CheckedCall, identity: Identity | null): void {
  const allowed = { household: identity?.scope === 'full', report: identity !== null, none: identity?.scope !== 'report' };
  if (!allowed[access]) throw refuse.notAuthorized();
}

const FRIDGE = 'fridgeId';

/** A household without a fridge can't name one: that is its state and no fault of the form, so `checkFridge` tells it. */
function namedFields({ required, optional }: CheckedCall): NamedFields {
  return required.includes(FRIDGE) ? { required: required.filter((name) => name !== FRIDGE), optional: [...optional, FRIDGE] } : { required, optional };
}

/** @throws Refusal 204 when a fridge has to be named and there is none, 400 when one isn't named */
function checkFridge({ required }: CheckedCall, fields: Form, household: Household | null): void {
  if (!required.includes(FRIDGE) || (fields[FRIDGE] ?? '') !== '') return;
  throw household?.fridges.length === 0 ? refuse.notice('server.noFridge') : refuse.badInput();
}

function without(fields: Form, names: readonly string[]): Form {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
