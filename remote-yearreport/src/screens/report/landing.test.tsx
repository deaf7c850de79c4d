// @vitest-environment happy-dom
import { type FakeHostOptions, household, sessions } from '@fridge/remote-kit/testing';
import { reportCalls } from '@fridge/shared-contracts/activities/report';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { browser, eachInOwnVisit, linked, mount, pass, press } from '../../testing/open-report.tsx';

eachInOwnVisit();

describe('the landing', () => {
  it.each([0, 1] as const)('says after 2 s that it waits for the app, skin %i', async (skin) => {
    const fake = mount({ skin });
    fake.control.permission = new Promise(() => undefined);
    await press(skin === 1 ? '开启我的回忆' : '查看我的年度报告');
    await pass(1_900);
    expect(screen.queryByRole('button', { name: /正在等待鲜居App响应…/ })).toBeNull();
    await pass(200);
    expect(screen.getByRole('button', { name: /正在等待鲜居App响应…/ }).getAttribute('aria-busy')).toBe('true');
  });

  it.each<[string, FakeHostOptions, string, boolean]>([
    ['the app', {}, '查看我的年度报告', true],
    ['a browser with a report token', linked, '查看我的年度报告', true],
    ['a browser', browser, '开启我的回忆', false],
    ['a browser, brand 2', { ...browser, skin: 2 }, '开启我的回忆', false],
    ['a browser, brand 1', { ...browser, skin: 1 }, '开启我的回忆', false],
    ['the app, brand 1', { skin: 1 }, '开启我的回忆', true],
  ])('in %s', async (_, options, button, enters) => {
    const fake = mount(options);
    await press(button);
    expect([...new Set(fake.asked)]).toEqual(enters ? ['report'] : []);
    expect(fake.landings).toEqual(enters ? [] : ['report']);
    expect(screen.queryByRole('img', { name: '开启我的回忆' }) !== null).toBe(options.skin === 1 && !enters);
  });

  it('opens for a guest after the login, by the same press', async () => {
    const fake = mount({ session: sessions.guest });
    let logIn = (_user: object) => {};
    fake.control.login = new Promise((resolve) => (logIn = resolve));
    await press('查看我的年度报告');
    expect([screen.getByRole('button', { name: '查看我的年度报告' }).getAttribute('aria-busy'), fake.calls]).toEqual([
      'true',
      [],
    ]);
    logIn({});
    await pass(0);
    expect(screen.getByRole('progressbar')).toBeTruthy();
    expect([fake.made(reportCalls.getReport).length, fake.sent(sharingCalls.annualRecord)]).toEqual([
      1,
      [{ ...household, type: '1' }],
    ]);
  });

  it('stays for a guest who cancels the login, and asks again at the next press', async () => {
    const fake = mount({ session: sessions.guest });
    await press('查看我的年度报告');
    expect([screen.getByRole('button', { name: '查看我的年度报告' }).getAttribute('aria-busy'), fake.calls]).toEqual([
      null,
      [],
    ]);
    fake.control.login = {};
    await press('查看我的年度报告');
    expect(fake.made(reportCalls.getReport)).toHaveLength(1);
  });

  it('records no entering of a guest who has left before the login is over', async () => {
    const fake = mount({ session: sessions.guest });
    let logIn = (_user: object) => {};
    fake.control.login = new Promise((resolve) => (logIn = resolve));
    await press('查看我的年度报告');
    cleanup();
    logIn({});
    await pass(0);
    expect(fake.calls).toEqual([]);
  });

  it('names brand, tagline, cut-off and rules', () => {
    const fake = mount({ skin: 2 });
    expect(screen.getByRole('img', { name: '轻享冰箱标志' })).toBeTruthy();
    expect(screen.getByText('轻松生活，刚刚好')).toBeTruthy();
    expect(screen.getByText(/数据统计截至2022年12月10日/)).toBeTruthy();
    expect(screen.getByRole('heading').textContent).toBe('2022冰箱年度报告');
    fireEvent.click(screen.getByText('活动规则'));
    expect(fake.went).toEqual([['push', '/yearReport/rule']]);
    expect(fake.header.getState()).toMatchObject({ overlay: true });
    expect(fake.header.getState().share).toBeUndefined();
  });

  it('invites a home without a fridge to bind one', async () => {
    const fake = mount({ session: sessions.noFridge });
    await press('查看我的年度报告');
    await press('去绑定');
    expect(fake.timesBound()).toBe(1);
    expect(screen.getByRole('button', { name: '查看我的年度报告' })).toBeTruthy();
  });
});
