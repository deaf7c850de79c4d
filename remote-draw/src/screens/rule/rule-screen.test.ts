import { describe, expect, it } from 'vitest';
import { drawRules, type RuleOccasion } from './rule-screen.tsx';

const occasion: RuleOccasion = { inWeChat: false, bounds: { start: null, end: null }, reportOpens: true };
const texts = (change: Partial<RuleOccasion> = {}) => drawRules({ ...occasion, ...change }).map(({ text }) => text);
const ofSharing = (change?: Partial<RuleOccasion>) => texts(change).filter((text) => text.includes('分享'));

describe('drawRules', () => {
  it('tell of the draws that sharing brings', () => {
    expect(ofSharing()).toEqual(['2. 分享年度报告或分享活动，可以获得更多抽奖机会，次数以页面显示为准。']);
  });

  it('promise nothing for the report where it does not open', () => {
    expect(ofSharing({ reportOpens: false })).toEqual(['2. 分享活动，可以获得更多抽奖机会，次数以页面显示为准。']);
  });

  it('leave that one rule out in WeChat, and no other', () => {
    expect(ofSharing({ inWeChat: true })).toEqual([]);
    expect(texts({ inWeChat: true })).toHaveLength(texts().length - 1);
  });

  it('name the time of the settings, or that none is set', () => {
    expect(texts({ bounds: { start: '2023-08-01T00:00:00+08:00', end: '2023-08-31T23:59:59+08:00' } })[1]).toBe(
      '2023年8月1日 00:00 – 8月31日 23:59',
    );
    expect(texts()[1]).toBe('本活动暂未设定结束时间，如有调整将在活动页面公布');
  });

  it('leave no placeholder', () => expect(texts().filter((text) => text.includes('{'))).toEqual([]));
});
