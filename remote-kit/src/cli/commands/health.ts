import { healthHoursSchema, healthLines, VIEWS_KEPT_DAYS } from '@fridge/shared-contracts/team';
import { defineCommand } from '../command.ts';
import { numberText } from '../option-schemas.ts';
import { apiOptions, openTeam } from '../team-request.ts';

export const health = defineCommand({
  summary: 'tells what became of each version on pages: opens, failures and why, and how fast it was',
  details: ['A failure is counted by its phase and reason. Times are milliseconds, as users met them.'],
  options: {
    hours: {
      value: 'N',
      schema: numberText(healthHoursSchema.wrapped),
      summary: `of the last so many hours (default: 24, at most ${VIEWS_KEPT_DAYS * 24})`,
    },
    api: apiOptions.api,
  },
  async run(context) {
    const { options } = context;
    const { ask, name } = await openTeam(context, options);
    const answer = await ask({
      action: 'health',
      what: `tell of the health of ${name}`,
      body: { name, hours: options.hours },
    });
    return { lines: healthLines(answer), data: answer };
  },
});
