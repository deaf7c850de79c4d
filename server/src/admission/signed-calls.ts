import type { Call, CallFields } from '@fridge/shared-contracts';
import { resolveCallPath } from '@fridge/shared-contracts/page';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../program/services.ts';
import { success } from '../edge/answers.ts';
import {
  type AdmitOptions,
  checkForm,
  findOwner,
  identify,
  refusalFor,
  refuseUnknownAccount,
  storeNonce,
} from './admit.ts';
import type { Identity } from './authorization.ts';
import type { OwnedHousehold } from './find-household.ts';
import { isOwned } from './household.ts';
import { AnsweredTooLate, refuse } from '../edge/refusal.ts';
import type { Form } from './signature.ts';

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

/** @property onlyReads the handler changes nothing */
type AnswerOptions = AdmitOptions & { onlyReads?: boolean };

/** What most calls of a visit are. */
export const readOnly: AnswerOptions = { onlyReads: true, takesBlocked: true };

/** Repeats what a blocked user was answered before, and refuses all else. */
export const judgesBlocked: AnswerOptions = { takesBlocked: true };

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
  // For reads it doesn't matter whether the handler runs for a copy too: they run while the nonce is stored.
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
  const run = async (request: FastifyRequest, { call, respondTo }: AnsweredCall) => {
    try {
      const fields = request.body;
      checkForm(fields, call, services);
      const identity = await identify(request, call.access, services);
      return success(await respondTo(identity, fields, services, request));
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
