import { type CallResult, commonCopy, type Household, type Permission, type Session } from '@fridge/shared-contracts';
import { expect, it, vi } from 'vitest';
import { callSignedIn, type SignedInOptions } from './call-signed-in.ts';

const household: Household = { userId: 'u1', phone: '13900000000', fridgeId: 'f1', homeId: 'h1' };
const session: Session = {
  status: 'user',
  userId: 'u1',
  nickName: '',
  headImgUrl: '',
  mobile: '13900000000',
  homeId: 'h1',
  fridge: null,
  needsFridge: true,
};
const allowed: Permission = { allowed: true, household };
const other: Permission = { allowed: true, household: { ...household, userId: 'u2' } };
const denied = (reason: Extract<Permission, { allowed: false }>['reason']): Permission => ({ allowed: false, reason });
const refused = (code: number, message = 'no'): CallResult<never> => ({ ok: false, reason: 'refused', code, message });
const expired = refused(401, 'expired');
const stored: CallResult<string> = { ok: true, data: 'stored' };

/** Saves while the session and the server answer so, one after another. */
async function run(
  permissions: Permission[],
  answers: CallResult<string>[],
  options: SignedInOptions = {},
  status: Session['status'] = 'user',
) {
  const toast = vi.fn();
  const require = vi.fn(async (_access?: string) => permissions.shift() ?? denied('timeout'));
  const host = {
    session: {
      require,
      getState: () => ({ ...session, status }),
      subscribe: () => () => {},
      bindFridge: async () => {},
    },
    feedback: { toast, confirm: async () => true, Dialog: () => null },
  };
  const save = vi.fn(async (_household: Household, _options: { quiet: true }) => answers.shift() ?? refused(500));
  const saved = await callSignedIn(host, save, options);
  return {
    saved,
    sentAs: save.mock.calls.map(([{ userId }]) => userId),
    asked: require.mock.calls,
    toasts: toast.mock.calls.flat(),
    save,
  };
}

it('saves once where the session is accepted', async () => {
  const { saved, sentAs, toasts, asked, save } = await run([allowed], [stored]);
  expect([saved, sentAs, toasts]).toEqual([{ ok: true, data: 'stored', household }, ['u1'], []]);
  expect(asked).toEqual([[]]);
  expect(save).toHaveBeenCalledWith(household, { quiet: true });
});

it('saves once more after a login, without a word about the first refusal', async () => {
  const moved = { ...household, fridgeId: 'f2' };
  const { saved, save, toasts } = await run([allowed, { allowed: true, household: moved }], [expired, stored]);
  expect([saved, toasts]).toEqual([{ ok: true, data: 'stored', household: moved }, []]);
  expect(save.mock.calls.map(([as]) => as)).toEqual([household, moved]);
});

it('sends nothing a third time', async () => {
  const { saved, sentAs, toasts } = await run([allowed, allowed, allowed], [expired, expired, stored]);
  expect([saved, sentAs, toasts]).toEqual([
    { ok: false, reason: 'failed', failure: expired },
    ['u1', 'u1'],
    ['expired'],
  ]);
});

it.each<[string, Permission[], SignedInOptions, string[]]>([
  ['when another user logs in', [allowed, other], {}, ['u1']],
  ['when the input is of another user', [other], { owner: 'u1' }, []],
])('sends nothing under another name %s, and says what to do', async (_, permissions, options, as) => {
  const { saved, sentAs, toasts } = await run(permissions, [expired, stored], { ...options, quiet: true });
  expect([saved, sentAs, toasts]).toEqual([
    { ok: false, reason: 'otherUser' },
    as,
    [commonCopy['common.otherUser.toast']],
  ]);
});

it('tells another user in words of the caller', async () => {
  const { toasts } = await run([allowed, other], [expired], { otherUser: 'somebody else' });
  expect(toasts).toEqual(['somebody else']);
});

it.each<[string, Permission[], string, string[]]>([
  ['before the save', [denied('noUser')], 'noUser', []],
  ['after it', [allowed, denied('noUser')], 'noUser', ['u1']],
  ['for want of a fridge', [denied('noFridge')], 'noFridge', []],
])('ends where nobody may save, %s, and leaves the words to the host', async (_, permissions, permission, as) => {
  const { saved, sentAs, toasts } = await run(permissions, [expired, stored]);
  expect([saved, sentAs, toasts]).toEqual([{ ok: false, reason: 'denied', permission }, as, []]);
});

it('goes on without a fridge where none is needed', async () => {
  const { saved, save } = await run([denied('noFridge')], [stored], { fridge: 'optional' });
  expect(saved).toMatchObject({ ok: true });
  expect(save.mock.calls[0]?.[0]).toEqual({ ...household, fridgeId: '' });
});

it('takes a session that ran out meanwhile for nobody', async () => {
  expect((await run([denied('noFridge')], [stored], { fridge: 'optional' }, 'guest')).saved).toEqual({
    ok: false,
    reason: 'denied',
    permission: 'noFridge',
  });
});

it.each<[string, CallResult<never>, SignedInOptions, string[]]>([
  ['says why a call failed', refused(409, 'taken'), {}, ['taken']],
  ['leaves that to a caller who says it', refused(409, 'taken'), { quiet: true }, []],
  ['says nothing of an aborted call', { ok: false, reason: 'aborted', code: -1, message: '' }, {}, []],
])('%s', async (_, failure, options, words) => {
  const { saved, toasts, sentAs } = await run([allowed, allowed], [failure], options);
  expect([saved, toasts, sentAs]).toEqual([{ ok: false, reason: 'failed', failure }, words, ['u1']]);
});

it('does not go on for a screen that was left', async () => {
  const left = AbortSignal.abort();
  const { saved, sentAs, asked, toasts } = await run([allowed, allowed], [expired, stored], { signal: left });
  expect([saved, sentAs, asked.length, toasts]).toEqual([
    { ok: false, reason: 'failed', failure: expired },
    ['u1'],
    1,
    ['expired'],
  ]);
});

it('tells of another user also where their login has taken the screen away', async () => {
  const leaving = new AbortController();
  const toast = vi.fn();
  const logins = [allowed, other];
  const require = vi.fn(async () => {
    if (logins.length === 1) leaving.abort();
    return logins.shift() ?? other;
  });
  const host = {
    session: { require, getState: () => session, subscribe: () => () => {}, bindFridge: async () => {} },
    feedback: { toast, confirm: async () => true, Dialog: () => null },
  };
  expect(await callSignedIn(host, async () => expired, { signal: leaving.signal })).toEqual({
    ok: false,
    reason: 'otherUser',
  });
  expect(toast.mock.calls).toEqual([[commonCopy['common.otherUser.toast']]]);
});
