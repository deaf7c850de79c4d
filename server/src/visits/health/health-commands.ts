import { healthHoursSchema, releaseHealthSchema } from '@fridge/shared-contracts/team';
import { told } from '../../commands/fields.ts';
import { Refused } from '../../commands/refused.ts';
import { command } from '../../commands/table.ts';
import { decidedOf } from '../../releases/registry/registry-document.ts';
import { listed, remoteName } from '../../releases/show-remotes.ts';
import { requireOwn } from '../../releases/teams/own-remote.ts';
import { readHealth } from './read-health.ts';

export const healthCommands = {
  health: command({
    does: 'tells what became of each release of a remote on pages: visitors, opens, failures, and how fast it was',
    may: ['viewer', 'team'],
    kind: 'read',
    fields: { name: told(remoteName, "the remote's"), hours: healthHoursSchema },
    answer: releaseHealthSchema,
    async run({ name, hours }, context) {
      await requireOwn(context.team, name, context.queries);
      const reading = context.registry.reading();
      if (context.team !== undefined && decidedOf(name, reading.document) === null)
        throw new Refused(`Users have had no release of ${name} yet: npx remote-kit publish gives them the first.`);
      return readHealth(listed(name, reading), hours, context);
    },
  }),
};
