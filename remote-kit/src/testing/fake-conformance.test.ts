import { commonCopy, defineCall, specifiedWindows } from '@fridge/shared-contracts';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeHost, expired, given } from './index.ts';
import { type HostSituation, hostScenarios, type HostUnderTest } from './host-conformance.ts';
import { sessions } from './fake-session.ts';

const read = defineCall({ path: '/activity/read', access: 'none', data: v.number() });
const upload = defineCall({ path: '/activity/upload', files: ['picture'], access: 'household', data: v.number() });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function resultOf(answer: Exclude<HostSituation['answer'], 'never' | undefined>) {
  if (answer === 'network')
    return { ok: false, reason: 'network', code: -1, message: commonCopy['common.network.toast'] } as const;
  if (answer.code === 401) return expired;
  if (answer.code === 0) return given(Number(answer.data));
  return {
    ok: false,
    reason: answer.code === 204 ? 'notice' : 'refused',
    code: answer.code,
    message: answer.msg,
  } as const;
}

function createSubject(situation: HostSituation): HostUnderTest {
  const {
    session = 'user',
    inApp = true,
    login = 'cancelled',
    reportLink = false,
    answer,
    agrees,
    copies = true,
  } = situation;
  const userId = session === 'guest' ? '' : 'user';
  const fake = createFakeHost({
    ...(inApp && { session: { ...sessions[session], userId } }),
    environment: { inApp },
    query: situation.query ?? {},
    now: null,
    windows: specifiedWindows,
    ...(reportLink && { context: { reportAccess: true, userId: 'link' } }),
    declared: situation.calls ?? null,
    bridge: situation.bridge ?? null,
    timeLimits: true,
  });
  fake.control.login = login === 'user' ? { userId: 'user' } : null;
  fake.control.confirms = () => agrees ?? new Promise<boolean>(() => {});
  fake.control.copies = copies;
  if (answer !== undefined && answer !== 'never') {
    fake.answer(read, resultOf(answer));
    fake.answer(upload, () => new Promise((resolve) => setTimeout(() => resolve(resultOf(answer)), 1_000)));
  }
  return {
    host: fake.host,
    toasts: () => fake.toasts,
    questions: () => fake.confirmed.map(({ title }) => title),
    moves: () => fake.went.flatMap(([, path]) => (path === undefined ? [] : [path])),
    header: () => fake.header.getState(),
    appCalls: () => [...fake.bridgeCalls.map(({ method }) => method), ...fake.shared.map(() => 'share')],
    callers: () => fake.calls.map(({ caller }) => caller),
    progress: (sent) => fake.calls.at(-1)?.options.onProgress?.(sent),
    tellTime: fake.setNow,
    wait: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
    leave: (to) => fake.leave({ toSameRemote: to === 'sameRemote' }),
  };
}

describe('the fake host', () => {
  it.each(hostScenarios.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (_, { given: situation = {}, act, expected }) => {
      expect(await act(createSubject(situation))).toEqual(expected);
    },
  );
});
