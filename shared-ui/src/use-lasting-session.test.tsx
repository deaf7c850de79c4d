// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import type { Session } from '@fridge/shared-contracts';
import { expect, it } from 'vitest';
import { useLastingSession } from './use-lasting-session.ts';

const guest: Session = {
  status: 'guest',
  userId: '',
  nickName: '',
  headImgUrl: '',
  mobile: '',
  homeId: '',
  fridge: null,
  needsFridge: false,
};
const unknown: Session = { ...guest, status: 'unknown' };
const user = (userId: string): Session => ({ ...guest, status: 'user', userId });

it.each<[string, Session[], Session[]]>([
  [
    'a user whose session runs out stays until somebody logs in',
    [unknown, user('u1'), guest, user('u1')],
    [unknown, user('u1'), user('u1'), user('u1')],
  ],
  [
    'another user takes their place',
    [user('u1'), guest, user('u2'), guest],
    [user('u1'), user('u1'), user('u2'), user('u2')],
  ],
  ['a guest is one until then', [unknown, guest, user('u1')], [unknown, guest, user('u1')]],
])('%s', (_, sessions, drawn) => {
  let current: Session = sessions[0] ?? guest;
  let tell = () => {};
  const store = {
    getState: () => current,
    subscribe(listener: () => void) {
      tell = listener;
      return () => {};
    },
  };
  const { result } = renderHook(() => useLastingSession(store));
  const seen = sessions.map((session) => {
    act(() => {
      current = session;
      tell();
    });
    return result.current;
  });
  expect(seen).toEqual(drawn);
});
