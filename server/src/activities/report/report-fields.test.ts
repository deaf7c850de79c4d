import { functionFields, reportSchema } from '@fridge/shared-contracts/activities/report';
import { describe, expect, it } from 'vitest';
import { readReportRow, REPORT_BYTES } from './report-fields.ts';

const read = (fields: Record<string, unknown>) => readReportRow({ fridgeId: 'F1', ...fields });

describe('readReportRow', () => {
  it.each<[string, unknown]>([
    ['yearOpenNum', 12],
    ['yearOpenNum', 0],
    ['yearOpenNum', '100001'],
    ['yearOpenNum', null],
    ['yearOpenNum', ''],
    ['yearOpenNum', -1],
    ['yearOpenNumPercent', '88.5%'],
    ['maxTemp', -18],
    ['maxTemp', '12℃'],
    ['favoriteUseTime', 9],
    ['favoriteUseTime', 'later'],
    ['registerTime', '2020-06-18 10:00:00'],
    ['maxTempDate', '07-21'],
    ['earliestOpenTime', '6:12'],
    ['latestOpenTime', null],
    ['favoriteFunction', '<b>食材管理</b>'],
    ['problem', '怎么吃\n水果？'],
    ['keyWordList', []],
    ['keyWordList', null],
    ['keyWordList', ['保鲜专家', '', null]],
    ['dietitianeList', [{ headUrl: null, userName: '小禾' }, { userName: '小麦' }, {}]],
    ['latestOpenTimeUsers', 100_001],
  ])('takes %s as %j', (name, value) =>
    expect(read({ [name]: value })).toEqual({ fridgeId: 'F1', fields: { [name]: value } }),
  );

  it('accepts texts, lists and reports up to their limits', () => {
    const words = (count: number, word = '词') => Array.from({ length: count }, () => word);
    expect(read({ keyWordList: words(1_000), problem: '长'.repeat(2_000) })).toHaveProperty('fields');
    expect(read({ keyWordList: words(1_001) })).toEqual({ reason: 'keyWordList: at most 1000 entries' });
    expect(read({ problem: '长'.repeat(2_001) })).toEqual({ reason: 'problem: text of at most 2000 characters' });
    expect(read({ keyWordList: words(40, '词'.repeat(1_000)) })).toEqual({
      reason: `longer than ${REPORT_BYTES} bytes`,
    });
  });

  it.each<[string, unknown, string]>([
    ['yearOpenNum', 'many', 'yearOpenNum: a number'],
    ['yearOpenNum', [3], 'yearOpenNum: a number'],
    ['yearOpenNum', true, 'yearOpenNum: a number'],
    ['yearOpenNum', 1e21, 'yearOpenNum: a number'],
    ['registerTime', 'soon', 'registerTime: a day such as 2022-07-21'],
    ['maxTempDate', '2022-02-30', 'maxTempDate: a day such as 2022-07-21'],
    ['maxTempTime', '25:00', 'maxTempTime: a time such as 23:48'],
    ['favoriteUseTime', {}, 'favoriteUseTime: text of at most 2000 characters'],
    ['problem', 'a\0b', 'problem: text of at most 2000 characters'],
    ['problem', '\uD800', 'problem: text of at most 2000 characters'],
    ['keyWordList', '保鲜专家', 'keyWordList: a list'],
    ['keyWordList', ['a', ['b']], 'keyWordList.1: text of at most 2000 characters'],
    ['dietitianeList', ['小禾'], 'dietitianeList.0: headUrl and userName'],
    ['dietitianeList', [{ userName: 'a', phone: '13800001001' }], 'dietitianeList.0.phone: no field of a dietitian'],
    ['openNum', 3, 'openNum: no field of a report'],
    ['toString', 3, 'toString: no field of a report'],
    ['evil\u001b[2J', 3, 'evil?[2J: no field of a report'],
  ])('names what is wrong with %s of %j', (name, value, reason) => expect(read({ [name]: value })).toEqual({ reason }));

  it.each<[unknown, string]>([
    [null, 'no JSON object'],
    ['F1', 'no JSON object'],
    [[], 'no JSON object'],
    [{ yearOpenNum: 1 }, 'fridgeId: missing'],
    [{ fridgeId: 1, yearOpenNum: 1 }, 'fridgeId: text'],
    [{ fridgeId: 'F 1', yearOpenNum: 1 }, 'fridgeId: 1 to 64 characters without blanks'],
    [{ fridgeId: 'F'.repeat(65), yearOpenNum: 1 }, 'fridgeId: 1 to 64 characters without blanks'],
    [{ fridgeId: 'F1' }, 'no field of a report beside fridgeId'],
  ])('names what is wrong with %j', (raw, reason) => expect(readReportRow(raw)).toEqual({ reason }));

  it('names the first few of many problems', () => {
    const wrong = Object.fromEntries(functionFields.map((name) => [name, 'many']));
    expect(read(wrong)).toEqual({
      reason: `${functionFields
        .slice(0, 5)
        .map((name) => `${name}: a number`)
        .join('; ')}; 5 more`,
    });
  });

  it('knows every field that pages read, and no other', () => {
    for (const name of Object.keys(reportSchema.entries))
      expect(read({ [name]: null })).toEqual({ fridgeId: 'F1', fields: { [name]: null } });
  });
});
