import { describe, expect, it } from 'vitest';
import { readCodes } from './read-codes.ts';

describe('readCodes', () => {
  it('reads two columns with their line numbers', () => {
    expect(readCodes('code,pwd\nA1,P1\n\nA2 , P2\r\n"A,3",P3\n')).toEqual({
      rows: [{ line: 2, code: 'A1', pwd: 'P1' }, { line: 4, code: 'A2', pwd: 'P2' }, { line: 5, code: 'A,3', pwd: 'P3' }],
      bad: [],
    });
  });

  it('names each broken line and goes on after it', () => {
    const { rows, bad } = readCodes('A1,P1\nonly-one\nA2,"P2\nA3,P3,extra\nA4,P4');
    expect(rows.map(({ line }) => line)).toEqual([1, 5]);
    expect(bad).toEqual([
      { line: 2, reason: '1 columns instead of 2' },
      { line: 3, reason: 'quotes that do not close' },
      { line: 4, reason: '3 columns instead of 2' },
    ]);
  });

  it.each(['', '\n\n', '\uFEFFcode,pwd\n'])('finds nothing in %j', (csv) => expect(readCodes(csv)).toEqual({ rows: [], bad: [] }));
});
