import type { ShownUser } from '@fridge/server/operator/user-protocol';
import type { Command } from 'commander';
import { addAuditCommand } from './audit-command.ts';
import { changeOptions, type ChangeOptions, doneBy, minute, nonEmptyText, table, type Tool } from './tool.ts';

export function addUserCommands(program: Command, tool: Tool): void {
  const { ask, finish } = tool;
  addAuditCommand(program, tool, {
    description: "operators' looks at users, exports, imports and shipments: who, when, why and about whom",
    columns: ['id', 'at', 'by', 'way', 'action', 'subject', 'why'],
    ask: (filter) => ask({ command: 'actions.audit', ...filter }),
  });
  const group = program.command('users').description("a user's household and what they did and won");

  changeOptions(group.command('show'))
    .argument('<who>', "a user's id, phone or fridge", nonEmptyText)
    .option('--full', 'with the whole phone')
    .description('household, draws, coupons, prizes and works of one user; each look is written down')
    .action(async (who: string, { full = false, ...options }: ChangeOptions & { full?: boolean }) => {
      const user = await ask({ command: 'users.show', who, full, ...doneBy(options) });
      finish(describe(user), user);
    });
}

function describe(user: ShownUser): string {
  const { account, foundBy, chancesLeft } = user;
  const { userId, phone, nickName, grid, supply, realNameVerified } = account;
  return [
    `${userId}  ${nickName || '(no name)'}  ${phone ?? '(no phone)'}${foundBy === 'id' ? '' : `  found by ${foundBy}`}`,
    `grid ${grid || '-'}, supply ${supply || '-'}, real name ${realNameVerified ? 'verified' : 'not verified'}`,
    ...section('homes', user.homes.flatMap(rowsOfHome)),
    '',
    `draws: ${chancesLeft === null ? 'never had a chance' : `${chancesLeft} chances left`}`,
    ...rows(
      user.draws.map(({ drawnAt, level, giftName }) => ({
        at: minute(drawnAt),
        level: level ?? '-',
        result: giftName,
      })),
      user.drawsInAll,
    ),
    ...section(
      'coupons and allowances',
      user.grants.map(({ grantedAt, kind, giftName, deadline }) => ({
        at: minute(grantedAt),
        kind,
        what: giftName,
        until: minute(deadline),
      })),
    ),
    ...section(
      'prizes',
      user.prizes.map(({ id, wonAt, level, giftName, state, deadline, shippedAt, trackingNumber }) => ({
        at: minute(wonAt),
        prize: id,
        level,
        state,
        until: minute(deadline),
        shipped: shippedAt === null ? '-' : minute(shippedAt),
        tracking: trackingNumber ?? '-',
        what: giftName,
      })),
      user.prizesInAll,
    ),
    ...section(
      'works',
      user.works.map(({ id, submittedAt, kind, status, prize, cookName, mark }) => ({
        at: minute(submittedAt),
        work: id,
        kind,
        status,
        prize: prize === 0 ? '-' : prize,
        title: cookName || '-',
        reason: mark || '-',
      })),
      user.worksInAll,
    ),
  ].join('\n');
}

function rowsOfHome({ homeId, fridges }: ShownUser['homes'][number]) {
  const none = { fridge: '-', sn8: '-', spec: '-', report: '-', name: '-' };
  const shown = fridges.map(({ fridgeId, sn8, spec, hasReport, name }) => ({
    fridge: fridgeId,
    sn8: sn8 || '-',
    spec: spec || '-',
    report: hasReport ? 'yes' : 'no',
    name: name || '-',
  }));
  return (shown.length === 0 ? [none] : shown).map((row) => ({ home: homeId, ...row }));
}

type Row = Readonly<Record<string, unknown>>;

const section = (title: string, shown: readonly Row[], inAll = shown.length): string[] => [
  '',
  `${title}:${shown.length === 0 ? ' none' : ''}`,
  ...rows(shown, inAll),
];

function rows(shown: readonly Row[], inAll: number): string[] {
  if (shown.length === 0) return [];
  return [table(shown), ...(shown.length < inAll ? [`the latest ${shown.length} of ${inAll}`] : [])];
}
