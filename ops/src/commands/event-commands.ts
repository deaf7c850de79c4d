import { trackingEventSchemas, type TrackingEventName } from '@fridge/shared-contracts/host';
import { type Command, Option } from 'commander';
import { wholeNumberFrom } from './argument-values.ts';
import { table, type Tool } from './tool.ts';

export function addEventCommands(program: Command, { ask, finish }: Tool): void {
  program
    .command('events')
    .usage('[--limit <n>] [--event <name>]')
    .description('the usage events that pages sent, newest first')
    .option('--limit <n>', 'at most so many', wholeNumberFrom(1, 1_000), 50)
    .addOption(new Option('--event <name>', 'only those of this name').choices(Object.keys(trackingEventSchemas)))
    .action(async ({ limit, event }: { limit: number; event?: TrackingEventName }) => {
      const listed = await ask({ command: 'events.list', limit, name: event });
      const rows = listed.events.map(({ at, event: type, page, name, remote, version, phase, reason }) => {
        const what = name ?? [remote, version, phase, reason].filter(Boolean).join(' ');
        return [at, type, page, what];
      });
      const text = `${table([['at', 'event', 'page', 'what'], ...rows])}\n${rows.length} of ${listed.total}`;
      finish({ ok: true, text: rows.length === 0 ? 'No event was sent.' : text, data: listed });
    });
}
