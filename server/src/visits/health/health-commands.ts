import { healthHoursSchema, releaseHealthSchema } from '@fridge/shared-contracts/team';
import { told } from '../../commands/fields.ts';
import { command } from '../../commands/table.ts';
import { listed, readRegistry } from '../../releases/registry/listed-remote.ts';
import { remoteName } from '../../releases/registry/remote-fields.ts';
import { readHealth } from './read-health.ts';

export const healthCommands = {
  health: command({
    does: 'tells what became of each release of a remote on pages: visitors, opens, failures, and how fast it was',
    may: ['viewer'],
    kind: 'read',
    fields: { name: told(remoteName, "the remote's"), hours: healthHoursSchema },
    answer: releaseHealthSchema,
    run: async ({ name, hours }, context) => readHealth(listed(name, await readRegistry(context)), hours, context),
  }),
};
