// @vitest-environment happy-dom
import { createFakeHost, given, household, sessions } from '@fridge/remote-kit/testing';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { release } from '../../../release.config.ts';
import { useCampaignShare } from './use-campaign-share.ts';

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
    expect(fake.header.get()).toEqual({ share: true });
    expect(fake.prepared()).toMatchObject({ path: '/', landing: 'activity' });
    fake.unmount();
    expect([fake.header.get(), fake.prepared()]).toEqual([{}, undefined]);
  });

  it('records a share of the campaign, quietly', async () => {
    const fake = mount();
    await fake.reportShare('wx');
    expect(fake.calls.map(({ fields, options }) => [fields, options])).toEqual([
      [{ ...household, type: recordType.sharedCampaign }, { quiet: true }],
      [household, { quiet: true }],
    ]);
    expect([fake.made(sharingCalls.annualRecord).length, fake.made(sharingCalls.shareRecord).length]).toEqual([1, 1]);
  });

  it.each([
    ['a guest', sessions.guest],
    ['a home without a fridge', sessions.noFridge],
  ] as const)('asks nothing of %s', async (_name, session) => {
    const fake = mount({ session });
    await fake.reportShare('wx');
    expect([fake.asked, fake.calls]).toEqual([[], []]);
  });
});
