import { MOST_WEIGHT } from '@fridge/server/configuration/draw-limits';
import type { ListedDraw } from '@fridge/server/activities/draw/draw-protocol';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import type { Command } from 'commander';
import { addAuditCommand } from './audit-command.ts';
import { addCodeCommands, drawWarnings, type PrizeLevel } from './code-commands.ts';
import {
  assignments,
  type ChangeOptions,
  changeOptions,
  confirmOption,
  doneBy,
  levelOf,
  numberOrNone,
  table,
  type Tool,
  warningLines,
  wholeNumberFrom,
} from './tool.ts';
import { verifyDraws } from './verify-draws.ts';

export function addDrawCommands(program: Command, tool: Tool): void {
  const { ask, finish } = tool;
  const group = program.command('draw').description('the prize draw of the running server');
  const show = (draw: ListedDraw) => {
    const warnings = drawWarnings(draw);
    finish([drawTable(draw), ...warningLines(warnings)].join('\n'), { ...draw, warnings });
  };

  group
    .command('list')
    .description('every outcome: weight, stock, issued, codes left')
    .action(async () => show(await ask({ command: 'draw.list' })));

  confirmOption(changeOptions(group.command('set')))
    .argument('<level>', '0 is "thanks"', levelOf([0, ...drawTerms.prizeLevels]))
    .argument(
      '<settings...>',
      'weight=<n>, stock=<n|none>',
      assignments({ weight: wholeNumberFrom(0, MOST_WEIGHT), stock: numberOrNone }),
    )
    .usage('<level> [weight=<n>] [stock=<n|none>]')
    .description('sets an outcome (level 0 is "thanks") while draws go on')
    .action(
      async (
        level: PrizeLevel | 0,
        settings: { weight?: number; stock?: number | null },
        { confirm: confirmed, ...who }: ChangeOptions & { confirm?: boolean },
      ) => show(await ask({ command: 'draw.set', changes: [{ level, ...settings }], confirmed, ...doneBy(who) })),
    );

  addCodeCommands(group, tool);
  addAuditCommand(group, tool, {
    description: 'how each draw came out: what the roll hit, what the user got (0 is "thanks"), what was left',
    columns: [
      'id',
      'at',
      'userId',
      'hitLevel',
      'givenLevel',
      'stockLeft',
      'roll',
      'totalWeight',
      'weightsVersion',
      'requestId',
      'realAt',
    ],
    verify: () => verifyDraws(tool),
    ask: (filter) => ask({ command: 'draw.audit', ...filter }),
  });
}

function drawTable({ weightsVersion, outcomes }: ListedDraw): string {
  const rows = outcomes.map(({ level, weight, share, stock, issued, codesLeft, giftName }) => ({
    level,
    weight,
    share,
    stock: stock ?? 'no end',
    issued,
    'codes left': codesLeft ?? '-',
    prize: giftName,
  }));
  return `${table(rows)}\nweights version ${weightsVersion}`;
}
