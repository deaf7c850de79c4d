import { describe, expect, it } from 'vitest';
import { drawRules } from './draw-rules.ts';

const speakOfSharing = (inWeChat: boolean) => drawRules({ inWeChat }).filter(({ text }) => text.includes('分享'));

describe('drawRules', () => {
  it('tells of the draws that sharing brings', () => expect(speakOfSharing(false)).toHaveLength(1));

  it('leaves that one rule out in WeChat, and no other', () => {
    expect(speakOfSharing(true)).toEqual([]);
    expect(drawRules({ inWeChat: true })).toHaveLength(drawRules({ inWeChat: false }).length - 1);
  });
});
