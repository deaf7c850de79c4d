import { randomUUID } from 'node:crypto';
import { teamAnswerSchemas } from '@fridge/shared-contracts/team';
import { defineCommand } from '../command.ts';
import { loadRelease } from '../load-release.ts';
import { apiOptions, connect } from '../team-connection.ts';
import { sendTeamRequest } from '../team-request.ts';

export const rollback = defineCommand({
  summary: 'gives users the version that they had before',
  usage: 'rollback [--api URL] [--why TEXT]',
  details: [
    'It holds until the next promotion.',
    'While a canary runs, the canary is what it takes back: it ends, and all users get what the others have. To go back further, roll back again.',
  ],
  options: apiOptions,
  async run(context) {
    const { folder, options, progress } = context;
    const connection = await connect(context, options);
    const { name } = await loadRelease(folder);
    progress.step(`Rolling back ${name} at ${connection.settings.api}`);
    const answer = await sendTeamRequest(
      {
        action: 'rollback',
        what: `roll back ${name}`,
        body: { name, why: options.why ?? '', id: randomUUID() },
        answer: teamAnswerSchemas.rollback,
      },
      connection,
    );
    const { from, to, ended } = answer;
    if (ended?.release === from)
      return {
        lines: [
          `The canary ${from} has ended: all users get ${name} ${to} with the next page that they open.`,
          'If that is what is wrong, back to the one before it: npx remote-kit rollback',
        ],
        data: answer,
      };
    return {
      lines: [
        `Users get ${name} ${to} again, with the next page that they open; before, ${from}.`,
        `Forward again: npx remote-kit promote ${from}`,
      ],
      data: answer,
    };
  },
});
