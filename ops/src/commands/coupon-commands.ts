import { type CouponPool, couponPools, type ListedCoupons } from '@fridge/server/activities/campaign/coupon-protocol';
import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { Argument, type Command } from 'commander';
import { addAuditCommand } from './audit-command.ts';
import {
  assignments,
  type ChangeOptions,
  changeOptions,
  confirmOption,
  doneBy,
  numberOrNone,
  table,
  type Tool,
  warningLines,
  wholeNumber,
} from './tool.ts';

export function addCouponCommands(program: Command, tool: Tool): void {
  const { ask, finish } = tool;
  const group = program.command('coupons').description("the campaign's coupons and allowances on the running server");
  const show = (coupons: ListedCoupons) => {
    const warnings = couponWarnings(coupons);
    finish([couponTable(coupons), ...warningLines(warnings)].join('\n'), { ...coupons, warnings });
  };

  group
    .command('list')
    .description('every pool: cap, issued, and of the coupon the cap and count of today')
    .action(async () => show(await ask({ command: 'coupons.list' })));

  confirmOption(changeOptions(group.command('set')))
    .addArgument(new Argument('<pool>', 'which').choices(couponPools))
    .argument('<settings...>', 'cap=<n>, daily=<n|none>', assignments({ cap: wholeNumber, daily: numberOrNone }))
    .usage(`<${couponPools.join('|')}> [cap=<n>] [daily=<n|none>]`)
    .description('sets what may be granted, in all and on each day (of business time, in China), while grants go on')
    .action(
      async (
        pool: CouponPool,
        { cap, daily }: { cap?: number; daily?: number | null },
        { confirm: confirmed, ...who }: ChangeOptions & { confirm?: boolean },
      ) => show(await ask({ command: 'coupons.set', pool, cap, dailyCap: daily, confirmed, ...doneBy(who) })),
    );

  addAuditCommand(group, tool, {
    description: 'every coupon and allowance granted: to whom, for what, and as which of its pool and day',
    columns: ['id', 'at', 'userId', 'pool', 'poolIssued', 'day', 'dayIssued', 'cause', 'realAt'],
    ask: (filter) => ask({ command: 'coupons.audit', ...filter }),
  });
}

/** Caps that differ from those in the users' rules. */
function couponWarnings({ pools }: ListedCoupons): string[] {
  const { couponsInTotal, couponsPerDay, allowancesPerKind } = campaignTerms;
  return pools.flatMap(({ name, giftName, cap, dailyCap }) => {
    const inAll = name === 'coupon' ? couponsInTotal : allowancesPerKind;
    const rules = `${giftName}: the rules that users read say`;
    return [
      ...(cap === inAll ? [] : [`${rules} ${inAll} in all, and its cap is ${cap}.`]),
      ...(name !== 'coupon' || dailyCap === couponsPerDay
        ? []
        : [`${rules} ${couponsPerDay} a day, and its daily cap is ${dailyCap ?? 'none'}.`]),
    ];
  });
}

function couponTable({ day, pools }: ListedCoupons): string {
  const rows = pools.map(({ name, cap, issued, dailyCap, today, giftName }) => ({
    pool: name,
    cap,
    issued,
    'daily cap': dailyCap ?? 'none',
    today: today === null ? '-' : `${today.issued} of ${today.cap}`,
    what: giftName,
  }));
  return `${table(rows)}\ntoday is ${day} (business time, China)`;
}
