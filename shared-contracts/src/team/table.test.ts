import { expect, it } from 'vitest';
import { table } from './table.ts';

it('lines columns up as a terminal shows them, Chinese names too', () => {
  const rows = [
    { by: '王梅', change: 'on', why: '“新”' },
    { by: 'picnic/01', change: 'canary 1.1.0', why: '' },
  ];
  expect(table(rows).split('\n')).toEqual([
    'by         change        why',
    '王梅       on            “新”',
    'picnic/01  canary 1.1.0',
  ]);
});
