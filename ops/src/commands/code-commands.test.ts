import type { ListedDraw } from '@fridge/server/activities/draw/draw-protocol';
import { describe, expect, it } from 'vitest';
import { drawWarnings, readCodes } from './code-commands.ts';

type Outcome = ListedDraw['outcomes'][number];
const thanks: Outcome = {
  level: 0,
  giftName: '谢谢参与',
  isVirtual: false,
  weight: 1,
  share: '20%',
  stock: null,
  issued: 0,
  codesLeft: null,
};
const card: Outcome = {
  level: 3,
  giftName: '超市卡',
  isVirtual: true,
  weight: 5,
  share: '80%',
  stock: 100,
  issued: 40,
  codesLeft: 60,
};
const warned = (...outcomes: Outcome[]) => drawWarnings({ weightsVersion: 1, outcomes });

describe('drawWarnings', () => {
  it('is empty for a draw that can give what it promises', () => {
    expect(warned(thanks, card)).toEqual([]);
    expect(warned(thanks, { ...card, weight: 0, codesLeft: 0 })).toEqual([]);
    expect(warned({ ...thanks, weight: 0 }, card)).toEqual([]);
  });

  it('warns when every weight is 0', () => {
    expect(warned({ ...thanks, weight: 0 }, { ...card, weight: 0 })).toEqual([
      expect.stringMatching(/every weight is 0: each draw comes out as "thanks"/),
    ]);
  });

  it.each([
    [
      'more stock than codes',
      { codesLeft: 59 },
      /^level 3 \(超市卡\): its stock lets 60 more be won, and 59 codes are at hand: after those, whoever hits it gets "thanks"\.$/,
    ],
    ['stock without end', { stock: null }, /its stock has no end, and 60 codes/],
    ['no code at all', { codesLeft: 0 }, /0 codes are at hand: whoever hits it gets "thanks"/],
  ])('warns of %s', (_, change, warning) =>
    expect(warned(thanks, { ...card, ...change })).toEqual([expect.stringMatching(warning)]),
  );
});

const read = (csv: string) => readCodes(Buffer.from(csv));

describe('readCodes', () => {
  it('reads two columns with their line numbers', () => {
    expect(read('code,pwd\nA1,P1\n\nA2 , P2\r\n"A,3",P3\n')).toEqual({
      rows: [
        { line: 2, code: 'A1', pwd: 'P1' },
        { line: 4, code: 'A2', pwd: 'P2' },
        { line: 5, code: 'A,3', pwd: 'P3' },
      ],
      bad: [],
    });
  });

  it.each(['pwd,code', 'PWD, Code', '卡密,卡号', '\uFEFF"卡密","卡号"', '\n\npwd,code'])(
    'reads the columns by their names: %j',
    (header) => {
      expect(read(`${header}\nP1,A1\n`).rows).toMatchObject([{ code: 'A1', pwd: 'P1' }]);
    },
  );

  it.each([
    ['none', 'A1,P1\nA2,P2\n'],
    ['another language', 'numéro,secret\nA1,P1\n'],
    ['one column too many', 'code,pwd,note\nA1,P1,x\n'],
    ['the same twice', 'code,code\nA1,P1\n'],
    ['another separator', 'code;pwd\nA1;P1\n'],
    ['quotes that do not close', '"code,pwd\nA1,P1\n'],
  ])('refuses a header of %s without quoting it', (_, csv) => {
    expect(() => read(csv)).toThrow(/^Line 1 doesn't name the two columns: it has to be code,pwd/);
    expect(() => read(csv)).not.toThrow(/A1|P1|secret/);
  });

  it("refuses an empty file and one that isn't UTF-8", () => {
    expect(() => readCodes(Buffer.from([0xbf, 0xa8, 0xba, 0xc5, 0x2c, 0xbf, 0xa8, 0xc3, 0xdc, 0x0a]))).toThrow(
      /isn't UTF-8/,
    );
    expect(() => read('\n\n')).toThrow(/empty/);
  });

  it('names each broken line and reads on', () => {
    const { rows, bad } = read('code,pwd\nA1,P1\nonly-one\nA2,"P2\nA3,P3,extra\nA4,P4\nA1,P5');
    expect(rows.map(({ line }) => line)).toEqual([2, 6]);
    expect(bad).toEqual([
      { line: 3, reason: '1 columns instead of 2' },
      { line: 4, reason: 'quotes that do not close' },
      { line: 5, reason: '3 columns instead of 2' },
      { line: 7, reason: 'the code of line 2 again' },
    ]);
  });

  it('takes a repeated header for no code', () => {
    const { rows, bad } = read('code,pwd\nA1,P1\nCode,Pwd\nA2,P2\n卡密,卡号\n');
    expect(rows.map(({ code }) => code)).toEqual(['A1', 'A2']);
    expect(bad).toEqual([3, 5].map((line) => ({ line, reason: 'the names of the columns again' })));
  });

  it('finds nothing after a header alone', () => expect(read('\uFEFFcode,pwd\n')).toEqual({ rows: [], bad: [] }));
});
