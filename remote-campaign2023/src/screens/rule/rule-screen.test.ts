import { specifiedWindows } from '@fridge/shared-contracts';
import { describe, expect, it } from 'vitest';
import { campaignRules } from './rule-screen.tsx';

const period = (bounds: Parameters<typeof campaignRules>[0]) => campaignRules(bounds)[1]?.text;

describe('campaignRules', () => {
  it('write the specified time as the copy deck does, to the second', () => {
    expect(period(specifiedWindows.campaign2023)).toBe('2023年7月17日 09:00 – 2023年8月31日 23:59:59');
  });

  it('follow a moved period', () => {
    expect(period({ start: '2024-06-01T08:30:00+08:00', end: '2024-06-30T23:59:59+08:00' })).toBe(
      '2024年6月1日 08:30 – 2024年6月30日 23:59:59',
    );
    expect(period({ start: null, end: null })).toBe('长期有效');
  });

  const texts = campaignRules(specifiedWindows.campaign2023).map(({ text }) => text);
  it('write large amounts in one way', () => expect(texts).toContain('2. 共10万张，每日1000张，领完即止。'));

  it('give allowances one term', () => {
    expect(texts.find((text) => text.includes('3天'))).toContain('平台津贴除外');
  });

  it('name where real names are verified', () =>
    expect(texts.find((text) => text.startsWith('5. '))).toContain('网上国网App'));

  it('leave no placeholder', () => expect(texts.filter((text) => text.includes('{'))).toEqual([]));
});
