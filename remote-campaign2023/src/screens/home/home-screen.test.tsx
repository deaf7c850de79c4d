// @vitest-environment happy-dom
import { createFakeHost, type FakeHostOptions, given, household, sessions } from '@fridge/remote-kit/testing';
import { specifiedWindows } from '@fridge/shared-contracts';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { release } from '../../../release.config.ts';
import { copy } from '../../copy.ts';
import HomeScreen, { timeBanner, useCampaignShare } from './home-screen.tsx';

afterEach(cleanup);

function mount() {
  const fake = createFakeHost({ declared: release.calls, query: { brand: '1', phone: '13900000000' } });
  render(<HomeScreen host={fake.host} />);
  return fake;
}
const guideLink = () => screen.getByRole('link', { name: copy['campaign.home.openGuide'] });

describe('the links of the campaign', () => {
  it('keep the brand and no personal parameter', () => {
    mount();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/open?brand=1',
      '/rule?brand=1',
      '/step?brand=1',
      '/prize?brand=1',
    ]);
  });

  it('leave out a prize list that does not open', () => {
    const fake = createFakeHost({ declared: release.calls });
    fake.control.opens = (path) => path !== '/prize';
    render(<HomeScreen host={fake.host} />);
    expect(screen.queryByRole('link', { name: copy['campaign.home.prize'] })).toBeNull();
  });

  it('stand below a header with the share icon', () =>
    expect(mount().header.getState()).toMatchObject({ share: true }));

  it('open within the host, and each press is tracked', () => {
    const fake = mount();
    fireEvent.click(guideLink());
    expect([fake.went, fake.clicks]).toEqual([[['push', '/open']], ['campaign.home.openGuide']]);
  });

  it.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])('are left to the browser with %s', (key) => {
    const fake = mount();
    const untouched = fireEvent.click(guideLink(), { [key]: true });
    expect([untouched, fake.went]).toEqual([true, []]);
  });
});

function mountShare(options: FakeHostOptions = {}) {
  const fake = createFakeHost({ declared: release.calls, ...options });
  fake.answer(sharingCalls.annualRecord, given({ added: 0 }));
  fake.answer(sharingCalls.shareRecord, given(null));
  return { ...fake, ...renderHook(() => useCampaignShare(fake.host)) };
}

describe('useCampaignShare', () => {
  it('offers to share the campaign until the screen is left', () => {
    const fake = mountShare();
    expect(fake.prepared()).toMatchObject({ path: '/', landing: 'activity' });
    fake.unmount();
    expect(fake.prepared()).toBeUndefined();
  });

  it('records a share without toasts about the calls', async () => {
    const fake = mountShare();
    fake.reportShare('wx');
    await waitFor(() => expect(fake.toasts).toEqual(['分享成功']));
    expect(fake.calls.map(({ fields, options }) => [fields, options])).toEqual([
      [{ ...household, type: recordType.sharedCampaign }, { quiet: true }],
      [household, { quiet: true }],
    ]);
    expect([fake.made(sharingCalls.annualRecord).length, fake.made(sharingCalls.shareRecord).length]).toEqual([1, 1]);
  });

  it('mentions the draw that the share added', async () => {
    const fake = mountShare();
    fake.answer(sharingCalls.annualRecord, given({ added: 1, surplusNum: 1 }));
    expect(fake.reportShare('wx')).toBe(true);
    await waitFor(() => expect(fake.toasts).toEqual(['分享成功，抽奖机会+1']));
  });

  it.each<[string, FakeHostOptions, number, boolean]>([
    ['the share added none', {}, 0, true],
    ['WeChat forbids it', { environment: { inWeChat: true } }, 1, true],
    ['the draw does not open', {}, 1, false],
  ])('mentions no draw when %s', async (_, options, added, opens) => {
    const fake = mountShare(options);
    fake.control.opens = () => opens;
    fake.answer(sharingCalls.annualRecord, given({ added }));
    expect(fake.reportShare('wx')).toBe(true);
    await waitFor(() => expect(fake.toasts).toEqual(['分享成功']));
  });

  it.each([
    ['a guest', sessions.guest],
    ['a home without a fridge', sessions.noFridge],
  ] as const)('records nothing for %s', async (_name, session) => {
    const fake = mountShare({ session });
    expect(fake.reportShare('wx')).toBe(false);
    expect([fake.asked, fake.calls]).toEqual([[], []]);
  });
});

it('shows the dates that operators have changed meanwhile', () => {
  const fake = createFakeHost({ declared: release.calls, windows: specifiedWindows });
  render(<HomeScreen host={fake.host} />);
  screen.getByText(/8月31日 23:59/);
  fake.control.windows = { campaign2023: { start: null, end: '2024-09-30T23:59:59+08:00' } };
  act(() => fake.setNow(Date.parse('2024-09-01T00:00:00+08:00')));
  screen.getByText(/2024年9月30日 23:59/);
});

describe('timeBanner', () => {
  it('states the specified period as the copy deck does', () => {
    expect(timeBanner(specifiedWindows.campaign2023)).toBe('活动时间：2023年7月17日 09:00 – 8月31日 23:59');
  });

  it('states another period from the settings', () => {
    expect(timeBanner({ start: '2024-06-01T08:30:00+08:00', end: null })).toBe('活动时间：2024年6月1日 08:30起');
  });

  it('is absent for a period without bounds', () => expect(timeBanner({ start: null, end: null })).toBeNull());
});
