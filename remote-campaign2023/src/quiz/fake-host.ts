import type { CallData, CallName, CallResult, DialogProps, HostServices, Session, WindowState } from '@fridge/shared-contracts';
import { createElement } from 'react';
import { vi } from 'vitest';

type Require = Awaited<ReturnType<HostServices['session']['require']>>;
type Pending = { name: CallName; fields: Readonly<Record<string, string | undefined>>; signal: AbortSignal | undefined; answer: (result: CallResult<unknown>) => void };

export const household = { userId: 'a-user', phone: '13900000000', fridgeId: 'a-fridge', homeId: 'a-home' };

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

/** A host for tests of this remote: calls wait until the test answers them, everything else answers at once. */
export function createFakeHost(session: Partial<Session> = {}) {
  let current: Session = { ...signedIn, ...session };
  const listeners = new Set<() => void>();
  const calls: Pending[] = [];
  const toasts: string[] = [];
  const control = {
    window: 'open' as WindowState,
    entry: { allowed: true, household } as Require,
    couponOpens: true,
  };

  const setSession = (change: Partial<Session>) => {
    current = { ...current, ...change };
    for (const listener of listeners) listener();
  };

  const host = {
    session: {
      get: () => current,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      require: vi.fn(() => Promise.resolve(control.entry)),
      bindFridge: vi.fn(() => {
        setSession({ fridge: signedIn.fridge, needsFridge: false });
        return Promise.resolve();
      }),
    },
    requests: {
      call: <C extends CallName>(name: C, fields: Pending['fields'], options?: { signal?: AbortSignal }) =>
        new Promise<CallResult<CallData<C>>>((resolve) => {
          // What a test answers is what the call's schema would have let through.
          calls.push({ name, fields, signal: options?.signal, answer: resolve as Pending['answer'] });
        }),
    },
    feedback: {
      Dialog: ({ open, onClose, title, closeLabel, children }: DialogProps) =>
        open
          ? createElement('div', { role: 'dialog', 'aria-label': title }, createElement('button', { type: 'button', onClick: onClose }, closeLabel), children)
          : null,
      toast: (text: string) => toasts.push(text),
    },
    external: { openCoupon: vi.fn(() => Promise.resolve(control.couponOpens)) },
    tracking: { click: vi.fn() },
    windows: { state: () => control.window },
  };

  return {
    // A part of the services: the code under test uses no other.
    host: host as unknown as HostServices,
    control,
    calls,
    toasts,
    openCoupon: host.external.openCoupon,
    setSession,
    /** The calls of one name, oldest first. */
    made: (name: CallName) => calls.filter((call) => call.name === name),
  };
}

export const refusals = {
  network: { ok: false, because: 'network', code: 0, message: '' },
  malformed: { ok: false, because: 'malformed', code: 0, message: '' },
  notice: { ok: false, because: 'notice', code: 204, message: '今日电费券已领完，明天再来吧' },
  region: { ok: false, because: 'refused', code: 403, message: '电费券仅限江苏电网用户领取' },
  stale: { ok: false, because: 'refused', code: 400, message: '题目已失效，请重新答题' },
} satisfies Record<string, CallResult<never>>;
