import { expect, it } from 'vitest';
import { createStatementNames } from './open-postgresql.ts';

it('names what comes again, the same for the same text, and nothing long', () => {
  const nameOf = createStatementNames();
  const ask = (text: string) => Array.from({ length: 5 }, () => nameOf(text));
  expect(ask('select 1')).toEqual([undefined, undefined, undefined, 'fridge_1', 'fridge_1']);
  expect(ask('select 2').at(-1)).toBe('fridge_2');
  expect(ask(`insert into t values ${'(1), '.repeat(1_000)}`)).toEqual(Array(5).fill(undefined));
});

it('names a bounded number of them', () => {
  const nameOf = createStatementNames();
  const names = Array.from({ length: 5_000 }, (_, index) =>
    Array.from({ length: 4 }, () => nameOf(`select ${index}`)).at(-1),
  );
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(200);
});
