// @vitest-environment happy-dom
import { createFakeHost, type FakeHostOptions, given, household, sessions } from '@fridge/remote-kit/testing';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { release } from '../../../release.config.ts';
import { useCampaignShare } from './home-screen.tsx';

afterEach(cleanup);

function mount(session: Parameters<typeof createFakeHost>[0] = {}) {
  const fake = createFakeHost({ declared: release.calls, ...session });
  fake.answer(sharingCalls.annualRecord, given({ added: 0 }));
  fake.answer(sharingCalls.shareRecord, given(null));
  return { ...fake, ...renderHook(() => useCampaignShare(fake.host)) };
}

describe('useCampaignShare', () => {
  it('offers the campaign and takes the offer back on leaving', () => {
    const fake = mount();
    expect(fake.header.getState()).toEqual({ share: true });
    expect(fake.prepared()).toMatchObject({ path: '/', landing: 'activity' });
    fake.unmount();
    expect([fake.header.getState(), fake.prepared()]).toEqual([{}, undefined]);
  });

  it('records a share of the campaign, quietly', async () => {
    const fake = mount();
    fake.reportShare('wx');
    await waitFor(() => expect(fake.toasts).toEqual(['分享成功']));
    expect(fake.calls.map(({ fields, options }) => [fields, options])).toEqual([
      [{ ...household, type: recordType.sharedCampaign }, { quiet: true }],
      [household, { quiet: true }],
    ]);
    expect([fake.made(sharingCalls.annualRecord).length, fake.made(sharingCalls.shareRecord).length]).toEqual([1, 1]);
  });

  it('tells of the draw that the share brought', async () => {
    const fake = mount();
    fake.answer(sharingCalls.annualRecord, given({ added: 1, surplusNum: 1 }));
    expect(fake.reportShare('wx')).toBe(true);
    await waitFor(() => expect(fake.toasts).toEqual(['分享成功，抽奖机会+1']));
  });

  it.each<[string, FakeHostOptions, number, boolean]>([
    ['it brought none', {}, 0, true],
    ['WeChat forbids it', { environment: { inWeChat: true } }, 1, true],
    ['the draw does not open', {}, 1, false],
  ])('tells of the share alone where %s', async (_, options, added, opens) => {
    const fake = mount(options);
    fake.control.opens = () => opens;
    fake.answer(sharingCalls.annualRecord, given({ added }));
    expect(fake.reportShare('wx')).toBe(true);
    await waitFor(() => expect(fake.toasts).toEqual(['分享成功']));
  });

  it.each([
    ['a guest', sessions.guest],
    ['a home without a fridge', sessions.noFridge],
  ] as const)('asks nothing of %s', async (_name, session) => {
    const fake = mount({ session });
    expect(fake.reportShare('wx')).toBe(false);
    expect([fake.asked, fake.calls]).toEqual([[], []]);
  });
});
