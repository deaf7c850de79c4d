// @vitest-environment happy-dom
import { type FakeHostOptions } from '@fridge/remote-kit/testing';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { eachInOwnVisit, key, linked, openEnd, openSlides, pass, press } from '../testing/open-report.tsx';

eachInOwnVisit();

describe('the end page', () => {
  it('says the keywords again, and a wish', async () => {
    await openEnd();
    const end = document.querySelector('[data-kind="end"]');
    expect(end?.querySelector('h2')?.textContent).toBe('我的2022冰箱关键词');
    expect([...(end?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)[0]).toBe('TOP1保鲜专家');
    expect(end?.textContent).toContain('2023，愿新鲜常在，美好常来');
  });

  it('leads to the draw, until its picture is closed', async () => {
    const fake = await openEnd();
    await press('年度抽奖，点击参与');
    expect(fake.went).toEqual([['push', '/draw']]);
    await press('关闭抽奖入口');
    expect(screen.queryByRole('button', { name: '年度抽奖，点击参与' })).toBeNull();
    expect(screen.getByRole('button', { name: '去抽奖' })).toBeTruthy();
  });

  it('leads back to the draw where one came from it', async () => {
    const fake = await openEnd({ query: { comeFrom: 'lotteryDraw' } });
    await press('去抽奖');
    expect(fake.went).toEqual([['back']]);
  });

  it.each<[string, FakeHostOptions, boolean]>([
    ['a browser', linked, true],
    [
      'a draw that is over',
      {
        windows: { draw: { start: null, end: '2022-12-31T23:59:59+08:00' } },
        now: Date.parse('2023-08-01T10:00:00+08:00'),
      },
      true,
    ],
    ['a draw that is switched off', {}, false],
  ])('knows no draw in %s', async (_, options, opens) => {
    const fake = await openSlides(options);
    fake.control.opens = () => opens;
    await key('End');
    await pass(0);
    expect(screen.queryByRole('button', { name: '去抽奖' })).toBeNull();
    expect(screen.queryByRole('button', { name: '年度抽奖，点击参与' })).toBeNull();
  });
});
