import { type Command, Option } from 'commander';
import type { ListedEvents } from '@fridge/server/operator-protocol';
import { type TrackingEventName, trackingEventSchemas } from '@fridge/shared-contracts/host';
import { askServer } from '../operator/ask-server.ts';
import { stateFolder } from '../workspace.ts';
import { wholeNumberFrom } from './argument-values.ts';
import { table } from './table.ts';
import type { Tool } from './tool.ts';

/** The usage events that pages sent to the running server. */
export function addEventCommands(program: Command, { env, finish }: Tool): void {
  program
    .command('events')
    .usage('[--limit <n>] [--event <name>]')
    .description('the usage events that pages sent, newest first')
    .option('--limit <n>', 'at most so many', wholeNumberFrom(1, 1_000), 50)
    .addOption(new Option('--event <name>', 'only those of this name').choices(Object.keys(trackingEventSchemas)))
    .action(async ({ limit, event }: { limit: number; event?: TrackingEventName }) => {
      const listed = await askServer(stateFolder(env).operatorSocket, { command: 'events.list', limit, name: event });
      finish({ ok: true, text: describe(listed), data: listed });
    });
}

function describe({ total, events }: ListedEvents): string {
  if (events.length === 0) return 'No event was sent.';
  const rows = events.map(({ at, event, page, name, remote, version, phase, reason }) => [at, event, page, name ?? [remote, version, phase, reason].filter(Boolean).join(' ')]);
  return `${table([['at', 'event', 'page', 'what'], ...rows])}\n${events.length} of ${total}`;
}
