import { expect, it } from 'vitest';
import { answeringServer } from './testing/answering-server.ts';

const { answering, run, asked } = answeringServer();

it('lists the coupons with their caps, and warns where the rules that users read differ', async () => {
  const pools = [
    {
      name: 'coupon',
      giftName: '10元电费券',
      cap: 500,
      issued: 3,
      dailyCap: 1_000,
      today: { cap: 1_000, issued: 2 },
    },
  ];
  await answering({ ok: true, data: { day: '2023-08-01', pools } });
  const { output } = await run('coupons', 'set', 'coupon', 'cap=500', 'daily=none', '--as', '王梅');
  expect(asked()).toEqual([{ command: 'coupons.set', pool: 'coupon', cap: 500, dailyCap: null, by: '王梅', why: '' }]);
  expect(output).toMatch(
    /coupon\s+500\s+3\s+1000\s+2 of 1000\s+10元电费券\ntoday is 2023-08-01 \(business time, China\)\n! 10元电费券: the rules that users read say 100000 in all, and its cap is 500\./,
  );
});
