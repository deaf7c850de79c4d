import { describe, expect, it } from 'vitest';
import { reportRules } from './rule-screen.tsx';

const headings = (inWeChat: boolean) =>
  reportRules({ inWeChat })
    .filter(({ kind }) => kind === 'heading')
    .map(({ text }) => text.slice(0, 1));

describe('reportRules', () => {
  it('has four sections', () => expect(headings(false)).toEqual(['一', '二', '三', '四']));

  it('promises no draws for sharing in WeChat, and keeps all else', () => {
    expect(headings(true)).toEqual(['一', '二', '三']);
    expect(reportRules({ inWeChat: true }).some(({ text }) => text.includes('抽奖'))).toBe(false);
    expect(reportRules({ inWeChat: true })).toHaveLength(6);
  });
});
