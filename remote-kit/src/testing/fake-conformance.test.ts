import { commonCopy, defineCall } from '@fridge/shared-contracts';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeHost, expired, given, lost } from './index.ts';
import { type HostSituation, hostScenarios, type HostUnderTest } from './host-conformance.ts';
import { sessions } from './fake-session.ts';

const read = defineCall({ path: '/activity/read', access: 'none', data: v.number() });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function resultOf(answer: HostSituation['answer']) {
  if (answer === 'network') return { ok: false, reason: 'network', code: -1, message: commonCopy['common.network.toast'] } as const;
  if (answer === undefined || answer === 'never' || typeof answer === 'string') return lost;
  if (answer.code === 401) return expired;
  if (answer.code === 0) return given(Number(answer.data));
  return { ok: false, reason: answer.code === 204 ? 'notice' : 'refused', code: answer.code, message: answer.msg } as const;
}

function createSubject(situation: HostSituation): HostUnderTest {
  const { session = 'user', inApp = true, login = 'cancelled', answer, agrees } = situation;
  const fake = createFakeHost({
    session: sessions[session], environment: { inApp }, query: situation.query ?? {}, now: null,
    declared: situation.calls ?? null, bridge: situation.bridge ?? null,
  });
  fake.control.login = login === 'user' ? {} : null;
  fake.control.confirms = () => agrees ?? new Promise<boolean>(() => {});
  // An answer after ten seconds, as the host gives up then; aborted calls don't wait for it.
  if (answer === 'never') fake.answer(read, () => new Promise((resolve) => setTimeout(() => resolve(lost), 10_000)));
  else if (answer !== undefined) fake.answer(read, resultOf(answer));
  return {
    host: fake.host,
    toasts: () => fake.toasts,
    questions: () => fake.confirmed.map(({ title }) => title),
    moves: () => fake.went.flatMap(([, path]) => (path === undefined ? [] : [path])),
    header: () => fake.header.getState(),
    appCalls: () => [...fake.bridgeCalls.map(({ method }) => method), ...fake.shared.map(() => 'share')],
    wait: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
    leave: (to) => fake.leave({ toSameRemote: to === 'sameRemote' }),
  };
}

describe('the fake host', () => {
  it.each(hostScenarios.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, { given: situation = {}, act, expected }) => {
    expect(await act(createSubject(situation))).toEqual(expected);
  });
});
