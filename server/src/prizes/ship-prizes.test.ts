import { describe, expect, it } from 'vitest';
import { judgeShipment, readShipment } from './ship-prizes.ts';

describe('readShipment', () => {
  it.each([
    ['顺丰速运', 'SF1234567890'],
    ['EMS', '1234'],
    ['J&T', 'JT-0001-0002'],
    ['京东物流', '1'.repeat(40)],
  ])('takes %s %s', (carrier, trackingNumber) =>
    expect(readShipment({ carrier: ` ${carrier} `, trackingNumber: ` ${trackingNumber}\t` })).toEqual({
      carrier,
      trackingNumber,
    }),
  );

  it.each([
    ['no carrier', ' ', 'SF1234', /carrier is missing/],
    ['an invisible carrier', '\u200b<b></b>', 'SF1234', /carrier is missing/],
    ['a carrier of 21 characters', '顺'.repeat(21), 'SF1234', /more than 20/],
    ['no number', '顺丰速运', '', /tracking number/],
    ['3 characters', '顺丰速运', 'SF1', /tracking number/],
    ['41 characters', '顺丰速运', '1'.repeat(41), /tracking number/],
    ['what a spreadsheet shortened', '顺丰速运', '1.23457E+14', /tracking number/],
    ['a formula', '顺丰速运', '=1+1234', /tracking number/],
    ['blanks within', '顺丰速运', 'SF 1234', /tracking number/],
  ])('refuses %s', (_, carrier, trackingNumber, problem) =>
    expect(readShipment({ carrier, trackingNumber })).toMatch(problem),
  );
});

describe('judgeShipment', () => {
  const now = Date.parse('2023-08-08T10:00:00+08:00');
  const prize = {
    state: 'toShip' as const,
    shippedAt: null,
    shippedBy: null,
    carrier: null,
    trackingNumber: null,
  };
  const shipped = {
    state: 'shipped' as const,
    shippedAt: new Date(now),
    shippedBy: '王梅',
    carrier: '顺丰速运',
    trackingNumber: 'SF1234',
  };

  const shipment = { carrier: '顺丰速运', trackingNumber: 'SF1234' };

  it.each([
    ['an address', {}, 'ship'],
    ['shipped with this number', shipped, 'unchanged'],
    ['shipped with this number by a carrier under another name', { ...shipped, carrier: '顺丰' }, 'unchanged'],
  ])('%s', (_, change, judged) => expect(judgeShipment({ ...prize, ...change }, shipment)).toBe(judged));

  it.each<[string, object, ReturnType<typeof judgeShipment>]>([
    ['another number', { ...shipped, trackingNumber: 'SF9999' }, 'correct'],
    ['another carrier', { ...shipped, carrier: 'EMS' }, 'correct'],
    ['the same', shipped, 'unchanged'],
    ['not shipped', {}, { problem: expect.stringContaining('not shipped yet') }],
    ['virtual', { state: 'code' }, { problem: expect.stringContaining('virtual') }],
  ])('corrects: %s', (_, change, judged) =>
    expect(judgeShipment({ ...prize, ...change }, shipment, true)).toEqual(judged),
  );

  it.each([
    ['virtual', { state: 'code' as const }, /virtual/],
    ['no address, before the deadline', { state: 'addressMissing' as const }, /no address yet/],
    ['no address, after it', { state: 'expired' as const }, /before the deadline/],
    [
      'another number',
      { ...shipped, trackingNumber: 'SF9999' },
      /shipped already by 顺丰速运, number SF9999; entered by 王梅 at 2023-08-08T10:00:00\+08:00/,
    ],
  ])('refuses: %s', (_, change, problem) =>
    expect(judgeShipment({ ...prize, ...change }, shipment)).toEqual({
      problem: expect.stringMatching(problem),
    }),
  );
});
