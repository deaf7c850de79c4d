import { healthHoursSchema, healthLines, VIEWS_KEPT_DAYS } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { CANARY_SINCE } from '../canary-share.ts';
import { CommandFailed } from '../command-failed.ts';
import { defineCommand } from '../command.ts';
import { apiOptions, openTeam } from '../team-request.ts';

const MOST_HOURS = VIEWS_KEPT_DAYS * 24;

export const health = defineCommand({
  summary: 'tells what became of each version on pages: opens, failures and why, and how fast it was',
  details: ['A failure is counted by its phase and reason. Times are milliseconds, as users met them.'],
  options: {
    hours: { value: 'N', summary: `of the last so many hours (default: 24, at most ${MOST_HOURS})` },
    api: apiOptions.api,
  },
  async run(context) {
    const { options } = context;
    const hours = options.hours === undefined ? undefined : Number(options.hours);
    if (!v.is(healthHoursSchema, hours))
      throw new CommandFailed(2, `--hours needs a whole number from 1 to ${MOST_HOURS}.`);
    const { ask, release } = await openTeam(context, options);
    const { name } = release;
    const answer = await ask({
      action: 'health',
      what: `tell of the health of ${name}`,
      body: { name, hours },
      since: CANARY_SINCE,
    });
    return { lines: healthLines(answer), data: answer };
  },
});
