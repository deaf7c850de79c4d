import { readFile } from 'node:fs/promises';
import { SHIPMENTS_AT_ONCE } from '@fridge/server/activities/draw/prize-protocol';
import { messageOf } from '@fridge/server/text';
import type { Command } from 'commander';
import type { BadLine } from '@fridge/server/json-lines';
import { readShipments, type ShipmentRow } from './shipment-file.ts';
import { type ChangeOptions, changeOptions, doneBy, nonEmptyText, type Tool } from './tool.ts';

type ShipOptions = ChangeOptions & { file?: string; dryRun?: boolean; correct?: boolean };
type Asked = { by: string; why: string; dryRun: boolean };

/** `prizes ship`: one prize by its id, or those of a file. */
export function addShipCommand(group: Command, { ask, finish }: Tool): void {
  changeOptions(group.command('ship'))
    .argument('[id]', "the prize's", nonEmptyText)
    .argument('[carrier]', 'who carries it, as its winner reads it', nonEmptyText)
    .argument('[number]', 'the tracking number', nonEmptyText)
    .usage('<id> <carrier> <number> [--correct] | --file <file.csv> [--dry-run] [--as <name>] [--why <text>]')
    .option('--file <file.csv>', 'its first line names the columns: id,carrier,number', nonEmptyText)
    .option('--dry-run', 'says what would be shipped, and changes nothing')
    .option('--correct', 'gives a shipped prize another carrier and number; needs --why')
    .description('marks prizes as shipped; their winners see carrier and number, and can change the address no more')
    .action(
      async (
        id: string | undefined,
        carrier: string | undefined,
        trackingNumber: string | undefined,
        { file, dryRun = false, correct = false, ...change }: ShipOptions,
        command: Command,
      ) => {
        const asked = { ...doneBy(change), dryRun };
        if (file !== undefined) {
          if (id !== undefined) command.error('error: give a prize or --file, not both');
          if (correct) command.error('error: --correct is for one prize');
          const { rows, bad, skipped } = readShipments(await contentOf(file));
          return report({ ...(await shipParts(rows, asked, ask)), skipped }, bad, dryRun);
        }
        if (id === undefined || carrier === undefined || trackingNumber === undefined)
          return command.error('error: give <id> <carrier> <number>, or --file <file.csv>');
        if (correct && asked.why === '') command.error('error: --correct needs --why');
        const shipments = [{ id, carrier, trackingNumber }];
        const answer = await ask({ command: 'prizes.ship', shipments, correct, ...asked });
        const [rejected] = answer.rejected;
        if (rejected) throw new Error(`Prize ${id} is not shipped: ${rejected.reason}.`);
        const done = dryRun ? 'would be shipped' : 'is shipped';
        finish(
          answer.unchanged > 0
            ? `Prize ${id} was shipped with this number before. Nothing was changed.`
            : `Prize ${id} ${done} by ${carrier}, number ${trackingNumber}.`,
          { ...answer, dryRun },
        );
      },
    );

  function report(done: Done & { skipped: number }, bad: readonly BadLine[], dryRun: boolean): void {
    const { shipped, unchanged, skipped, stopped } = done;
    const rejected = [...bad, ...done.rejected].toSorted((one, other) => one.line - other.line);
    const lines = [
      `${shipped} prizes ${dryRun ? 'would be shipped' : 'shipped'}, ${unchanged} were before, ${rejected.length} rows not.`,
      ...(skipped === 0 ? [] : [`${skipped} rows have neither carrier nor number.`]),
      ...rejected.map(({ line, reason }) => `  line ${line}: ${reason}`),
      ...(stopped === null
        ? []
        : [`It stopped before the end: ${stopped}`, 'Ship the file again: what is done stays.']),
      ...(dryRun ? ['Nothing was changed.'] : []),
    ];
    const data = { shipped, unchanged, skipped, rejected, dryRun, ...(stopped !== null && { error: stopped }) };
    finish(lines.join('\n'), data, rejected.length === 0 && stopped === null ? 'done' : 'notDone');
  }
}

const contentOf = (file: string): Promise<Uint8Array> =>
  readFile(file).catch((error: unknown) => {
    throw new Error(`${file} can't be read (${messageOf(error)}). Nothing was shipped.`);
  });

type Done = { shipped: number; unchanged: number; rejected: BadLine[]; stopped: string | null };

/** A later error is reported with what was shipped. */
async function shipParts(rows: readonly ShipmentRow[], asked: Asked, ask: Tool['ask']): Promise<Done> {
  const done: Done = { shipped: 0, unchanged: 0, rejected: [], stopped: null };
  for (let start = 0; start < rows.length; start += SHIPMENTS_AT_ONCE) {
    const part = rows.slice(start, start + SHIPMENTS_AT_ONCE);
    const shipments = part.map(({ id, carrier, trackingNumber }) => ({ id, carrier, trackingNumber }));
    try {
      const answer = await ask({ command: 'prizes.ship', shipments, ...asked });
      done.shipped += answer.shipped;
      done.unchanged += answer.unchanged;
      for (const { row, reason } of answer.rejected) done.rejected.push({ line: part[row - 1]?.line ?? 0, reason });
    } catch (error) {
      if (start === 0) throw error;
      return { ...done, stopped: messageOf(error) };
    }
  }
  return done;
}
