import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csvLine, readCsv } from './csv.ts';

describe('csvLine', () => {
  it('quotes where needed, and is read back unchanged', () => {
    const cells = ['a', 'b,c', 'say "hi"', 'two\nlines', ''];
    expect(parse(csvLine(cells))).toEqual([cells]);
    expect(csvLine([1, null, 'x'])).toBe('1,,x\r\n');
  });

  it.each(['=1+1', '+86', '-2', '@SUM(A1)', ' =1', '\t=1', '\u200b=cmd', '\r=1', '\uFEFF@x'])(
    'makes %j text',
    (text) => {
      expect(parse(csvLine([text]), { trim: false })).toEqual([[`'${text}`]]);
    },
  );

  it('keeps numbers and plain text', () => expect(csvLine([-1, '2023-08-01', 'a=b'])).toBe('-1,2023-08-01,a=b\r\n'));
});

describe('readCsv', () => {
  const columns = { code: ['code', '卡号'], pwd: ['pwd', '卡密'] };

  it('takes columns in any order by either name, after a byte order mark, and names bad lines', () => {
    const text = '\uFEFF\r\n卡密,CODE\r\np1,"a,1"\n\nonly one\n"open,x\n卡密,code\n p2 , a2 ';
    expect(readCsv(text, columns)).toEqual({
      rows: [
        { line: 3, code: 'a,1', pwd: 'p1' },
        { line: 8, code: 'a2', pwd: 'p2' },
      ],
      bad: [
        { line: 5, reason: '1 columns instead of 2' },
        { line: 6, reason: 'quotes that do not close' },
        { line: 7, reason: 'the names of the columns again' },
      ],
    });
  });

  it('allows other columns where it may', () =>
    expect(readCsv('note,pwd,code\nx,p,a', columns, { others: true }).rows).toEqual([
      { line: 2, code: 'a', pwd: 'p' },
    ]));

  it.each([[''], ['a1,p1'], ['code,pwd,note'], ['code,code']])(
    'refuses the header %j, and quotes nothing of it',
    (text) => expect(() => readCsv(text, columns)).toThrow(/columns code or 卡号, pwd or 卡密/),
  );
});
