import { healthHoursSchema, healthLines, teamAnswerSchemas, VIEWS_KEPT_DAYS } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { CANARY_SINCE } from '../canary-share.ts';
import { CommandFailed } from '../command-failed.ts';
import { defineCommand } from '../command.ts';
import { loadRelease } from '../load-release.ts';
import { apiOptions, connect } from '../team-connection.ts';
import { sendTeamRequest } from '../team-request.ts';

const MOST_HOURS = VIEWS_KEPT_DAYS * 24;

export const health = defineCommand({
  summary: 'tells what became of each version on pages: opens, failures and why, and how fast it was',
  usage: 'health [--hours N] [--api URL]',
  details: ['A failure is counted by its phase and reason. Times are milliseconds, as users met them.'],
  options: {
    hours: { type: 'string', value: 'N', summary: `of the last so many hours (default: 24, at most ${MOST_HOURS})` },
    api: apiOptions.api,
  },
  async run(context) {
    const { folder, options, progress } = context;
    const hours = options.hours === undefined ? undefined : Number(options.hours);
    if (!v.is(healthHoursSchema, hours))
      throw new CommandFailed(2, `--hours needs a whole number from 1 to ${MOST_HOURS}.`);
    const connection = await connect(context, options);
    const { name } = await loadRelease(folder);
    progress.step(`Asking ${connection.settings.api} for the health of ${name}`);
    const answer = await sendTeamRequest(
      {
        action: 'health',
        what: `tell of the health of ${name}`,
        body: { name, hours },
        answer: teamAnswerSchemas.health,
        since: CANARY_SINCE,
      },
      connection,
    );
    return { lines: healthLines(answer), data: answer };
  },
});
