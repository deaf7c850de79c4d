import { randomUUID } from 'node:crypto';
import { canaryLine } from '../canary-share.ts';
import { defineCommand } from '../command.ts';
import { dropRoutesOption } from '../option-schemas.ts';
import { apiOptions, openTeam } from '../team-request.ts';

export const promote = defineCommand({
  summary: 'gives all users the canary, or another version that is published already',
  details: ['Without VERSION: the one of the canary that runs. A canary ends as its version is promoted.'],
  options: {
    version: { operand: '[VERSION]', summary: 'as publish printed it, or 1.1.0 alone where one build has that' },
    ...dropRoutesOption,
    ...apiOptions,
  },
  async run(context) {
    const { version = null, 'drop-routes': dropRoutes, why } = context.options;
    const { ask, name } = await openTeam(context, context.options);
    const answer = await ask({
      action: 'promote',
      what: `promote ${version === null ? `the canary of ${name}` : `${name} ${version}`}`,
      body: { name, version, dropRoutes, why, id: version === null ? randomUUID() : undefined },
    });
    const { from, to, canary, ended } = answer;
    const lines =
      from === to
        ? [`Users get ${name} ${to} already.`]
        : [`Users get ${name} ${to} with the next page that they open; before, ${from ?? 'no release of it'}.`];
    if (from !== to && from !== null) lines.push('Back to the one before: npx remote-kit rollback');
    if (ended !== null) lines.push('Its canary has ended.');
    if (canary !== null) lines.push(`The canary goes on: ${canaryLine(canary, to)}`);
    return { lines, data: answer };
  },
});

export const rollback = defineCommand({
  summary: 'gives users the version that they had before',
  details: [
    'It holds until the next promotion.',
    'While a canary runs, the canary is what it takes back: it ends, and all users get what the others have. To go back further, roll back again.',
  ],
  options: apiOptions,
  async run(context) {
    const { options } = context;
    const { ask, name } = await openTeam(context, options);
    const answer = await ask({
      action: 'rollback',
      what: `roll back ${name}`,
      body: { name, why: options.why, id: randomUUID() },
    });
    const { from, to, ended } = answer;
    const lines =
      ended?.release === from
        ? [
            `The canary ${from} has ended: all users get ${name} ${to} with the next page that they open.`,
            'If that is what is wrong, back to the one before it: npx remote-kit rollback',
          ]
        : [
            `Users get ${name} ${to} again, with the next page that they open; before, ${from}.`,
            `Forward again: npx remote-kit promote ${from}`,
          ];
    return { lines, data: answer };
  },
});
