// @vitest-environment happy-dom
import { given, household, lost } from '@fridge/remote-kit/testing';
import { reportCalls } from '@fridge/shared-contracts/activities/report';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { act, cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { eachInOwnVisit, finishLoading, linked, mount, openEnd, pass, press } from '../testing/open-report.tsx';
import { fullReport } from '../testing/report-of.ts';

eachInOwnVisit();

describe('sharing the report', () => {
  it('shows its notice before the first share, and not again', async () => {
    const fake = await openEnd();
    await press('分享给好友');
    expect(fake.shared).toEqual([]);
    expect(screen.getByRole('dialog', { name: '报告说明' }).textContent).toContain(
      '即表示您同意他人查看您的个人报告数据',
    );
    await press('我知道了');
    expect(fake.shared).toHaveLength(1);
    await press('分享给好友');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(fake.shared).toHaveLength(2);
  });

  it('shares nothing when the notice is closed instead', async () => {
    const fake = await openEnd();
    await press('分享给好友');
    await press('close');
    expect(fake.shared).toEqual([]);
    await press('分享给好友');
    expect(screen.getByRole('dialog', { name: '报告说明' })).toBeTruthy();
  });

  it("asks as well when the header's icon shares", async () => {
    const fake = await openEnd();
    act(() => void fake.host.sharing.share());
    await press('我知道了');
    expect(fake.shared).toHaveLength(1);
  });

  it('shares nothing, and leaves nobody waiting, when the report is left while its notice is open', async () => {
    const fake = await openEnd();
    const sharing = fake.host.sharing.share();
    await pass(0);
    cleanup();
    await expect(sharing).resolves.toBeUndefined();
    expect(fake.shared).toEqual([]);
  });

  it('can be read without sharing', async () => {
    const fake = await openEnd();
    await press('查看报告说明');
    await press('我知道了');
    expect(fake.shared).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [-1, 0, undefined],
    [1, 1, '1'],
    [2, 2, '2'],
  ] as const)('shares the landing page with brand %i alone', async (brand, skin, shared) => {
    const fake = mount({ skin, context: { brand, userId: 'U1', fridgeId: 'F1' } });
    fake.answer(reportCalls.getReport, given(fullReport));
    await press(skin === 1 ? '开启我的回忆' : '查看我的年度报告');
    await finishLoading();
    expect(fake.prepared()).toMatchObject({
      title: '我的2022冰箱年度报告',
      path: '/yearReportShare',
      query: { brand: shared, activityId: '' },
      image: expect.stringMatching(/^(http|file):.*share-card/),
      landing: 'report',
    });
  });

  it('records a share that the app reports, and says what it brought', async () => {
    const fake = await openEnd();
    expect(fake.reportShare('wx')).toBe(true);
    await pass(0);
    expect(fake.sent(sharingCalls.annualRecord).at(-1)).toEqual({ ...household, type: '2' });
    expect(fake.toasts).toEqual(['分享成功，抽奖机会+1']);
  });

  it.each([
    [{ environment: { inWeChat: true } }, given({ added: 1 })],
    [{}, given({ added: 0 })],
    [{}, lost],
  ] as const)('speaks of no draw where none was added or none may be spoken of', async (options, answer) => {
    const fake = await openEnd(options);
    fake.answer(sharingCalls.annualRecord, answer);
    fake.reportShare('wx');
    await pass(0);
    expect(fake.toasts).toEqual(['分享成功']);
  });

  it('records no share of a report token', async () => {
    const fake = await openEnd(linked);
    expect(fake.reportShare('wx')).toBe(false);
    expect(fake.sent(sharingCalls.annualRecord)).toEqual([]);
  });
});
