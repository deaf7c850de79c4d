import {
  answerCode,
  type CallResult,
  commonCopy,
  type HostServices,
  type Household,
  type Permission,
} from '@fridge/shared-contracts';

export interface SignedInOptions {
  /** Default, and if empty: the current user. */
  owner?: string;
  /** `optional`: also calls without a fridge, `fridgeId` is empty. Default: `required`. */
  fridge?: 'required' | 'optional';
  /** Abort when the screen is left: prevents the second attempt, doesn't cancel the first. */
  signal?: AbortSignal | undefined;
  /** The caller reports errors; `otherUser` is always shown. */
  quiet?: boolean;
  /** Message for another user. Default: the input wasn't submitted. */
  otherUser?: string;
}

type Denied = Extract<Permission, { allowed: false }>;
type Failure = Extract<CallResult<unknown>, { ok: false }>;

/**
 * - `failed`: shown unless `quiet`
 * - `denied`: no permission; the host has handled it
 * - `otherUser`: another user has logged in; no call was made for them, a toast says so
 */
export type SignedInResult<Data> =
  | { ok: true; data: Data; household: Household }
  | { ok: false; reason: 'failed'; failure: Failure }
  | { ok: false; reason: 'denied'; permission: Denied['reason'] }
  | { ok: false; reason: 'otherUser' };

/**
 * Makes a call that changes something, with a login where needed: a guest logs in first, and after code 401 the user
 * logs in again and it calls once more. Never a third time without another press, and never one user's input as
 * another's.
 *
 * @param call may be called twice, with the same fields and `requestId`; only what it takes from `household` may differ
 *
 * Takes as long as a login may: keep the form locked, and check afterwards that the screen is still there. A refused
 * session becomes a guest's before the login: a screen with a form renders by `useLastingSession`, to keep the input
 * until a login.
 */
export async function callSignedIn<Data>(
  host: Pick<HostServices, 'session' | 'feedback'>,
  call: (household: Household, options: { quiet: true }) => Promise<CallResult<Data>>,
  { owner = '', fridge, signal, quiet, otherUser = commonCopy['common.otherUser.toast'] }: SignedInOptions = {},
): Promise<SignedInResult<Data>> {
  const enter = async (): Promise<Household | Denied> => {
    const permission = await host.session.require();
    if (permission.allowed) return permission.household;
    const { status, userId, mobile, homeId } = host.session.getState();
    const mayGoOn = permission.reason === 'noFridge' && fridge === 'optional' && status === 'user';
    return mayGoOn ? { userId, phone: mobile, fridgeId: '', homeId } : permission;
  };
  const fail = (failure: Failure): SignedInResult<never> => {
    if (!quiet && failure.reason !== 'aborted') host.feedback.toast(failure.message);
    return { ok: false, reason: 'failed', failure };
  };

  let user = owner;
  let expired: Failure | null = null;
  for (;;) {
    const household = await enter();
    const isDenied = 'reason' in household;
    // Before the signal: another user's login unmounts the form.
    if (!isDenied && user !== '' && household.userId !== user) {
      host.feedback.toast(otherUser);
      return { ok: false, reason: 'otherUser' };
    }
    if (expired && signal?.aborted) return fail(expired);
    if (isDenied) return { ok: false, reason: 'denied', permission: household.reason };
    user = household.userId;
    const result = await call(household, { quiet: true });
    if (result.ok) return { ok: true, data: result.data, household };
    if (expired || result.code !== answerCode.notAuthorized || signal?.aborted) return fail(result);
    expired = result;
  }
}
