import { describe, expect, it } from 'vitest';
import { collectionEnd, mayDelete, mayEdit, uploadEntry, workStatus } from './terms.ts';

const period = { start: '2021-09-01T00:00:00+08:00', end: '2021-10-13T23:59:59+08:00' };
const at = (text: string) => Date.parse(`${text}+08:00`);

describe('the upload entry', () => {
  it.each([
    ['2021-08-31T23:59:59.999', 'notValid'],
    ['2021-09-01T00:00:00.000', 'open'],
    ['2021-10-08T23:59:58.999', 'open'],
    ['2021-10-08T23:59:59.000', 'collectEnded'],
    ['2021-10-13T23:59:59.999', 'collectEnded'],
    ['2021-10-14T00:00:00.000', 'notValid'],
  ])('at %s is %s', (moment, entry) => expect(uploadEntry(period, at(moment))).toBe(entry));

  it('has no end where the settings name none', () => {
    expect([uploadEntry({ start: null, end: null }, 0), uploadEntry(undefined, 0), collectionEnd(undefined)]).toEqual([
      'open',
      'open',
      null,
    ]);
  });
});

describe('what an author may do', () => {
  it.each([
    ['pending', '2021-10-13T23:59:59.999', true, true],
    ['rejected', '2021-10-13T23:59:59.999', true, true],
    ['approved', '2021-10-01T00:00:00.000', false, false],
    ['pending', '2021-10-14T00:00:00.000', false, true],
    ['rejected', '2021-10-14T00:00:00.000', false, true],
  ] as const)('with a work that is %s at %s', (status, moment, edit, remove) => {
    const work = { status: workStatus[status] };
    expect([mayEdit(work, period, at(moment)), mayDelete(work)]).toEqual([edit, remove]);
  });
});
