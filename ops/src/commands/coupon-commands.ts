import { Argument, type Command } from 'commander';
import { type CouponPool, couponPools, type ListedCoupons, type OperatorRequest } from '@fridge/server/operator-protocol';
import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { askServer } from '../operator/ask-server.ts';
import { warningLines } from '../operator/draw-warnings.ts';
import { stateFolder } from '../workspace.ts';
import { assignment, wholeNumber } from './argument-values.ts';
import { addAuditCommand } from './audit-command.ts';
import { table } from './table.ts';
import type { CommandResult, Tool } from './tool.ts';

/** The coupons and allowances of the running server: what may be granted, what was, and to whom. */
export function addCouponCommands(program: Command, tool: Tool): void {
  const { env, finish } = tool;
  const ask = <Request extends OperatorRequest>(request: Request) => askServer(stateFolder(env).operatorSocket, request);
  const group = program.command('coupons').description("the campaign's coupons and allowances on the running server");

  group
    .command('list')
    .description('every pool: cap, issued, and of the coupon the cap and count of today')
    .action(async () => finish(shown(await ask({ command: 'coupons.list' }))));

  group
    .command('set')
    .addArgument(new Argument('<pool>', 'which').choices(couponPools))
    .argument('<settings...>', 'cap=<n>, daily=<n|none>', readSetting)
    .usage(`<${couponPools.join('|')}> [cap=<n>] [daily=<n|none>]`)
    .description('sets what may be granted, in all and on each day (of business time, in China), while grants go on')
    .action(async (pool: CouponPool, { cap, daily }: Setting) => {
      finish(shown(await ask({ command: 'coupons.set', pool, ...(cap !== undefined && { cap }), ...(daily !== undefined && { dailyCap: daily }) })));
    });

  addAuditCommand(group, tool, {
    description: 'every coupon and allowance granted: to whom, for what, and as which of its pool and day',
    columns: ['id', 'at', 'userId', 'pool', 'poolIssued', 'day', 'dayIssued', 'cause', 'realAt'],
    ask: (filter) => ask({ command: 'coupons.audit', ...filter }),
  });
}

type Setting = { cap?: number; daily?: number | null };

function readSetting(text: string, before: Setting = {}): Setting {
  const { name, value } = assignment(text, ['cap', 'daily'], before);
  if (name === 'cap') return { ...before, cap: wholeNumber(value) };
  return { ...before, daily: value === 'none' ? null : wholeNumber(value) };
}

function shown(coupons: ListedCoupons): CommandResult {
  const warnings = couponWarnings(coupons);
  return { ok: true, text: [couponTable(coupons), ...warningLines(warnings)].join('\n'), data: { ...coupons, warnings } };
}

/** What users read of the caps, where it isn't so. */
function couponWarnings({ pools }: ListedCoupons): string[] {
  const { couponsInTotal, couponsPerDay, allowancesPerKind } = campaignTerms;
  return pools.flatMap(({ name, giftName, cap, dailyCap }) => {
    const promised = name === 'coupon' ? couponsInTotal : allowancesPerKind;
    return [
      ...(cap === promised ? [] : [`${giftName}: the rules that users read say ${promised} in all, and its cap is ${cap}.`]),
      ...(name !== 'coupon' || dailyCap === couponsPerDay ? [] : [`${giftName}: the rules that users read say ${couponsPerDay} a day, and its daily cap is ${dailyCap ?? 'none'}.`]),
    ];
  });
}

function couponTable({ day, pools }: ListedCoupons): string {
  const rows = pools.map(({ name, cap, issued, dailyCap, today, giftName }) => [
    name, String(cap), String(issued), dailyCap === null ? 'none' : String(dailyCap), today === null ? '-' : `${today.issued} of ${today.cap}`, giftName,
  ]);
  return `${table([['pool', 'cap', 'issued', 'daily cap', 'today', 'what'], ...rows])}\ntoday is ${day} (business time, China)`;
}
