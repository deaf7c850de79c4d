// @vitest-environment happy-dom
import { given, household, lost } from '@fridge/remote-kit/testing';
import { reportCalls } from '@fridge/shared-contracts/activities/report';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { eachInOwnVisit, finishLoading, linked, mount, pass, press, shownKind } from '../../testing/open-report.tsx';
import { fullReport, reportOf } from '../../testing/report-of.ts';

eachInOwnVisit();

describe('loading', () => {
  const percent = () => screen.queryByRole('progressbar')?.getAttribute('value');

  it('adds up, says that it is done, and starts the slides half a second later', async () => {
    const fake = mount();
    fake.answer(reportCalls.getReport, given(fullReport));
    await press('查看我的年度报告');
    await vi.dynamicImportSettled();
    expect(fake.sent(reportCalls.getReport)).toEqual([{ fridgeId: household.fridgeId }]);
    await pass(150 * 3);
    expect(percent()).toBe('42');
    await pass(150 * 5);
    expect(percent()).toBe('100');
    expect(screen.getByText('报告已生成')).toBeTruthy();
    await pass(499);
    expect(shownKind()).toBeUndefined();
    await pass(1);
    expect(shownKind()).toBe('register');
  });

  it('waits at 98 while the data are late', async () => {
    const fake = mount();
    await press('查看我的年度报告');
    await vi.dynamicImportSettled();
    await pass(60_000);
    expect(percent()).toBe('98');
    fake.made(reportCalls.getReport)[0]?.answer(given(fullReport));
    await pass(0);
    await pass(150);
    expect(percent()).toBe('100');
  });

  it('fails in words, never shows 100, and tries again', async () => {
    const fake = mount();
    fake.answer(reportCalls.getReport, lost);
    await press('查看我的年度报告');
    await pass(5000);
    expect(document.activeElement?.tagName).toBe('H1');
    expect(document.activeElement?.textContent).toBe('报告生成失败，请重试');
    expect(percent()).toBeUndefined();
    expect(fake.toasts).toEqual([]);
    fake.answer(reportCalls.getReport, given(fullReport));
    await press('重试');
    await finishLoading();
    expect(shownKind()).toBe('register');
  });

  it("shows the server's own message when it refuses", async () => {
    const fake = mount();
    fake.answer(reportCalls.getReport, { ok: false, reason: 'refused', code: 403, message: '不是您的冰箱' });
    await press('查看我的年度报告');
    await pass(150);
    expect(fake.toasts).toEqual(['不是您的冰箱']);
    expect(screen.getByText('报告生成失败，请重试')).toBeTruthy();
  });

  it.each([
    ['null', null],
    ['a report that says nothing', reportOf({ yearOpenNum: 0, maxTemp: -18, keyWordList: [] })],
  ])('has a page for no data: %s', async (_, data) => {
    const fake = mount();
    fake.answer(reportCalls.getReport, given(data));
    await press('查看我的年度报告');
    await vi.dynamicImportSettled();
    await pass(3000);
    expect(screen.getByRole('heading').textContent).toBe('2022年暂无数据，期待未来的美好时光');
    expect(screen.getByText('暂无数据的报告不支持分享')).toBeTruthy();
    await press('看看其他活动');
    expect(fake.went).toEqual([['push', '/default']]);
    expect(fake.header.getState().share).toBeUndefined();
    expect(fake.prepared()).toBeUndefined();
  });

  const expired = { ok: false, reason: 'refused', code: 401, message: '登录已过期，请重新登录' } as const;

  it('goes on after the login where the session has run out', async () => {
    const fake = mount();
    fake.control.login = { fridge: { fridgeId: 'moved', sn8: '', spec: '', name: '' } };
    await press('查看我的年度报告');
    await vi.dynamicImportSettled();
    fake.made(reportCalls.getReport)[0]?.answer(expired);
    await pass(0);
    fake.made(reportCalls.getReport)[1]?.answer(given(fullReport));
    await finishLoading();
    expect(shownKind()).toBe('register');
    expect([fake.sent(reportCalls.getReport).map(({ fridgeId }) => fridgeId), fake.toasts]).toEqual([
      [household.fridgeId, 'moved'],
      [],
    ]);
  });

  it('asks for the login again on a retry where it was cancelled, and says what the server says where a new one is refused as well', async () => {
    const fake = mount();
    fake.answer(reportCalls.getReport, expired);
    await press('查看我的年度报告');
    await pass(150);
    expect([screen.getByRole('heading').textContent, fake.made(reportCalls.getReport).length]).toEqual([
      '报告生成失败，请重试',
      1,
    ]);
    fake.control.login = {};
    await press('重试');
    await pass(150);
    expect([fake.made(reportCalls.getReport).length, fake.toasts]).toEqual([2, [expired.message]]);
  });

  it("says the server's word of a report link that has expired: nobody can log in for it", async () => {
    const fake = mount(linked);
    fake.answer(reportCalls.getReport, expired);
    await press('查看我的年度报告');
    await pass(150);
    expect([fake.made(reportCalls.getReport).length, fake.toasts]).toEqual([1, [expired.message]]);
  });

  it('records the entering of a household', async () => {
    const fake = mount();
    await press('查看我的年度报告');
    expect(fake.sent(sharingCalls.annualRecord)).toEqual([{ ...household, type: '1' }]);
  });

  it('records nothing with a report token, which opens the report alone', async () => {
    const fake = mount(linked);
    await press('查看我的年度报告');
    expect(fake.calls.map(({ id }) => id)).toEqual(['/annualReport/2022/get.do']);
  });

  it('is left without an answer', async () => {
    const fake = mount();
    await press('查看我的年度报告');
    cleanup();
    expect(fake.made(reportCalls.getReport)[0]?.options.signal?.aborted).toBe(true);
  });
});
