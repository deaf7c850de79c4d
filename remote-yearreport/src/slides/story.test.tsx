// @vitest-environment happy-dom
import { createFakeHost, given, sessions } from '@fridge/remote-kit/testing';
import { reportCalls } from '@fridge/shared-contracts/activities/report';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import ReportScreen from '../screens/report/report-screen.tsx';
import {
  audios,
  eachInOwnVisit,
  finishLoading,
  key,
  mount,
  openSlides,
  pass,
  press,
  shownKind,
} from '../testing/open-report.tsx';
import { fullReport } from '../testing/report-of.ts';

eachInOwnVisit();

const status = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join();

describe('the slides', () => {
  it('move by keys and buttons, and say where one is', async () => {
    await openSlides();
    expect(screen.getByRole('region', { name: '年度报告，共16页' })).toBe(document.activeElement);
    expect(status()).toContain('第1页，共16页');
    await key('ArrowDown');
    expect(shownKind()).toBe('open');
    await press('下一页');
    expect(shownKind()).toBe('earliest');
    await key('PageUp');
    await press('前往第5页');
    expect(shownKind()).toBe('door');
    await key('End');
    expect(shownKind()).toBe('end');
    await key('ArrowDown');
    expect(status()).toContain('已经是最后一页');
    await key('Home');
    await press('上一页');
    expect(status()).toContain('已经是第一页');
    expect(shownKind()).toBe('register');
  });

  it('have a name each, and tell it when they come', async () => {
    await openSlides({}, { yearOpenNum: 12 });
    expect(screen.getByRole('region', { name: '第1页，共6页：每一次开门，都是生活' })).toBeTruthy();
    await key('ArrowDown');
    expect(status()).toContain('第2页，共6页：这一年，我们一起');
    await key('End');
    expect(status()).toContain('第6页，共6页：2023，愿新鲜常在，美好常来');
    expect(screen.getByRole('region', { name: '第6页，共6页：2023，愿新鲜常在，美好常来' })).toBeTruthy();
  });

  it('take three stops of the keyboard to leave: back, the page, on', async () => {
    await openSlides();
    await key('ArrowDown');
    const stops = screen
      .getAllByRole<HTMLButtonElement>('button', { name: /一页$|^前往/ })
      .filter(({ tabIndex }) => tabIndex === 0);
    expect(stops.map((button) => button.getAttribute('aria-label'))).toEqual(['上一页', '前往第2页', '下一页']);
  });

  it('leave all but the shown one inert', async () => {
    await openSlides();
    await key('ArrowDown');
    const inert = [...document.querySelectorAll('[data-kind]')].filter((page) => page.hasAttribute('inert'));
    expect(inert).toHaveLength(15);
    expect(inert.some((page) => page.getAttribute('data-kind') === 'open')).toBe(false);
  });

  it('give every chart its table', async () => {
    await openSlides();
    const rows = [...document.querySelectorAll('[data-kind="door"] tbody tr')].map(({ textContent }) => textContent);
    expect(rows).toEqual(['早晨820次', '中午956次', '晚上1510次']);
    expect(document.querySelector('[data-kind="jars"] [role="img"]')?.getAttribute('aria-label')).toContain(
      '功能使用次数图：食材管理386次、',
    );
  });

  it('draw a face where an avatar is missing or broken', async () => {
    await openSlides(
      {},
      {
        dietitianeList: [
          { userName: '小禾', headUrl: 'https://cdn.example/a.jpg' },
          { userName: '小麦', headUrl: 'javascript:alert(1)' },
        ],
      },
    );
    const [first, second] = [...document.querySelectorAll('[aria-label$="的头像"], img[alt$="的头像"]')];
    expect([first?.tagName, second?.tagName]).toEqual(['IMG', 'svg']);
    if (first) fireEvent.error(first);
    expect(document.querySelector('[aria-label="营养师小禾的头像"]')?.tagName).toBe('svg');
  });

  it('show markup as nothing and text as text', async () => {
    await openSlides({}, { keyWordList: ['<img src=x onerror=alert(1)>保鲜专家', 'a < b'] });
    expect(document.querySelector('[data-kind="keyword"]')?.textContent).toBe('您的年度关键词TOP1保鲜专家TOP2a < b');
  });

  it('are gone as soon as another user has logged in, and theirs begin at the first', async () => {
    const fake = await openSlides();
    await key('End');
    act(() => fake.setSession({ userId: 'another' }));
    expect([shownKind(), audios[0]?.paused]).toEqual([undefined, true]);
    await press('查看我的年度报告');
    await finishLoading();
    expect(shownKind()).toBe('register');
    expect(fake.made(reportCalls.getReport)).toHaveLength(2);
  });

  it('are where they were left after a reload or on the way back, read anew and not recorded as entering', async () => {
    await openSlides();
    await key('End');
    cleanup();
    const fake = createFakeHost({ session: { status: 'unknown' } });
    fake.answer(reportCalls.getReport, given(fullReport));
    render(<ReportScreen host={fake.host} />);
    await pass(0);
    expect([screen.queryByRole('progressbar') !== null, fake.asked]).toEqual([true, []]);
    act(() => fake.setSession({ status: 'user' }));
    await vi.dynamicImportSettled();
    await pass(0);
    expect([shownKind(), fake.made(reportCalls.getReport).length, fake.sent(sharingCalls.annualRecord)]).toEqual([
      'end',
      1,
      [],
    ]);
  });

  it('are left for the landing by a reload without a session, which opens no login page', async () => {
    await openSlides();
    cleanup();
    const fake = mount({ session: sessions.guest });
    await pass(0);
    expect([screen.queryByText('查看我的年度报告') !== null, fake.asked]).toEqual([true, []]);
  });

  it('begin at the first in a new entry of the history', async () => {
    await openSlides();
    await key('End');
    cleanup();
    history.pushState(null, '');
    await openSlides();
    expect(shownKind()).toBe('register');
  });

  it('offer sharing in the header', async () => {
    const fake = await openSlides();
    expect(fake.header.getState()).toMatchObject({ share: true, overlay: true });
  });
});
