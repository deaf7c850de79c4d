import { describe, expect, it } from 'vitest';
import { wholeParts } from './prose.tsx';

describe('wholeParts', () => {
  it.each([
    ['the end of the text', '好要拿什么，一次取齐，随手关紧。', ['关紧。']],
    ['an end with more than one sign behind it', '这条小妙招叫作“想好再开”……', ['再开”……']],
    ['a number at the end with its unit', '比不执行峰谷电价便宜0.17元。', ['0.17元。']],
    ['two characters behind Latin ones', '已在鲜居 App绑定智能冰箱的App用户。', ['用户。']],
    ['no end of a text that fits on one line', '随手关紧。', []],
    ['dates without another end', '2022年12月10日，2022年12月10日起。', ['2022年12月10日，', '2022年12月10日']],
    ['an empty text', '', []],
    ['a range of hours', '谷段为21:00-8:00，清凉一夏。', ['21:00-8:00，', '一夏。']],
    ['two ranges', '8:00-21:00、21:00-8:00', ['8:00-21:00、', '21:00-8:00']],
    ['a date at the end', '数据截至2022年12月10日。', ['2022年12月10日。']],
    ['a period', '为2023年7月17日 09:00 – 8月31日 23:59:59。', ['2023年7月17日 09:00 – 8月31日 23:59:59。']],
    ['a period without an end', '2023年7月17日 09:00起', ['2023年7月17日 09:00起']],
    ['a period without a start', '自今截至2023年8月31日 23:59', ['截至2023年8月31日 23:59']],
    ['dates with times', '2023年7月17日 09:00、8月31日 23:59', ['2023年7月17日 09:00、', '8月31日 23:59']],
    ['a deadline', '请在2023年8月8日 10:00前单笔兑换', ['2023年8月8日 10:00前', '单笔', '兑换']],
    ['hours counted', '把24小时分成峰段和谷段，共13个小时', ['24小时', '13个小时']],
    ['amounts and the given phrases', '单笔缴费满11元可用，每日1000张，感谢参与', ['单笔', '11元', '1000张，', '参与']],
    ['limits and ranges', '内容100-1000字，同一题答错2次，冷冻室-18℃', ['100-1000字，', '2次，', '-18℃']],
    ['what stands in brackets', '点击（11元）即可，感谢参与活动', ['（11元）', '活动']],
    ['a plain time and a year alone', '2023年的09:00', []],
  ])('%s', (_, text, whole) => {
    const parts = wholeParts(text, ['单笔']);
    expect(parts.filter((part) => part.whole).map((part) => part.text)).toEqual(whole);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });
});
