import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

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
