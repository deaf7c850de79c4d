import type { CallName, CallResult, DialogProps, HostServices, Session, ShareParameters } from '@fridge/shared-contracts';
import { createElement } from 'react';
import { vi } from 'vitest';

type Require = Awaited<ReturnType<HostServices['session']['require']>>;
type Fields = Readonly<Record<string, string | undefined>>;
type Answer = (fields: Fields) => CallResult<unknown> | Promise<CallResult<unknown>>;

export const household = { userId: 'a-user', phone: '13900000000', fridgeId: 'a-fridge', homeId: 'a-home' };
export const lost: CallResult<never> = { ok: false, because: 'timeout', code: 0, message: '' };
export const given = (data: unknown): CallResult<unknown> => ({ ok: true, data });

const signedIn: Session = {
  status: 'user',
  userId: household.userId,
  nickName: '',
  headImgUrl: '',
  mobile: household.phone,
  homeId: household.homeId,
  fridge: { fridgeId: household.fridgeId, sn8: '', spec: '', name: '' },
  needsFridge: false,
};

/** A host for tests of this remote; `answers` says what each call brings, and may be changed as a test goes on. */
export function createFakeHost(answers: Partial<Record<CallName, Answer>>, environment: Partial<HostServices['environment']> = {}) {
  const calls: { name: CallName; fields: Fields }[] = [];
  const toasts: string[] = [];
  const went: unknown[][] = [];
  const control = { entry: { allowed: true, household } as Require, query: {} as Record<string, string>, copies: true, now: 0, opens: (_path: string): boolean => true };
  let shared: ShareParameters | undefined;

  const host = {
    environment: { inApp: true, inWeChat: false, platform: 'other', ...environment },
    session: { get: () => signedIn, subscribe: () => () => {}, require: vi.fn(() => Promise.resolve(control.entry)), bindFridge: vi.fn(() => Promise.resolve()) },
    requests: {
      call: async (name: CallName, fields: Fields) => {
        calls.push({ name, fields });
        return (await answers[name]?.(fields)) ?? lost;
      },
    },
    feedback: {
      Dialog: ({ open, onClose, title, children }: DialogProps) =>
        open ? createElement('div', { role: 'dialog', 'aria-label': title }, createElement('button', { type: 'button', onClick: onClose }, 'close'), children) : null,
      toast: (text: string) => toasts.push(text),
    },
    navigation: {
      get query() { return control.query; },
      push: (...to: unknown[]) => went.push(['push', ...to]),
      replace: (...to: unknown[]) => went.push(['replace', ...to]),
      back: () => went.push(['back']),
      opens: (path: string) => control.opens(path),
    },
    header: { set: () => () => {} },
    sharing: {
      prepare: (parameters: ShareParameters) => {
        shared = parameters;
        return () => {};
      },
      share: vi.fn(() => Promise.resolve()),
    },
    tracking: { click: vi.fn() },
    windows: { now: () => control.now },
    clipboard: { copy: () => Promise.resolve(control.copies) },
  };

  return {
    // A part of the services: the code under test uses no other.
    host: host as unknown as HostServices,
    answers,
    control,
    toasts,
    went,
    /** The fields of the calls of one name, oldest first. */
    made: (name: CallName) => calls.filter((call) => call.name === name).map(({ fields }) => fields),
    /** The app reports a share as done. @returns whether the screen tells the user itself */
    reportShare: () => shared?.onShared?.('wx'),
  };
}
