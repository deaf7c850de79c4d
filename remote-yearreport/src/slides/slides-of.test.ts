import { describe, expect, it } from 'vitest';
import { fullFields, fullReport, reportOf } from '../testing/report-of.ts';
import { figureOf, type SlideKind, type SlideOf, textOf } from './slide-model.ts';
import { slidesOf, storyOf } from './slides-of.ts';

function slideOf<Kind extends SlideKind>(
  kind: Kind,
  fields: Readonly<Record<string, unknown>>,
): SlideOf<Kind> | undefined {
  return storyOf(reportOf(fields)).find((slide): slide is SlideOf<Kind> => slide.kind === kind);
}
const linesOf = (kind: SlideKind, fields: Readonly<Record<string, unknown>>) =>
  slideOf(kind, fields)?.sentences.map(textOf) ?? [];
const leadOf = (kind: SlideKind, fields: Readonly<Record<string, unknown>>) => {
  const lead = slideOf(kind, fields)?.sentences.find((line) => line.lead);
  return lead && figureOf(lead);
};

describe('storyOf', () => {
  it('tells everything in the order of the year, and ends', () => {
    expect(storyOf(fullReport).map(({ kind }) => kind)).toEqual([
      'register',
      'open',
      'earliest',
      'latest',
      'door',
      'favTime',
      'func',
      'jars',
      'temp',
      'diet',
      'keyword',
      'close1',
      'close2',
      'close3',
      'thanks',
      'end',
    ]);
  });

  it('leaves out every slide that has nothing to tell', () => {
    expect(slidesOf(reportOf())).toEqual([]);
    expect(storyOf(reportOf()).map(({ kind }) => kind)).toEqual(['close1', 'close2', 'close3', 'thanks', 'end']);
  });

  it.each<[string, SlideKind, Record<string, unknown>, string[]]>([
    [
      'day and years',
      'register',
      { registerTime: '2020-06-18', registerYears: 2 },
      ['2020年6月18日，您与冰箱相遇', '一日三餐，四季流转，它已陪伴您2年'],
    ],
    [
      'no year yet',
      'register',
      { registerTime: '2022-06-18', registerYears: 0 },
      ['2022年6月18日，您与冰箱相遇', '从那天起，它成了家里的新成员'],
    ],
    ['years alone', 'register', { registerYears: 1 }, ['一日三餐，四季流转，它已陪伴您1年']],
    ['openings', 'open', { yearOpenNum: 100_001 }, ['这一年，您打开冰箱100001次']],
    ['no opening', 'open', { yearOpenNum: 0 }, []],
    ['share of users', 'open', { yearOpenNumPercent: 88.46 }, ['超过了88.5%的用户']],
    ['no share', 'open', { yearOpenNumPercent: 0 }, []],
    ['hours', 'open', { yearOpenDuration: '68.0' }, ['累计开门68小时']],
    ['45 seconds', 'open', { averageOpenTime: 45 }, ['平均每次开门0分45秒']],
    ['75 seconds', 'open', { averageOpenTime: 75 }, ['平均每次开门1分15秒']],
    ['59.6 seconds', 'open', { averageOpenTime: 59.6 }, ['平均每次开门1分0秒']],
    ['no seconds', 'open', { averageOpenTime: 0 }, []],
    ['less than a second', 'open', { averageOpenTime: 0.4 }, []],
    ['timeouts', 'open', { doorOpenTimeout: 1 }, ['开门超时1次，记得随手关门哦']],
    ['no timeout', 'open', { doorOpenTimeout: 0 }, ['没有一次开门超时，随手关门您很在行']],
    ['unknown timeouts', 'open', { doorOpenTimeout: null }, []],
    [
      'a share of the door',
      'door',
      { morningOpenNum: 12, noonOpenNum: 30, nightOpenNum: 45, openDoorPercent: 52 },
      ['晚上开门最多，占总次数的52%'],
    ],
    [
      'the first of equals',
      'door',
      { morningOpenNum: 30, noonOpenNum: 30, openDoorPercent: 50 },
      ['早晨开门最多，占总次数的50%'],
    ],
    ['a share of nothing', 'door', { openDoorPercent: 52 }, []],
    ['favourite time 0', 'favTime', { favoriteUseTime: 0 }, ['您最常在清晨打开冰箱', '一天的第一份新鲜，总是您先到']],
    ['favourite time 6', 'favTime', { favoriteUseTime: '6' }, ['您最常在深夜打开冰箱', '夜色再深，冰箱里总有一份温柔']],
    ['favourite time 7', 'favTime', { favoriteUseTime: 7 }, ['随时打开冰箱，随时都有新鲜']],
    [
      'a favourite function',
      'func',
      { favoriteFunction: '食材管理', favoriteFunctionNum: 1 },
      ['您最爱用“食材管理”，一共用了1次'],
    ],
    [
      'a favourite by its field',
      'func',
      { favoriteFunction: 'cleanNum', favoriteFunctionNum: 3, cleanNum: 3 },
      ['您最爱用“净味保鲜”，一共用了3次', '净味保鲜3次，打开冰箱一阵清新'],
    ],
    ['a favourite never used', 'func', { favoriteFunction: '食材管理', favoriteFunctionNum: 0 }, []],
    ['a favourite without a name', 'func', { favoriteFunctionNum: 9 }, []],
    ['the freezer at 0', 'temp', { maxTemp: 0 }, []],
    ['the freezer below 0', 'temp', { maxTemp: -18 }, []],
    ['the freezer at 0.01', 'temp', { maxTemp: 0.01 }, ['冷冻室最高温度：0.1℃', '少开门、关好门，冷冻保鲜更安心']],
    ['the freezer at 10', 'temp', { maxTemp: 10 }, ['冷冻室最高温度：10℃', '少开门、关好门，冷冻保鲜更安心']],
    ['the freezer at 10.1', 'temp', { maxTemp: 10.1 }, ['冷冻室最高温度：超过10℃', '少开门、关好门，冷冻保鲜更安心']],
    [
      'the day of it',
      'temp',
      { maxTemp: 5, maxTempDate: '2022-07-21' },
      ['冷冻室最高温度：5℃', '7月21日', '少开门、关好门，冷冻保鲜更安心'],
    ],
    [
      'day and time of it',
      'temp',
      { maxTemp: 5, maxTempDate: '2022-07-21', maxTempTime: '7:05' },
      ['冷冻室最高温度：5℃', '7月21日\u00a007:05', '少开门、关好门，冷冻保鲜更安心'],
    ],
    ['dietitians', 'diet', { dietitianeList: [{ userName: '小禾' }] }, ['这一年，1位营养师为您出谋划策']],
    [
      'questions',
      'diet',
      { problemNum: 9, problem: '怎么吃水果？' },
      ['您一共咨询了9个问题', '您最关心的是：怎么吃水果？'],
    ],
    ['no question', 'diet', { problemNum: 0, problem: '' }, []],
    ['the end', 'end', {}, ['2023，愿新鲜常在，美好常来']],
  ])('says %s', (_, kind, fields, lines) => expect(linesOf(kind, fields)).toEqual(lines));

  it.each<[string | null, string | undefined, string | undefined]>([
    ['03:59', undefined, '什么时候需要，冰箱就在什么时候等您'],
    ['04:00', '早起先锋', '天刚亮，您已经把新鲜端上了桌'],
    ['07:29', '早起先锋', '天刚亮，您已经把新鲜端上了桌'],
    ['07:30', '早餐达人', '不慌不忙的早晨，从一份早餐开始'],
    ['09:00', '从容生活家', '睡到自然醒，也是生活的奖赏'],
    ['12:00', undefined, '什么时候需要，冰箱就在什么时候等您'],
    [null, undefined, undefined],
  ])('earliest at %s', (time, label, text) => {
    expect(slideOf('earliest', { earliestOpenTime: time })?.label).toBe(label);
    expect(linesOf('earliest', { earliestOpenTime: time })[1]).toBe(text);
  });

  it.each<[string | null, string | undefined, string | undefined]>([
    ['16:59', undefined, '作息规律的您，把日子过得刚刚好'],
    ['17:00', '晚餐时光', '忙完一天，好好吃饭是最好的犒劳'],
    ['21:00', '深夜食堂', '夜深了，冰箱里的灯还为您亮着'],
    ['03:59', '深夜食堂', '夜深了，冰箱里的灯还为您亮着'],
    ['04:00', undefined, '什么时候需要，冰箱就在什么时候等您'],
    ['11:59', undefined, '什么时候需要，冰箱就在什么时候等您'],
    ['12:00', undefined, '作息规律的您，把日子过得刚刚好'],
    [null, undefined, undefined],
  ])('latest at %s', (time, label, text) => {
    expect(slideOf('latest', { latestOpenTime: time })?.label).toBe(label);
    expect(linesOf('latest', { latestOpenTime: time })[1]).toBe(text);
  });

  it.each<[number | null, string | undefined]>([
    [null, undefined],
    [0, undefined],
    [1, '像您这样的用户，还有1位'],
    [100_000, '像您这样的用户，还有100000位'],
    [100_001, '像您这样的用户，还有10W+位'],
    [123_456, '像您这样的用户，还有12W+位'],
  ])('%s users like this', (users, text) => {
    for (const [kind, field] of [
      ['open', 'yearOpenNum'],
      ['earliest', 'earliestOpenTime'],
      ['latest', 'latestOpenTime'],
      ['favTime', 'favoriteUseTime'],
      ['func', 'favoriteFunction'],
    ] as const) {
      const line = slideOf(kind, { ...fullFields, [`${field}Users`]: users })?.users;
      expect(line && textOf(line)).toBe(text);
    }
  });

  it('tells no number of users above 100,000 in digits', () => {
    const lines = storyOf(reportOf({ ...fullFields, yearOpenNumUsers: 214_999 }))
      .flatMap(({ sentences, users }) => [...sentences, ...(users ? [users] : [])])
      .map(textOf);
    const users = lines
      .filter((line) => /[位户人]/.test(line))
      .flatMap((line) =>
        [...line.matchAll(/([\d,]+)(W\+|\+)?(?=[位户人])/g)].map(([, digits = '', unit]) => [
          Number(digits.replaceAll(',', '')),
          unit,
        ]),
      );
    expect(users.length).toBeGreaterThan(7);
    for (const [count, unit] of users) if (unit !== 'W+') expect(count).toBeLessThanOrEqual(100_000);
  });

  it('makes one figure of a slide the huge one', () => {
    expect(leadOf('register', fullFields)).toBe('2');
    expect(leadOf('open', fullFields)).toBe('3286');
    expect(leadOf('open', { yearOpenDuration: 68 })).toBe('68');
    expect(leadOf('func', { foodManageNum: 7 })).toBe('7');
    expect(leadOf('diet', { problemNum: 9 })).toBe('9');
    expect(leadOf('close1', {})).toBe('89W+');
    expect(leadOf('close2', {})).toBe('18,723');
  });

  it('says what each of the ten functions did, the most used first', () => {
    const lines = linesOf('func', { ...fullFields, favoriteFunction: null });
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('管理食材386次，样样心中有数');
    expect(lines.at(-1)).toBe('居家关怀5次，牵挂家人每一天');
  });

  it('cuts what has no room, and counts it all', () => {
    const keywords = slideOf('keyword', {
      keyWordList: Array.from({ length: 1000 }, (_, at) => `关键词第${at}个很长很长很长`),
    })?.keywords;
    expect(keywords).toHaveLength(6);
    expect(keywords?.[0]).toBe('关键词第0个很…');
    expect(slideOf('keyword', { keyWordList: [] })).toBeUndefined();
    const diet = { dietitianeList: Array.from({ length: 30 }, () => ({ userName: '小禾' })) };
    expect(leadOf('diet', diet)).toBe('30');
    expect(slideOf('diet', diet)?.dietitians).toHaveLength(4);
  });
});

describe('the charts', () => {
  it('shows the three parts of the day, with their text', () => {
    const slide = slideOf('door', { morningOpenNum: 12, nightOpenNum: 45 });
    expect(slide?.bars.map(({ label, count }) => [label, count])).toEqual([
      ['早晨', 12],
      ['中午', 0],
      ['晚上', 45],
    ]);
    expect(slide?.alt).toBe('开门时段分布图：早晨12次、中午0次、晚上45次');
    expect(slideOf('door', { morningOpenNum: 0, noonOpenNum: 0, nightOpenNum: 0 })).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>, [string, number][]]>([
    ['two functions', { foodManageNum: 9, cleanNum: 3, checkSelfNum: 0 }, []],
    [
      'three functions',
      { foodManageNum: 9, cleanNum: 3, checkSelfNum: 5 },
      [
        ['食材管理', 9],
        ['一键自检', 5],
        ['净味保鲜', 3],
      ],
    ],
    [
      'five functions',
      { foodManageNum: 5, cleanNum: 4, checkSelfNum: 3, homeCareNum: 2, smartCleanNum: 1 },
      [
        ['食材管理', 5],
        ['净味保鲜', 4],
        ['一键自检', 3],
        ['居家关怀', 2],
        ['智能净化', 1],
      ],
    ],
    [
      'all of them',
      fullFields,
      [
        ['食材管理', 386],
        ['菜谱推荐', 215],
        ['膳食分析', 132],
        ['净味保鲜', 98],
        ['智能净化', 73],
        ['其他', 135],
      ],
    ],
  ])('draws %s', (_, fields, bars) => {
    const slide = slideOf('jars', fields);
    expect(slide?.bars.map(({ label, count }) => [label, count]) ?? []).toEqual(bars);
    if (bars.length > 0)
      expect(slide?.alt).toBe(`功能使用次数图：${bars.map(([label, count]) => `${label}${count}次`).join('、')}`);
  });
});
