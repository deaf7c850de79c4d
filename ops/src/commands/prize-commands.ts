import { prizeStates } from '@fridge/server/activities/draw/prize-state';
import { type ListedPrizes, PRIZE_CURSOR, PRIZES_AT_ONCE } from '@fridge/server/activities/draw/prize-protocol';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { PrizeLevel } from './code-commands.ts';
import { writeCsv } from './csv.ts';
import { addShipCommand } from './ship-command.ts';
import {
  type ChangeOptions,
  changeOptions,
  continuation,
  doneBy,
  levelOf,
  minute,
  nonEmptyText,
  table,
  type Tool,
  wholeNumberFrom,
} from './tool.ts';

type Filter = { state?: (typeof prizeStates)[number]; user?: string; level?: PrizeLevel };
type ListOptions = Filter & ChangeOptions & { limit: number; after?: string; recipients?: true };
type ExportOptions = Filter & ChangeOptions & { state: 'toShip' | 'shipped' };

const PRIZES_SHOWN = 50;
/** `prizes ship --file` reads the file back, with carrier and number filled in. */
const COLUMNS = ['id', 'carrier', 'number', 'name', 'phone', 'address', 'gift', 'level', 'wonAt', 'deadline'] as const;

export function addPrizeCommands(program: Command, tool: Tool): void {
  const { ask, finish } = tool;
  const group = program.command('prizes').description('what users won in the draw and the contest, and its shipment');
  changeOptions(filtered(group.command('list')))
    .description('won prizes, the latest first, without personal data')
    .addOption(new Option(`--state <${prizeStates.join('|')}>`, 'only of this state').choices(prizeStates))
    .option('--limit <n>', 'at most so many', wholeNumberFrom(1, PRIZES_AT_ONCE), PRIZES_SHOWN)
    .option('--after <place>', 'goes on where another list ended, as it says there', cursor)
    .option('--recipients', 'with names, phones and addresses; needs --why, and is written down')
    .action(async ({ recipients, as, why, ...filter }: ListOptions, command: Command) => {
      if (recipients && why === '') command.error('error: --recipients needs --why');
      const listed = recipients
        ? await ask({ command: 'prizes.recipients', purpose: 'list', ...doneBy({ as, why }), ...filter })
        : await ask({ command: 'prizes.list', ...filter });
      const { state, user, level, limit } = filter;
      const more = {
        state,
        user,
        level,
        after: listed.next ?? undefined,
        limit: limit === PRIZES_SHOWN ? undefined : limit,
        ...(recipients && { as, why }),
      };
      const end = listed.next === null ? '' : continuation(`prizes list${recipients ? ' --recipients' : ''}`, more);
      finish(`${prizeTable(listed.prizes)}${end}`, listed);
    });

  changeOptions(filtered(group.command('export')), 'required')
    .argument('<file.csv>', 'a new file; only its owner can read it', nonEmptyText)
    .description('writes prizes with names, phones and addresses into a file, for shipping; it is written down')
    .addOption(
      new Option('--state <toShip|shipped>', 'what is to be shipped, or was')
        .choices(['toShip', 'shipped'])
        .default('toShip'),
    )
    .action(async (file: string, { as, why, ...filter }: ExportOptions) => {
      const rows = exportedRows(ask, { ...filter, ...doneBy({ as, why }) });
      const written = await writeCsv(file, COLUMNS, rows, '\uFEFF');
      finish(`${written} prizes written to ${file}, which only its owner can read.`, { written, file });
    });

  addShipCommand(group, tool);
}

const filtered = (command: Command) =>
  command
    .option('--user <id>', 'only of this user', nonEmptyText)
    .option('--level <n>', 'only of this level', levelOf(drawTerms.prizeLevels));

async function* exportedRows(ask: Tool['ask'], filter: Filter & { by: string; why: string }) {
  let look: number | undefined;
  for (let after: string | undefined; ;) {
    const part = await ask({
      command: 'prizes.recipients',
      purpose: 'export',
      ...filter,
      limit: PRIZES_AT_ONCE,
      ...(look !== undefined && { look }),
      ...(after !== undefined && { after }),
    });
    for (const { giftName: gift, trackingNumber: number, ...prize } of part.prizes) yield { ...prize, gift, number };
    if (part.next === null) return;
    ({ look, next: after } = part);
  }
}

type Listed = ListedPrizes['prizes'][number] & { name?: string; address?: string };

function prizeTable(prizes: readonly Listed[]): string {
  if (prizes.length === 0) return 'No such prize.';
  return table(
    prizes.map(({ id, state, level, giftName, userId, work, wonAt, deadline, phone, name, address, ...shipment }) => ({
      id,
      state,
      prize: `${level} ${giftName}`,
      user: userId,
      work: work ?? '-',
      won: minute(wonAt),
      until: minute(deadline),
      shipment: shipment.trackingNumber === null ? '-' : `${shipment.carrier} ${shipment.trackingNumber}`,
      phone: phone || '-',
      ...(name !== undefined && { name: name || '-', address: address || '-' }),
    })),
  );
}

function cursor(text: string): string {
  if (!PRIZE_CURSOR.test(text)) throw new InvalidArgumentError('Give what prizes list says behind --after.');
  return text;
}
