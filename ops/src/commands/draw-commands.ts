import type { Command } from 'commander';
import type { ListedDraw, OperatorRequest } from '@fridge/server/operator-protocol';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { askServer } from '../operator/ask-server.ts';
import { drawWarnings, warningLines } from '../operator/draw-warnings.ts';
import { stateFolder } from '../workspace.ts';
import { assignment, levelOf, wholeNumber, wholeNumberFrom } from './argument-values.ts';
import { addAuditCommand } from './audit-command.ts';
import { addCodeCommands } from './code-commands.ts';
import { table } from './table.ts';
import type { CommandResult, Tool } from './tool.ts';

type PrizeLevel = (typeof drawTerms.prizeLevels)[number];
type Level = PrizeLevel | 0;

const MOST_WEIGHT = 1_000_000;

/** The draw of the running server: what can come up, how often, what is left, and what came up. */
export function addDrawCommands(program: Command, tool: Tool): void {
  const { env, finish } = tool;
  const ask = <Request extends OperatorRequest>(request: Request) => askServer(stateFolder(env).operatorSocket, request);
  const show = (draw: ListedDraw) => finish(shownDraw(draw));
  const group = program.command('draw').description('the prize draw of the running server');

  group
    .command('list')
    .description('every outcome: weight, stock, issued, codes left')
    .action(async () => show(await ask({ command: 'draw.list' })));

  group
    .command('set')
    .argument('<level>', '0 is "thanks"', levelOf([0, ...drawTerms.prizeLevels]))
    .argument('<settings...>', 'weight=<n>, stock=<n|none>', readSetting)
    .usage('<level> [weight=<n>] [stock=<n|none>]')
    .description('sets an outcome (level 0 is "thanks") while draws go on')
    .action(async (level: Level, settings: Setting) => show(await ask({ command: 'draw.set', changes: [{ level, ...settings }] })));

  addCodeCommands(group, tool);
  addAuditCommand(group, tool, {
    description: 'how each draw came out: what the roll hit, what the user got (0 is "thanks"), what was left',
    columns: ['id', 'at', 'userId', 'hitLevel', 'givenLevel', 'stockLeft', 'roll', 'totalWeight', 'weightsVersion', 'requestId', 'realAt'],
    ask: (filter) => ask({ command: 'draw.audit', ...filter }),
  });
}

type Setting = { weight?: number; stock?: number | null };

function readSetting(text: string, before: Setting = {}): Setting {
  const { name, value } = assignment(text, ['weight', 'stock'], before);
  if (name === 'weight') return { ...before, weight: wholeNumberFrom(0, MOST_WEIGHT)(value) };
  return { ...before, stock: value === 'none' ? null : wholeNumber(value) };
}

/** The draw as it stands, with what users get where it can't give what it promises. */
function shownDraw(draw: ListedDraw): CommandResult {
  const warnings = drawWarnings(draw);
  return { ok: true, text: [drawTable(draw), ...warningLines(warnings)].join('\n'), data: { ...draw, warnings } };
}

function drawTable({ weightsVersion, outcomes }: ListedDraw): string {
  const total = outcomes.reduce((sum, { weight }) => sum + weight, 0);
  const share = (weight: number) => (total === 0 ? '-' : `${((100 * weight) / total).toFixed(2)}%`);
  const rows = outcomes.map(({ level, weight, stock, issued, codesLeft, giftName }) =>
    [String(level), String(weight), share(weight), stock === null ? 'no end' : String(stock), String(issued), codesLeft === null ? '-' : String(codesLeft), giftName],
  );
  return `${table([['level', 'weight', 'share', 'stock', 'issued', 'codes left', 'prize'], ...rows])}\nweights version ${weightsVersion}`;
}
