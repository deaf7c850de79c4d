import { randomUUID } from 'node:crypto';
import { defineCommand } from '../command.ts';
import { apiOptions, openTeam } from '../team-request.ts';

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
