import {
  answerCode,
  type CallResult,
  commonCopy,
  type HostServices,
  type Household,
  type Permission,
} from '@fridge/shared-contracts';

export interface SaveOptions {
  /** Whose input it is. Default, and when empty: whoever is there at the press. */
  owner?: string;
  /** `optional`: goes on for a home without a fridge as well; the household's `fridgeId` is then empty. Default: `required`. */
  fridge?: 'required' | 'optional';
  /** Aborted once the screen is left: the save isn't sent a second time. The first one isn't taken back by it. */
  signal?: AbortSignal | undefined;
  /** The caller says itself why a call failed; the words for another user are always shown. */
  quiet?: boolean;
  /** The words for another user. Default: that what was typed wasn't submitted. */
  otherUser?: string;
}

type Denied = Extract<Permission, { allowed: false }>;

/**
 * - `failed`: the server's last word, or none; the user has been told unless `quiet`
 * - `denied`: nobody who may save is there, by the session's own reason; the host has done what there is to do
 * - `otherUser`: somebody else has logged in; nothing went on under their name, and they have been told what to do
 */
export type Saved<Data> =
  | { ok: true; data: Data; household: Household }
  | { ok: false; reason: 'failed'; failure: Extract<CallResult<Data>, { ok: false }> }
  | { ok: false; reason: 'denied'; permission: Denied['reason'] }
  | { ok: false; reason: 'otherUser' };

/**
 * Saves what a user has typed or chosen, through a login where one is needed: asks who is there (a guest logs in and it
 * goes on), saves, and where the server doesn't accept the session any more (code 401) has the user log in and saves
 * once more. It never sends a third time without another press, and never what one user typed as another.
 *
 * @param save sends the call with these options, `quiet` among them: the words are said here. It may be asked twice and
 *   sends the same fields and the same `requestId` both times; only what it takes from `household` may have changed.
 *
 * It may take as long as a login does: keep the form locked and its button busy until it resolves. What the screen does
 * next (go elsewhere, ask) it does only while it is still there.
 *
 * A refused session becomes a guest's at once, before the login. So a screen with a form draws by `useLastingSession`
 * in place of the session itself: nothing is read anew, and nothing that was typed is unmounted, until somebody logs
 * in. If that is another user, the screen changes to what is theirs, with the first one's draft kept where it has any.
 */
export async function saveSignedIn<Data>(
  host: Pick<HostServices, 'session' | 'feedback'>,
  save: (household: Household, options: { quiet: true }) => Promise<CallResult<Data>>,
  { owner = '', fridge = 'required', signal, quiet = false, otherUser = commonCopy['common.otherUser.toast'] }: SaveOptions = {},
): Promise<Saved<Data>> {
  const enter = async (): Promise<Household | Denied> => {
    const permission = await host.session.require();
    if (permission.allowed) return permission.household;
    const { status, userId, mobile, homeId } = host.session.getState();
    const mayGoOn = permission.reason === 'noFridge' && fridge === 'optional' && status === 'user';
    return mayGoOn ? { userId, phone: mobile, fridgeId: '', homeId } : permission;
  };
  const refuseOther = (): Saved<Data> => {
    host.feedback.toast(otherUser);
    return { ok: false, reason: 'otherUser' };
  };
  const finish = (household: Household, result: CallResult<Data>): Saved<Data> => {
    if (result.ok) return { ok: true, data: result.data, household };
    if (!quiet && result.reason !== 'aborted') host.feedback.toast(result.message);
    return { ok: false, reason: 'failed', failure: result };
  };

  const first = await enter();
  if ('reason' in first) return { ok: false, reason: 'denied', permission: first.reason };
  if (owner !== '' && first.userId !== owner) return refuseOther();
  const result = await save(first, { quiet: true });
  if (result.ok || result.code !== answerCode.notAuthorized || signal?.aborted) return finish(first, result);

  const again = await enter();
  // Before the signal: another user's login is what takes the first one's form away.
  if (!('reason' in again) && again.userId !== first.userId) return refuseOther();
  if (signal?.aborted) return finish(first, result);
  if ('reason' in again) return { ok: false, reason: 'denied', permission: again.reason };
  return finish(again, await save(again, { quiet: true }));
}
